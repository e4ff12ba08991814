import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { textOf } from '../../src/messages/messages.ts';
import {
  askRequest,
  clearRequest,
  communitiesRequest,
  communityRequest,
  evidenceRequest,
  examplesRequest,
  excerptRequest,
  pauseRequest,
  rebuildRequest,
  relatedRequest,
  reportRequest,
  resumeRequest,
  searchRequest,
  sweepNotification,
} from '../../src/protocol/server.ts';
import { copyFixture } from '../support/fixture.ts';
import { assertUnder } from '../support/quick.ts';
import { rightMessages } from '../support/rightMessages.ts';
import { until } from '../support/until.ts';
import { type LspClient, startLspClient, uriOf } from './lspClient.ts';

let client: LspClient;
let folder: string;

before(async () => {
  folder = copyFixture('workspace');
  client = await startLspClient();
  await client.configure([folder], { indexDirectory: path.join(folder, '..', `${path.basename(folder)}.index`) });
});

after(async () => {
  await client.stop();
  for (const leftover of fs.globSync(`${folder}*`)) fs.rmSync(leftover, { recursive: true, force: true });
});

const file = (name: string) => path.join(folder, name);

test('a question is answered with quotes from the cited lines', async () => {
  const result = await client.ask(askRequest, { question: 'Which kettle is heated first?' });
  assert.equal(result.found, true);
  assert.equal(result.system, 'mesh');
  assert.equal(result.model, null);
  assert.ok(result.citations.length > 0);
  for (const citation of result.citations) {
    const lines = fs
      .readFileSync(new URL(citation.uri), 'utf8')
      .split('\n')
      .slice(citation.startLine - 1, citation.endLine);
    for (const line of citation.quote.split('\n')) {
      assert.ok(lines.includes(line), `${citation.path}:${citation.startLine}-${citation.endLine} holds ${line}`);
    }
    assert.ok(result.answer.includes(`[${citation.n}]`));
  }
  assert.ok(
    result.sources.every((source) => source.why !== ''),
    JSON.stringify(result.sources),
  );
});

test('a question about something else finds nothing and reports what was searched for', async () => {
  const result = await client.ask(askRequest, { question: 'How is orange marmalade exported to Peru?' });
  assert.equal(result.found, false);
  assert.match(result.answer, /Peru/);
  assert.ok(result.lookedFor.includes('marmalade'));
});

test('a retriever that compares names alone says so where a question has none, in the answer and beside a search', async () => {
  const reason = [{ code: 'noEntityAsked', arguments: ['mesh-paper'] }];
  const question = 'which kettle is heated first?';
  const { found, notes } = await client.ask(askRequest, { question, system: 'mesh-paper' });
  assert.deepEqual({ found, notes }, { found: false, notes: reason });
  assert.deepEqual((await client.ask(searchRequest, { query: question, system: 'mesh-paper' })).notes, reason);
  assert.equal((await client.ask(searchRequest, { query: question })).notes, undefined);
});

test('empty and huge questions are answered or refused, and the server goes on', async () => {
  assert.equal((await client.ask(askRequest, { question: '?' })).found, false);
  await client.ask(askRequest, { question: 'kettle '.repeat(15_000) });
  await assert.rejects(client.ask(askRequest, { question: 'x'.repeat(300_000) }), {
    message: /"question" is too long: 300000 characters/,
    data: { messages: [{ code: 'tooLong', arguments: ['meshrag/ask', 'question', 300_000, 200_000] }] },
  });
  assert.equal((await client.ask(askRequest, { question: 'Which kettle is heated first?' })).found, true);
});

test('options of retrievers apply from the next question, and a wrong one is named and left out', async (t) => {
  const indexDirectory = path.join(folder, '..', `${path.basename(folder)}.index`);
  const searched = async () => (await client.ask(searchRequest, { query: 'kettle plan', system: 'hug' })).sources[0]?.why ?? '';
  const configure = (systemOptions: unknown) => client.configure([folder], { indexDirectory, systemOptions });
  t.after(() => configure({}));
  const built = (await client.ask(reportRequest, {})).folders[0]?.lastUpdateAt;
  assert.doesNotMatch(await searched(), /of \d+ passages/);
  await configure({ hug: { maxChunks: 2, gates: 'perhaps', nothing: 1 }, oracle: {}, topo: [3] });
  assert.match(await searched(), /2 of \d+ passages/);
  await configure('hug');
  assert.doesNotMatch(await searched(), /of \d+ passages/);
  assert.equal((await client.ask(reportRequest, {})).folders[0]?.lastUpdateAt, built);
  const setting = 'Setting: meshrag.systems.options: ';
  for (const problem of [
    'The option gates of hug is "perhaps"; it must be true or false; the default is used',
    'hug has no option "nothing"; it has ',
    'There is no system "oracle"; there are ',
    'The entry topo is [3]; it must be an object; the default is used',
    'The setting is "hug"; it must be an object; the default is used',
  ]) {
    assert.equal(client.logs.filter((log) => log.startsWith(setting + problem)).length, 1, client.logs.join('\n'));
  }
});

test('a search stays in its scope', async () => {
  const { sources } = await client.ask(searchRequest, { query: 'kettle plan', scope: [uriOf(file('docs'))], limit: 20 });
  assert.ok(sources.length > 0);
  assert.ok(
    sources.every((source) => source.path.startsWith('docs/')),
    sources.map((source) => source.path).join(),
  );
});

test('a hover on a symbol lists related places in one block of at most five lines', async () => {
  const lines = fs.readFileSync(file('src/kettle.ts'), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes('class KettleQueue'));
  const value = await client.hover(uriOf(file('src/kettle.ts')), line, lines[line]!.indexOf('KettleQueue') + 3);
  assert.match(value, /^Related {2}\n/);
  assert.ok(value.split('\n').length <= 5, value);
  assert.match(value, /brewing/);
  assert.match(value, /uses KettleQueue {2}\n[\s\S]*documents KettleQueue/);
});

test('a hover on a text that was never saved works, and the text is not indexed', async () => {
  const uri = 'untitled:Untitled-1';
  await client.open(uri, 'The KettleQueue meets the zephyrfjord machine.');
  assert.match(await client.hover(uri, 0, 6), /brewing\\\.md.* — shares KettleQueue/);
  const { sources } = await client.ask(searchRequest, { query: 'zephyrfjord' });
  assert.deepEqual(sources, []);
});

test('a hover uses the unsaved text of a file, not the one on disk', async () => {
  const uri = uriOf(file('tests/test_teapot.py'));
  await client.open(uri, 'nothing that is known\n\nqueue = KettleQueue()\n', 'python');
  assert.match(await client.hover(uri, 2, 10), /brewing\\\.md.* — shares KettleQueue/);
  await client.notify('textDocument/didClose', { textDocument: { uri } });
});

test('a hover on a keyword of code is empty, one on the name next to it is not', async () => {
  const uri = uriOf(file('src/kettle.ts'));
  const lines = fs.readFileSync(file('src/kettle.ts'), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.startsWith('export class KettleQueue'));
  for (const keyword of ['export', 'class']) assert.equal(await client.hover(uri, line, lines[line]!.indexOf(keyword) + 1), '');
  assert.notEqual(await client.hover(uri, line, lines[line]!.indexOf('KettleQueue') + 1), '');
});

test('hovers on an unknown document or a file outside all folders are empty', async () => {
  assert.equal(await client.hover('untitled:unknown', 0, 0), '');
  assert.equal(await client.hover('file:///nowhere/a.ts', 3, 3), '');
});

test('half of all hovers take under 20 ms', async () => {
  const uri = uriOf(file('src/planner.ts'));
  const lines = fs.readFileSync(file('src/planner.ts'), 'utf8').split('\n');
  await assertUnder(20, 'the middle one of a hundred hovers', async () => {
    const times: number[] = [];
    for (let i = 0; i < 100; i++) {
      const startedMs = performance.now();
      await client.hover(uri, i % lines.length, 8);
      times.push(performance.now() - startedMs);
    }
    return times.sort((a, b) => a - b)[50] as number;
  });
});

test('related places have reasons in words', async () => {
  const { sources } = await client.ask(relatedRequest, { uri: uriOf(file('src/planStore.ts')), line: 4, character: 14, limit: 10 });
  assert.ok(
    sources.some((source) => source.path === 'docs/storage.md' && source.why === 'documents PlanStore'),
    JSON.stringify(sources),
  );
});

test('communities name their files, chunks and shared entities', async () => {
  const { communities } = await client.ask(communitiesRequest, {});
  assert.ok(communities.length > 0);
  for (const { id, name, size, files, entities } of communities) {
    assert.notEqual(name, '');
    const { chunks } = await client.ask(communityRequest, { id });
    assert.equal(chunks.length, size);
    assert.equal(new Set(chunks.map((chunk) => chunk.uri)).size, files);
    assert.ok(chunks.every((chunk) => chunk.uri.startsWith(uriOf(folder))));
    assert.ok(
      chunks.some((chunk) => chunk.entities.some((entity) => entities.includes(entity))),
      `${name}: ${entities}`,
    );
  }
  assert.deepEqual(await client.ask(communityRequest, { id: 'gone' }), { chunks: [] });
});

test('example questions are made from the workspace', async () => {
  const { questions } = await client.ask(examplesRequest, {});
  assert.ok(questions.length > 0 && questions.length <= 4, questions.join());
});

test('the report counts files and lists what was skipped and why', async () => {
  const report = await client.ask(reportRequest, {});
  const [only] = report.folders;
  assert.equal(only?.files, 16);
  assert.deepEqual(
    only?.skippedFiles.map((group) => [group.reason, group.files.map((skipped) => skipped.path)]),
    [['data', ['data/prices.csv']]],
  );
  assert.ok(only?.indexDirectory?.endsWith('.index'));
});

test('wrong parameters are rejected by name and stop nothing', async () => {
  const send = (name: string, params: unknown) => client.connection.sendRequest(name, params as object);
  await assert.rejects(send('meshrag/ask', {}), { code: -32602, message: 'meshrag/ask: "question" is undefined, expected a string' });
  await assert.rejects(send('meshrag/ask', { question: 'a', limit: 1000 }), /"limit" is out of range/);
  await assert.rejects(send('meshrag/related', { uri: 5, line: 0, character: 0 }), /"uri" is number/);
  await assert.rejects(send('meshrag/ask', { question: 'kettle', system: 'nonsense' }), /nonsense/);
  await assert.rejects(send('meshrag/rebuild', { folder: 'file:///nowhere' }), /not an open folder/);
  await assert.rejects(send('meshrag/unknown', {}), /Unhandled method/);
  await client.notify('meshrag/configure', { folders: 'all' });
  assert.equal((await client.ask(askRequest, { question: 'Which kettle is heated first?' })).found, true);
});

test('each request of ours that is cancelled ends as cancelled', async () => {
  const source = new CancellationTokenSource();
  const question = 'kettle plan bell order guest '.repeat(500);
  // Earlier requests are answered first, so these cannot have ended when the cancellation arrives.
  const before = Array.from({ length: 30 }, () => client.ask(askRequest, { question }));
  const ours = rightMessages(folder).requests.filter(({ method }) => method.startsWith('meshrag/'));
  const asked = ours.map(async ({ method, params }) => {
    await assert.rejects(client.connection.sendRequest(method, params as object, source.token), { code: -32800 }, method);
  });
  source.cancel();
  await Promise.all(asked);
  for (const answer of await Promise.all(before)) assert.ok(answer.answer.length > 0);
});

test('a saved file is found with its new text, a removed one is not found, a renamed one under its new name', async () => {
  const note = file('docs/samovar.md');
  fs.writeFileSync(note, '# Samovar\n\nThe samovar of Aunt Drusilla holds twenty cups.\n');
  await client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(note), type: 1 }] });
  await until('the new file', async () => (await pathsFor('Drusilla')).includes('docs/samovar.md'));

  fs.renameSync(note, file('docs/urn.md'));
  const changes = [
    { uri: uriOf(note), type: 3 },
    { uri: uriOf(file('docs/urn.md')), type: 1 },
  ];
  await client.notify('workspace/didChangeWatchedFiles', { changes });
  await until('the new name', async () => String(await pathsFor('Drusilla')) === 'docs/urn.md');

  fs.writeFileSync(file('docs/urn.md'), '# Urn\n\nThe urn of Uncle Peregrine.\n');
  await client.open(uriOf(file('docs/urn.md')), fs.readFileSync(file('docs/urn.md'), 'utf8'));
  await client.notify('textDocument/didSave', { textDocument: { uri: uriOf(file('docs/urn.md')) } });
  await until('the new text', async () => (await pathsFor('Peregrine')).includes('docs/urn.md'));

  fs.rmSync(file('docs/urn.md'));
  await client.notify(sweepNotification, {});
  await until('its end', async () => (await pathsFor('Peregrine')).length === 0);
});

async function pathsFor(query: string): Promise<string[]> {
  const { sources } = await client.ask(searchRequest, { query });
  return [...new Set(sources.map((source) => source.path))];
}

test('indexing is paused and resumed, the index cleared and rebuilt', async () => {
  await client.ask(pauseRequest, {});
  assert.equal((await client.ask(reportRequest, {})).paused, true);
  await client.ask(resumeRequest, {});
  await client.ask(clearRequest, {});
  assert.equal((await client.ask(searchRequest, { query: 'kettle' })).sources.length, 0);
  await client.ask(rebuildRequest, { folder: uriOf(folder) });
  await client.status(({ folders }) => folders.every((one) => one.state === 'ready' && one.files === 16));
  assert.ok((await client.ask(searchRequest, { query: 'kettle' })).sources.length > 0);
});

test('a build is reported as progress in the editor, with files done and total', async () => {
  const big = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'meshrag-progress-'));
  const other = await startLspClient();
  try {
    for (let i = 0; i < 600; i++)
      fs.writeFileSync(path.join(big, `note${i}.md`), `# Note ${i}\n\n${`Word${i} and kettle ${i}. `.repeat(60)}\n`);
    await other.configure([big]);
    await until('the end of the progress', () => other.progress.at(-1)?.kind === 'end');
    assert.equal(other.progress[0]?.kind, 'begin');
    assert.ok(
      other.progress.some(({ message }) => / of 600 files/.test(message ?? '')),
      JSON.stringify(other.progress),
    );
    assert.ok(other.statuses.some(({ folders }) => folders.some(({ progress }) => progress?.filesTotal === 600)));
  } finally {
    await other.stop();
    fs.rmSync(big, { recursive: true, force: true });
  }
});

test('several folders are queried together and distinguished by their names', async () => {
  const second = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'meshrag-second-'));
  fs.writeFileSync(path.join(second, 'notes.md'), '# Notes\n\nThe KettleQueue was named by Drusilla.\n');
  const other = await startLspClient({ transport: 'ipc' });
  try {
    await other.configure([folder, second]);
    const { sources } = await other.ask(searchRequest, { query: 'KettleQueue', limit: 20 });
    const roots = new Set(sources.map((source) => source.path.split('/')[0]));
    assert.deepEqual(roots, new Set([path.basename(folder), path.basename(second)]));
    await other.configure([second]);
    const alone = await other.ask(searchRequest, { query: 'KettleQueue' });
    assert.deepEqual(
      alone.sources.map((source) => source.path),
      ['notes.md'],
    );
  } finally {
    await other.stop();
    fs.rmSync(second, { recursive: true, force: true });
  }
});

test('a server that was killed leaves an index that the next one opens', async () => {
  const indexDirectory = path.join(folder, '..', `${path.basename(folder)}-killed.index`);
  const first = await startLspClient({ transport: 'ipc' });
  await first.configure([folder], { indexDirectory });
  first.connection.dispose();
  first.process.kill('SIGKILL');
  const next = await startLspClient({ transport: 'ipc' });
  try {
    const status = await next.configure([folder], { indexDirectory });
    assert.deepEqual(
      status.folders.map(({ state, files }) => [state, files]),
      [['ready', 16]],
    );
  } finally {
    await next.stop();
  }
});

test('a missing folder is reported in a sentence, and the others work', async () => {
  const other = await startLspClient();
  try {
    const status = await other.configure([folder, '/nowhere/at/all']);
    const missing = status.folders.find((one) => one.uri === 'file:///nowhere/at/all');
    assert.equal(missing?.state, 'problem');
    assert.ok(textOf(missing?.messages));
    assert.ok((await other.ask(searchRequest, { query: 'kettle' })).sources.length > 0);
  } finally {
    await other.stop();
  }
});

test('standard output has only messages', async () => {
  // The connection would have failed on anything else; the log shows that it was used.
  assert.ok(Array.isArray(client.logs));
  assert.equal(client.process.exitCode, null);
});

test('an excerpt marks the words of the question and the names that led to it', async () => {
  const { sources } = await client.ask(askRequest, { question: 'Which kettle is heated first?' });
  const place = sources.find(({ path: where }) => where === 'src/kettle.ts');
  assert.ok(place);
  const { text, startLine, marks } = await client.ask(excerptRequest, {
    place,
    question: 'Which kettle is heated first?',
    names: ['KettleQueue'],
    maxLines: 20,
  });
  assert.equal(startLine, place.startLine);
  const marked = (kind: string) => marks.filter((mark) => mark.kind === kind).map(({ from, to }) => text.slice(from, to));
  assert.ok(marked('entity').includes('KettleQueue'), text);
  assert.ok(
    marked('term').some((word) => /kettle|heat/i.test(word)),
    text,
  );
});

test('evidence names what two places share, the rarest first, and what would be lost', async () => {
  const question = 'How does KettleQueue know the order?';
  const { sources } = await client.ask(askRequest, { question, limit: 20 });
  const place = (name: string) => sources.find((source) => source.path === name);
  const [from, to] = [place('docs/brewing.md'), place('src/kettle.ts')];
  assert.ok(from && to, sources.map((source) => source.path).join());
  const found = await client.ask(evidenceRequest, { from, to, question });
  assert.ok(
    found.shared.some(({ name, chunks }) => name === 'KettleQueue' && chunks >= 2),
    JSON.stringify(found.shared),
  );
  assert.ok(found.from?.excerpt.marks.some(({ kind }) => kind === 'entity'));
  assert.ok(found.chunks > 10 && (found.lost.related?.rank ?? 0) >= 1, JSON.stringify(found.lost));
  const counts = found.shared.filter(({ isCommon }) => !isCommon).map(({ chunks }) => chunks);
  assert.deepEqual(
    counts,
    [...counts].sort((a, b) => a - b),
  );
  const asked = await client.ask(evidenceRequest, { to, question });
  assert.equal(asked.from, undefined);
  assert.ok(
    asked.shared.some(({ name }) => /kettlequeue/i.test(name)),
    JSON.stringify(asked.shared),
  );
  await assert.rejects(client.ask(evidenceRequest, { to }), /"from" and "question" are both missing/);
});
