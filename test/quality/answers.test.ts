/** The evaluation of answers as a process, over a real server on loopback. */

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { readAccuracy, readSupport } from '../../bench/quality/answers/judging.ts';
import { likelyTokens } from '../../bench/quality/answers/likelyTokens.ts';
import { openRunLog } from '../../bench/quality/answers/runLog.ts';
import { type ChatBody, type LoopbackServer, loopbackServer, type Spoken } from '../models/loopbackServer.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { passageFiles } from './fixtureSets.ts';

const program = path.join(import.meta.dirname, '../../bench/quality/answers.ts');

/** A text's pre-tokens in GPT-4's tokenizer, long words counted once for every seven letters. */
function billed(text: string): number {
  const pieces = text.match(/'(?:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]|\s+/gu) ?? [];
  return pieces.reduce((sum, piece) => sum + Math.ceil(piece.length / 8), 0);
}

/** A reader that repeats the first sentence of its first two sources, and a judge that accepts every other statement. */
function speaker(delayMs: number): (body: ChatBody) => Promise<Spoken> {
  return async ({ model, messages }) => {
    await wait(delayMs);
    const asked = messages.at(-1)?.content ?? '';
    const sentences = [...asked.matchAll(/<source-\d+ n=(\d+)[^>]*>\n([^.\n]+\.)/g)].slice(0, 2);
    const statements = asked.match(/^Statement \d+:/gm) ?? [];
    const text =
      model === 'reader'
        ? sentences.map(([, n, sentence]) => `${sentence?.slice(0, -1)} [${n}].`).join(' ')
        : statements.length > 0
          ? statements.map((_, i) => `${i + 1} ${i % 2 === 0 ? 'yes' : 'no'}`).join('\n')
          : 'YES.';
    const promptTokens = messages.reduce((sum, { content }) => sum + 4 + billed(content), 0);
    return { text, promptTokens, answerTokens: billed(text) };
  };
}

const argumentsFor = (server: LoopbackServer, out: string, ...more: readonly string[]): readonly string[] => [
  ...['--corpus', passageFiles.corpus, '--queries', passageFiles.queries, '--endpoint', server.endpoint, '--model', 'reader'],
  ...['--judge', 'judge', '--out', out, '--price', '1,4', ...more],
];

function start(args: readonly string[]): { child: ChildProcess; ended: Promise<{ code: number | null; stdout: string; stderr: string }> } {
  const child = spawn(process.execPath, [program, ...args]);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part) => {
    stdout += part;
  });
  child.stderr.on('data', (part) => {
    stderr += part;
  });
  return { child, ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr }))) };
}

const asked = (server: LoopbackServer, model: string): number =>
  server.received.filter(({ body }) => body !== '' && JSON.parse(body).model === model).length;

test('the estimate comes first and sends nothing; a killed run can be resumed; the actual use is within a fifth of the estimate', async (t) => {
  const server = await loopbackServer(t, { speak: speaker(20) });
  const out = path.join(temporaryDirectory(t), 'run.jsonl');
  const questions = fs.readFileSync(passageFiles.queries, 'utf8').trim().split('\n').length;

  const estimate = await start(argumentsFor(server, out)).ended;
  assert.equal(estimate.code, 0, estimate.stderr);
  assert.match(estimate.stdout, /Estimate for \d+ questions.*\n {2}answer +\d+ requests +\d+ in +\d+ out +\d\.\d{4}/);
  assert.match(estimate.stdout, /Nothing was sent/);
  assert.equal(server.received.length, 0);

  const first = start(argumentsFor(server, out, '--yes'));
  while (fs.readFileSync(out, 'utf8').split('\n').length < 12 && first.child.exitCode === null) await wait(5);
  first.child.kill('SIGKILL');
  await first.ended;
  // As if killed in the middle of a line.
  fs.appendFileSync(out, '{"stage":"answer","id":"hal');

  const second = await start(argumentsFor(server, out, '--yes', '--parallel', '3')).ended;
  assert.equal(second.code, 0, second.stderr);
  // The question in progress when the run was killed may have been asked twice.
  assert.ok(asked(server, 'reader') - questions <= 1, `${asked(server, 'reader')} requests for ${questions} questions`);
  const ratio = Number(/estimate \/ used: ([\d.]+)/.exec(second.stdout)?.[1]);
  assert.ok(ratio > 0.8 && ratio < 1.2, `${ratio}`);
  const figures = JSON.parse(second.stdout.slice(second.stdout.indexOf('{')));
  assert.equal(figures.answered, questions);
  assert.equal(figures.judged, 1);
  assert.ok(figures.citationsByWords > 0.95 && figures.stringMatch > 0.3, JSON.stringify(figures));
  assert.ok(figures.citationsJudged > 0.4 && figures.citationsJudged < 0.7, JSON.stringify(figures));

  const before = server.received.length;
  const third = await start(argumentsFor(server, out, '--yes')).ended;
  assert.equal(server.received.length, before);
  assert.ok(third.stdout.includes(JSON.stringify(figures, null, 2)));
  const other = await start(argumentsFor(server, out, '--k', '5')).ended;
  assert.match(other.stderr, /is of a run with k 10, not 5: give another --out/);
});

test('verdicts are read in all forms that judges use', () => {
  assert.deepEqual(['YES', 'No.', '**Yes**', 'I think yes', 'perhaps', ''].map(readAccuracy), [
    true,
    false,
    true,
    true,
    undefined,
    undefined,
  ]);
  assert.deepEqual(readSupport('1 yes\n2. partly\n- 3: no\nStatement 4: YES\n9 no', 5), ['yes', 'partly', 'no', 'yes', undefined]);
});

test('a log rejects other options', (t) => {
  const file = path.join(temporaryDirectory(t), 'log.jsonl');
  openRunLog(file, { model: 'a' }).add({
    stage: 'answer',
    id: '1',
    usage: { promptTokens: 1, answerTokens: 1 },
    isBilled: true,
    outcome: {},
  });
  assert.equal(openRunLog(file, { model: 'a' }).records.length, 1);
  assert.throws(() => openRunLog(file, { model: 'b' }), /is of a run with model "a", not "b"/);
});

test('tokens are estimated as tokenizers count them, within a fifth', () => {
  const text = fs.readFileSync(program, 'utf8');
  const ratio = likelyTokens(text) / billed(text);
  assert.ok(ratio > 0.8 && ratio < 1.2, `${ratio}`);
});
