/**
 * Replies of a large language model, recorded with their prompts, read as the product reads them: whether the state is the expected one, whether
 * each mark cites the expected source, whether its place overlaps the expected lines, and whether the looks that the model asks for are the expected
 * ones, of which nothing is shown. Then each reply once more in what models wrap around answers: nothing may change.
 */

import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Look, lookLine } from '../../src/engine/answer/looks/look.ts';
import type { PoolSource } from '../../src/engine/answer/pool.ts';
import { readAnswer } from '../../src/engine/answer/written/modelAnswer.ts';
import { readRestated } from '../../src/engine/answer/written/restate.ts';
import { lineOf } from '../../src/engine/retrieval/locate.ts';
import { runProgram } from './options.ts';

/** Replies in forms that were written down before the reader was tried on them, one set a file. */
const ownReplies = path.join(import.meta.dirname, 'data/replies');

const usage = `node bench/quality/replies.ts [--replies FILE] [--all]

  --replies FILE  one JSON object a line: id, kind, messages, reply, expected; by default each of ${path.relative('', ownReplies)}
  --all           print each difference`;

interface Expected {
  readonly marks: readonly { readonly source: number; readonly lines: string }[];
  readonly state: string;
  readonly looks?: readonly Look[];
  readonly line?: string;
  readonly text?: string;
}

interface Reply {
  readonly id: string;
  readonly kind: string;
  readonly messages: readonly { readonly content: string }[];
  readonly reply: string;
  readonly expected: Expected;
}

interface Read {
  readonly state: string;
  readonly sources: readonly number[];
  readonly places: readonly (readonly [number, number])[];
  readonly looks: readonly string[];
  readonly text: string;
}

const wrappings: Readonly<Record<string, (reply: string) => string>> = {
  thoughts: (reply) => `<think>\nSource [2] may say it. {"answer": "The sources do not say."}\n</think>\n\n${reply}`,
  'polite words': (reply) => `Great question! Here is what I found.\n\n${reply}\n\nI hope this helps!`,
  heading: (reply) => `## Answer\n\n${reply}`,
  fence: (reply) => `\`\`\`markdown\n${reply}\n\`\`\``,
};

await runProgram(usage, async () => {
  const { values } = parseArgs({ options: { replies: { type: 'string' }, all: { type: 'boolean' } } });
  const files = values.replies === undefined ? fs.readdirSync(ownReplies).map((name) => path.join(ownReplies, name)) : [values.replies];
  for (const file of files) {
    if (files.length > 1) console.log(`${path.basename(file)}:`);
    await printFigures(file, values.all === true);
  }
});

/** Prints how many replies of a file are read as expected; with `all`, each that is not. */
async function printFigures(file: string, all: boolean): Promise<void> {
  const rows = fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const counts = new Map<string, [right: number, all: number]>();
  const count = (name: string, isRight: boolean, difference: () => string): void => {
    const [right, whole] = counts.get(name) ?? [0, 0];
    counts.set(name, [right + Number(isRight), whole + 1]);
    if (!isRight && all) console.log(`${name}: ${difference()}`);
  };
  for (const { id, kind, messages, reply, expected } of rows.map((row) => JSON.parse(row) as Reply)) {
    if (expected.state === 'restated') {
      const question = messages.at(-1)?.content ?? '';
      const line = readRestated(reply, question.slice(question.lastIndexOf('Question: ') + 10))?.line ?? '';
      count(
        'restated line',
        line === expected.line || (expected.line ?? '').startsWith(`${line} `),
        () => `${id}\n  ${line}\n  ${expected.line}`,
      );
      continue;
    }
    const sources = messages.flatMap(({ content }) => sourcesIn(content));
    const read = await readReply(reply, sources);
    const wanted = expected.marks.map(({ source }) => source);
    count(`state of ${kind}`, read.state === expected.state, () => `${id} ${read.state}\n  ${reply.slice(0, 200)}`);
    count(`marks of ${kind}`, String(read.sources) === String(wanted), () => `${id} ${read.sources} for ${wanted}\n  ${reply}`);
    const looks = (expected.looks ?? []).map(lookLine);
    const isRead =
      read.state === expected.state &&
      String(read.sources) === String(wanted) &&
      (expected.state !== 'look' || String(read.looks) === String(looks));
    count(`replies of ${kind}`, isRead, () => id);
    if (expected.state === 'look') {
      count(`looks of ${kind}`, String(read.looks) === String(looks), () => `${id}\n  ${read.looks}\n  ${looks}`);
      count('looks not shown', !read.text.includes('LOOK'), () => `${id}\n  ${read.text}`);
    }
    if (expected.text !== undefined) count('text', read.text === expected.text, () => `${id}\n  ${read.text}`);
    for (const [i, { lines }] of String(read.sources) === String(wanted) ? expected.marks.entries() : []) {
      const place = read.places[i] ?? [0, 0];
      const overlaps = lines.split(',').some((range) => {
        const [from = 0, to = from] = range.split('-').map(Number);
        return place[0] <= to && place[1] >= from;
      });
      count(`place of ${kind}`, overlaps, () => `${id}, mark ${i + 1} [${wanted[i]}]: ${place} for ${lines}`);
    }
    for (const [name, wrap] of Object.entries(wrappings)) {
      const wrapped = await readReply(wrap(reply), sources);
      const same =
        wrapped.state === read.state &&
        String(wrapped.sources) === String(read.sources) &&
        String(wrapped.places) === String(read.places) &&
        String(wrapped.looks) === String(read.looks) &&
        (read.looks.length === 0 || !wrapped.text.includes('LOOK'));
      if (reply !== '')
        count(`the same in ${name}`, same, () => `${id} ${wrapped.state} ${wrapped.sources} for ${read.state} ${read.sources}`);
    }
  }
  for (const [name, [right, whole]] of counts)
    console.log(`${name.padEnd(24)} ${right} of ${whole} (${((100 * right) / whole).toFixed(1)} %)`);
}

async function readReply(reply: string, sources: readonly PoolSource[]): Promise<Read> {
  async function* chat(): AsyncGenerator<string, undefined> {
    yield* reply.match(/[\s\S]{1,7}/g) ?? [];
    return undefined;
  }
  for await (const event of readAnswer(chat(), { sources, masked: 0 })) {
    if (event.kind !== 'end') continue;
    const { found, marks, quotes, answer, looks } = event.end;
    const places = quotes.map(({ n, from, to }) => {
      const { text, startLine, endLine } = sources[n - 1] as PoolSource;
      return to === from ? ([startLine, endLine] as const) : ([startLine + lineOf(text, from), startLine + lineOf(text, to - 1)] as const);
    });
    const state = found ? 'answer' : looks.length > 0 ? 'look' : 'notFound';
    return { state, sources: marks.map(({ n }) => n), places, looks: looks.map(lookLine), text: answer };
  }
  throw new Error('no end');
}

/** The sources of a prompt; the numbers of their lines are taken off. */
function sourcesIn(content: string): readonly PoolSource[] {
  const found = content.matchAll(/<source-(\d+) n=(\d+) path="([^"]*)" lines=(\d+)-(\d+)[^>\n]*>\n([\s\S]*?)<\/source-\1>/g);
  return Array.from(found, ([, , n, path = '', startLine, endLine, lines = '']) => {
    const text = lines.split('\n').every((line) => line === '' || /^\d+\| ?/.test(line)) ? lines.replace(/^\d+\| ?/gm, '') : lines;
    const kind = /\.(?:md|rst|txt|erb|1\.in|adoc)$/.test(path) ? ('doc' as const) : ('code' as const);
    const place = { path, folder: '', startLine: Number(startLine), endLine: Number(endLine) };
    return { ...place, n: Number(n), title: '', kind, text, sent: text, secrets: [], masked: 0 };
  });
}
