import assert from 'node:assert/strict';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createService } from '../../src/service/createService.ts';
import type { Service } from '../../src/service/types/service.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

const harbour = {
  'docs/harbour.md': '# Harbour\n\n## Tides\n\nThe tide table tells pilots when the sandbank at Port Wexley can be crossed.\n',
  'docs/pilots.md': '# Pilots\n\nA pilot boards every ship over forty metres. The rota is kept by the duty officer.\n',
  'src/tideTable.ts': [
    'export interface TideEntry {\n  readonly time: number;\n}\n',
    '/** Reads the tide table of a port. */\nexport function readTideTable(text: string): TideEntry[] {\n  return parse(text);\n}\n',
  ].join('\n'),
  'src/crossing.ts':
    'import { readTideTable } from "./tideTable.ts";\n\nexport function canCross(text: string): boolean {\n  return readTideTable(text).length > 0;\n}\n',
};

test('search() finds a document by its words, with evidence', async (t) => {
  const { service, folder } = await opened(t, harbour);
  const answer = await service.search('when can the sandbank be crossed');
  const [first] = answer.results;
  assert.equal(first?.path, 'docs/harbour.md');
  assert.equal(first?.folder, folder.root);
  assert.equal(first?.rank, 1);
  assert.ok(first?.evidence.some(({ kind, keys, line }) => kind === 'term' && keys.includes('sandbank') && line === 5));
  assert.equal(answer.partial, undefined);
  assert.ok(answer.ms >= 0);
});

test('ask() quotes the cited lines verbatim', async (t) => {
  const { service } = await opened(t, harbour);
  const answer = await service.ask('When can the sandbank at Port Wexley be crossed?');
  assert.equal(answer.found, true);
  assert.ok(answer.citations.length > 0);
  for (const { path: file, startLine, endLine, quote, n } of answer.citations) {
    const lines = harbour[file as keyof typeof harbour]
      .split('\n')
      .slice(startLine - 1, endLine)
      .join('\n');
    assert.ok(lines.includes(quote), `${quote} in ${file}:${startLine}-${endLine}`);
    assert.equal(answer.sources[n - 1]?.path, file);
    assert.ok(answer.answer.includes(`[${n}]`));
  }
  assert.equal(answer.model, null);
});

test('ask() reports when nothing is found', async (t) => {
  const { service } = await opened(t, harbour);
  const answer = await service.ask('marmalade recipes with bitter oranges');
  assert.equal(answer.found, false);
  assert.deepEqual(answer.citations, []);
  assert.match(answer.answer, /marmalade/);
});

test('related() finds what shares the name under the cursor', async (t) => {
  const { service, folder } = await opened(t, harbour);
  const file = path.join(folder.root, 'src/crossing.ts');
  const { path: relative, results } = await service.related(file, 4, { column: 14 });
  assert.equal(relative, 'src/crossing.ts');
  assert.equal(results[0]?.path, 'src/tideTable.ts');
  assert.ok(results[0]?.evidence.some(({ keys }) => keys.includes('readTideTable')));
  assert.ok(results.every((result) => result.path !== 'src/crossing.ts'));
});

test('a hover on a plain word of code names what defines it, also where something else is defined or shared', async (t) => {
  const { service, folder } = await opened(t, {
    'globals.py': '_holder = Holder()\nrequest = Proxy(_holder)\n',
    'app.py': 'from globals import request, _holder\n\nclass App:\n    def handle_pilots(self): ...\n',
    'other.py': 'class Other:\n    def handle_pilots(self): ...\n',
    ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`use${i}.py`, `from globals import request\n\nprint(request.n${i})\n`])),
  });
  const hover = async (file: string, line: number, column: number): Promise<readonly string[]> => {
    const { results } = await service.related(path.join(folder.root, file), line, { column, brief: true, limit: 4 });
    return results.map((result) => `${result.path} ${result.relation} ${result.subject}`);
  };
  assert.deepEqual(await hover('use3.py', 1, 22), ['globals.py defines request']);
  assert.deepEqual(await hover('app.py', 1, 22), ['globals.py defines request']);
  assert.deepEqual(await hover('app.py', 4, 10), ['other.py defines handle_pilots']);
});

test('related() accepts a text that is not a file, and never stores it', async (t) => {
  const { service } = await opened(t, harbour);
  const { results } = await service.related('untitled:Untitled-1', 1, { text: 'readTideTable("x")\n', column: 3 });
  assert.ok(results.some((result) => result.path === 'src/tideTable.ts'));
  assert.equal(service.report()[0]?.files, 4);
});

test('a file that changed unnoticed is updated before the answer', async (t) => {
  const { service, folder } = await opened(t, harbour);
  folder.write('docs/pilots.md', 'padding\n\n'.repeat(20) + harbour['docs/pilots.md'].replace('forty', 'fifty'));
  const answer = await service.ask('Which ships does a pilot board?');
  const quote = answer.citations.find((citation) => citation.quote.includes('pilot boards'));
  assert.match(quote?.quote ?? '', /fifty/);
  assert.equal(quote?.startLine, 43);
});

test('results can be restricted to parts of the workspace', async (t) => {
  const { service, folder } = await opened(t, harbour);
  const inSource = await service.search('tide table', { scope: [path.join(folder.root, 'src')] });
  assert.ok(inSource.results.length > 0);
  assert.ok(inSource.results.every((result) => result.path.startsWith('src/')));
  const inFile = await service.search('tide table', { scope: [path.join(folder.root, 'docs/harbour.md')] });
  assert.deepEqual([...new Set(inFile.results.map((result) => result.path))], ['docs/harbour.md']);
});

test('a file and what is related to it are preferred near it', async (t) => {
  const { service, folder } = await opened(t, {
    'src/north/dock.ts': 'import { readNorthTable } from "./table.ts";\n\nexport function dockNorth() {\n  return readNorthTable();\n}\n',
    'src/north/table.ts': '/** Reads the tide. */\nexport function readNorthTable() {\n  return [];\n}\n',
    'src/south/dock.ts': 'import { readSouthTable } from "./table.ts";\n\nexport function dockSouth() {\n  return readSouthTable();\n}\n',
    'src/south/table.ts': '/** Reads the tide. */\nexport function readSouthTable() {\n  return [];\n}\n',
  });
  const filesFor = async (near?: string) => {
    const { results } = await service.search('where is the tide read', { near: near && path.join(folder.root, near) });
    return results.map((result) => result.path);
  };
  assert.equal((await filesFor('src/north/dock.ts'))[0], 'src/north/table.ts');
  assert.equal((await filesFor('src/south/dock.ts'))[0], 'src/south/table.ts');
  assert.deepEqual(await filesFor('src/unknown.ts'), await filesFor());
});

test('several folders rank as one index of all', async (t) => {
  const parts: [Record<string, string>, Record<string, string>] = [{}, {}];
  const whole: Record<string, string> = {};
  const words = ['tide', 'pilot', 'anchor', 'ship', 'rope', 'lamp', 'sand', 'buoy'];
  for (let i = 0; i < 60; i++) {
    const text = Array.from({ length: 40 }, (_, k) => words[(i * 7 + k * k + (i % 5) * k) % words.length]).join(' ');
    const part = i < 30 ? 0 : 1;
    parts[part][`f${i}.md`] = `# Part ${i}\n\n${text} item${i}\n`;
    whole[`${part === 0 ? 'a' : 'b'}/f${i}.md`] = `# Part ${i}\n\n${text} item${i}\n`;
  }
  const several = createService();
  t.after(() => several.close());
  const names = new Map<string, string>();
  for (const [i, files] of parts.entries()) {
    const { root } = workFolder(t, files);
    names.set(root, i === 0 ? 'a' : 'b');
    await several.openFolder(root, { settings: defaultSettings, runGit: false });
  }
  await several.idle();
  const one = (await opened(t, whole)).service;
  for (const query of ['tide pilot', 'anchor rope item7', 'part 44', 'lamp']) {
    const split = (await several.search(query, { limit: 30, system: 'bm25' })).results.map(
      (result) => `${names.get(result.folder)}/${result.path}`,
    );
    const joined = (await one.search(query, { limit: 30, system: 'bm25' })).results.map((result) => result.path);
    // The folder's name is part of the path in one index only, so the last few scores may differ by rounding.
    assert.deepEqual(split, joined, query);
  }
});

test('a question asked while indexing is answered from the current index and marked as partial', async (t) => {
  const many = Object.fromEntries(
    Array.from({ length: 800 }, (_, i) => [`f${i}.md`, `# Title ${i}\n\n${`word${i % 9} tide `.repeat(200)}\n`]),
  );
  const folder = workFolder(t, many);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, runGit: false });
  let partial = await service.search('tide');
  for (let i = 0; i < 1000 && partial.results.length === 0 && partial.partial; i++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    partial = await service.search('tide');
  }
  assert.ok(partial.results.length > 0);
  assert.ok(partial.partial && partial.partial.filesDone < partial.partial.filesTotal, 'it was still indexing');
  await service.idle();
  assert.equal((await service.search('tide')).partial, undefined);
});

test('communities() names groups of chunks and their places', async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [
      [
        `src/part${i}.ts`,
        `import { lighthouseLamp, fogSignal } from 'x';\n\nexport function use${i}() {\n  lighthouseLamp(fogSignal);\n}\n`,
      ],
      [`src/pier${i}.ts`, `export const pierLength${i} = ${i};\n`],
    ]).flat(),
  );
  files['src/lamp.ts'] = 'export function lighthouseLamp(fog) {}\n\nexport function fogSignal() {}\n';
  const { service, folder } = await opened(t, { ...harbour, ...files });
  const [answer] = await service.communities();
  assert.equal(answer?.folder, folder.root);
  const community = answer?.communities[0];
  assert.ok(community && community.size >= 3);
  assert.match(community.name, /lighthouseLamp|fogSignal/);
  const detail = await service.community(folder.root, community.id);
  assert.deepEqual(detail?.community, community);
  assert.ok(detail.shared.length === community.size && detail.shared.every((names) => names.length > 0));
  assert.ok(detail.shared.flat().every((name) => community.entities.includes(name)));
  assert.equal(await service.community(folder.root, 'none'), undefined);
  assert.ok(answer && answer.coverage > 0 && answer.coverage <= 1);
});

test('communities follow every change and equal those computed from scratch', async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `src/part${i}.ts`,
      i < 4
        ? `export function read${i}Pages() {}\n\nexport function close${i}Store() {}\n`
        : `export function part${i}() {\n  read${i % 4}Pages(close${i % 4}Store);\n}\n`,
    ]),
  );
  const { service, folder } = await opened(t, files);
  const before = (await service.communities())[0];
  assert.ok(before && before.communities.length > 0, JSON.stringify(before).slice(0, 300));
  folder.write('src/part3.ts', 'export function read2Pages() {\n  read1Pages(close2Store);\n}\n');
  folder.write('src/new.ts', 'export function close2Store() {\n  read3Pages(close0Store);\n}\n');
  folder.remove('src/part17.ts');
  await service.update(folder.root);
  assert.notDeepEqual((await service.communities())[0], before);
  assert.equal(await service.verify(folder.root), undefined);
});

test('digest() is that of the content and verify() finds no difference, whatever the history', async (t) => {
  const { service, folder } = await opened(t, harbour);
  const digest = await service.digest(folder.root);
  folder.write('docs/pilots.md', '# Other\n');
  folder.rename('src/crossing.ts', 'src/moved.ts');
  await service.update(folder.root);
  assert.equal(await service.verify(folder.root), undefined);
  assert.notEqual(await service.digest(folder.root), digest);
  folder.write('docs/pilots.md', harbour['docs/pilots.md']);
  folder.rename('src/moved.ts', 'src/crossing.ts');
  await service.update(folder.root, [
    path.join(folder.root, 'src/moved.ts'),
    path.join(folder.root, 'src/crossing.ts'),
    path.join(folder.root, 'docs/pilots.md'),
  ]);
  assert.equal(await service.digest(folder.root), digest);
  assert.equal(await service.verify(folder.root), undefined);
});

test('verify() names the first file that differs', async (t) => {
  const { service, folder } = await opened(t, harbour);
  folder.write('src/tideTable.ts', 'export const changed = 1;\n');
  assert.equal(await service.verify(folder.root), 'src/tideTable.ts differs in the index');
});

test('questions of any size are accepted', async (t) => {
  const { service } = await opened(t, harbour);
  for (const question of ['', ' ', '?', 'a', 'x'.repeat(100_000), 'tide '.repeat(20_000), '\u0000\ud800']) {
    assert.equal((await service.ask(question)).question, question);
  }
});

test('a service without folders, and one with an empty folder, find nothing', async (t) => {
  const none = createService();
  t.after(() => none.close());
  assert.equal((await none.ask('tide')).found, false);
  const { service } = await opened(t, {});
  assert.deepEqual((await service.search('tide')).results, []);
  assert.deepEqual((await service.communities())[0]?.communities, []);
});

test('a search adds what a follow-up leaves out, and elects other angles', async (t) => {
  const { service } = await opened(t, harbour);
  const paths = async (query: string, options: Parameters<typeof service.search>[1]) =>
    (await service.search(query, options)).results.map(({ path, startLine }) => `${path}:${startLine}`);
  const earlier = ['Where is the tide read?'];
  assert.deepEqual(await paths('And where is it written?', { earlier }), await paths('And where is it written? (tide, read)', {}));
  const first = await paths('tide', { limit: 20 });
  const angles = await paths('tide', { otherAngles: true, limit: 1 });
  assert.equal(angles.length, Math.min(5, first.length));
  assert.ok(angles.every((place) => first.includes(place)));
  assert.deepEqual(await paths('', { otherAngles: true }), []);
});

test('an invalid request is rejected with what is valid', async (t) => {
  const { service } = await opened(t, harbour);
  await assert.rejects(service.search('tide', { system: 'oracle' }), /There is no system "oracle"; there are mesh, bm25/);
  await assert.rejects(service.update('/nowhere'), /Folder "\/nowhere" is not open/);
});

test('a signal ends a question with its reason', async (t) => {
  const { service } = await opened(t, harbour);
  const reason = new Error('enough');
  await assert.rejects(service.search('tide', { signal: AbortSignal.abort(reason) }), reason);
  await assert.rejects(service.idle(AbortSignal.abort(reason)), reason);
});

test('a folder that is opened twice at once is opened once, with exclusive use of the index', async (t) => {
  const folder = workFolder(t, harbour);
  const service = createService();
  t.after(() => service.close());
  const options = { settings: defaultSettings, runGit: false, indexDirectory: path.join(folder.parent, 'index.index') };
  await Promise.allSettled([service.openFolder(folder.root, options), service.openFolder(folder.root, options)]);
  await service.idle();
  const [report, ...others] = service.report();
  assert.deepEqual([report?.state, report?.messages, report?.files, others.length], ['ready', undefined, 4, 0]);
});

test('a folder that is closed while it is being opened stays closed; a closed service opens none', async (t) => {
  const folder = workFolder(t, harbour);
  const service = createService();
  const options = { settings: defaultSettings, runGit: false };
  await Promise.allSettled([service.openFolder(folder.root, options), service.closeFolder(folder.root)]);
  assert.deepEqual(service.report(), []);
  await service.close();
  await assert.rejects(service.openFolder(folder.root, options), /The service was closed/);
  assert.deepEqual(service.report(), []);
});

test('listeners are notified of changes until they stop', async (t) => {
  const { service, folder } = await opened(t, harbour);
  const states: string[] = [];
  const stop = service.onReport(([report]) => states.push(report?.state ?? ''));
  await service.rebuild(folder.root);
  await new Promise((resolve) => setTimeout(resolve, 250));
  assert.equal(states.at(-1), 'ready');
  stop();
  const heard = states.length;
  await service.update(folder.root);
  await new Promise((resolve) => setTimeout(resolve, 150));
  assert.equal(states.length, heard);
});

test('a rename is a new revision even if every count stays the same; a check that finds nothing is not', async (t) => {
  const { service, folder } = await opened(t, harbour);
  const revision = (): number | undefined => service.report()[0]?.revision;
  const first = revision();
  await service.update(folder.root);
  assert.equal(revision(), first);
  folder.rename('src/crossing.ts', 'src/crossed1.ts');
  await service.update(folder.root);
  assert.notEqual(revision(), first);
});

async function opened(t: TestContext, files: Readonly<Record<string, string>>): Promise<{ service: Service; folder: WorkFolder }> {
  const folder = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, runGit: false });
  await service.idle();
  return { service, folder };
}

test('search() also searches for the user’s synonyms, and names an invalid group', async (t) => {
  const { service } = await opened(t, harbour);
  const without = await service.search('bar crossing');
  assert.ok(
    !without.results.some(
      ({ path: file, evidence }) => file === 'docs/harbour.md' && evidence.some(({ keys }) => keys.includes('sandbank')),
    ),
  );
  const { results } = await service.search('bar crossing', { synonyms: ['bar, sandbank'] });
  assert.equal(results[0]?.path, 'docs/harbour.md');
  await assert.rejects(service.search('bar', { synonyms: ['bar'] }), /group 1 of the synonyms/);
});
