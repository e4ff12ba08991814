/** What each kind of question gives at its limits: past the end of a file, outside of the folder, where nothing is called so, where there is too much. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { textOf } from '../../src/messages/messages.ts';
import { createService } from '../../src/service/createService.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { workFolder } from '../support/workFolder.ts';

const numbered = (count: number, file: (i: number) => readonly [string, string]) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => file(i)));
const two = (i: number): string => String(i).padStart(2, '0');
const token = ['ghp', '0123456789abcdefghijABCDEFGHIJ456789'].join('_');
const files = {
  ...numbered(40, (i) => [`lib/f${two(i)}.ts`, `export function part${i}() {}\n`]),
  ...numbered(14, (i) => [`docs/${i % 2 === 1 ? 'a' : 'b'}/p${two(i)}.md`, `# Page ${i}\n\nOf harbour ${i}.\n`]),
  LICENSE: 'MIT License\n\nCopyright (c) 2020 A\n\nPermission is hereby granted, free of charge, to any person\n',
  'package.json': '{\n  "name": "tarrow",\n  "license": "MIT"\n}\n',
  'src/tide.ts':
    "import { openGate } from './gate.ts';\n\n/** Reads the tide. */\nexport function readTide(height: number) {\n  return openGate(height);\n}\n\nexport const later = 1;\n",
  'src/gate.ts': 'export function openGate(height: number) {\n  return height;\n}\n',
  'src/key.ts': `export const token = '${token}';\n`,
  'docs/tide.md': '# Tide\n\nCall `readTide` before `openGate`.\n',
};

const cleanups: (() => void)[] = [];
const { root } = workFolder({ after: (fn) => void cleanups.push(fn) }, files);
const service = createService();
const at = (file: string): string => path.join(root, file);
const messageOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'answered',
    (error: Error) => error.message.replaceAll(JSON.stringify(root).slice(1, -1), '.'),
  );

before(async () => {
  await service.openFolder(root, { settings: defaultSettings, runGit: false });
  await service.idle();
});
after(async () => {
  await service.close();
  for (const cleanup of cleanups) cleanup();
});

test('results have ranks from 1 and, on request, their text; an empty query has none', async () => {
  const { results } = await service.search('readTide', { limit: 2, withText: true });
  assert.deepEqual(
    results.map(({ rank, path: file, content }) => [rank, file, content?.text, content?.fileLines]),
    [
      [1, 'src/tide.ts', files['src/tide.ts'], 8],
      [2, 'docs/tide.md', files['docs/tide.md'], 3],
    ],
  );
  assert.ok((await service.search('readTide')).results.every((one) => !('content' in one)));
  assert.deepEqual((await service.search(' \n')).results, []);
});

test('what is related to a line says how: it defines, documents or shares names', async () => {
  const related = async (line: number, more = {}) => {
    const { name, defines, results } = await service.related(at('src/tide.ts'), line, more);
    return { name, defines, results: results.map(({ path: file, relation, subject }) => `${file} ${relation} ${subject}`) };
  };
  const [document, gate] = ['docs/tide.md documents readTide', 'src/gate.ts defines openGate'];
  assert.deepEqual(await related(5), { name: undefined, defines: ['readTide', 'later'], results: [document, gate] });
  assert.deepEqual(await related(5, { column: 11 }), { name: 'openGate', defines: ['readTide', 'later'], results: [gate, document] });
  assert.deepEqual((await related(5, { limit: 1 })).results, [document]);
  assert.deepEqual(await related(4, { column: 2, brief: true }), { name: undefined, defines: [], results: [] }, 'a keyword');
  assert.deepEqual((await related(5, { scope: [at('src')] })).results, [gate]);
  assert.deepEqual((await service.related(at('nope.ts'), 1)).results, []);
});

test('a line past the end is refused; an editor has one more after the last line break', async () => {
  const refused = async (line: number, more = {}) => messageOf(service.related(at('src/tide.ts'), line, more));
  assert.deepEqual([await refused(8), await refused(9, { column: 0 })], ['answered', 'answered']);
  assert.equal(await refused(9), '"src/tide.ts" has 8 lines, so there is no line 9');
  assert.equal(await refused(10, { column: 0 }), '"src/tide.ts" has 8 lines, so there is no line 10');
});

test('lines are as they are, those of a secret with its place, up to a number of lines', () => {
  const lines = (file: string, startLine: number, endLine: number, max = 4) => service.lines({ file: at(file), startLine, endLine }, max);
  const { fileHash, ...some } = lines('src/tide.ts', 3, 9);
  const text = files['src/tide.ts'].split('\n').slice(2, 6).join('\n');
  assert.deepEqual(some, { startLine: 3, endLine: 6, fileLines: 8, kind: 'code', text: `${text}\n`, secrets: [], isCut: true });
  const last = lines('src/tide.ts', 99, 100);
  assert.deepEqual([last.startLine, last.endLine, last.text, last.isCut], [8, 8, 'export const later = 1;\n', false]);
  assert.deepEqual(lines('src/tide.ts', 5, 2).endLine, 5);
  assert.equal(lines('src/tide.ts', 3, 6).isCut, false);
  assert.deepEqual(lines('src/key.ts', 1, 1).secrets, [{ from: 22, to: 22 + token.length }]);
  assert.equal(lines('docs/tide.md', 1, 1).kind, 'doc');
  assert.throws(() => lines('nope.ts', 1, 1), /nope\.ts no longer exists/);
  assert.throws(() => lines('../else.ts', 1, 1), /is not in an open folder/);
  const isUnchanged = (file: string, hash: string) => service.isUnchanged(at(file), hash);
  assert.deepEqual(
    [isUnchanged('src/tide.ts', fileHash), isUnchanged('src/tide.ts', ''), isUnchanged('nope.ts', '')],
    [true, false, false],
  );
});

test('the evidence of two places has both, with the names that they share; a place that is not indexed is refused', async () => {
  const place = (file: string, startLine: number) => ({ file: at(file), startLine, endLine: startLine + 2 });
  const found = await service.evidence(place('src/gate.ts', 1), { from: place('src/tide.ts', 4) });
  assert.deepEqual([found.from?.path, found.to.path, found.shared[0]?.name, found.chunks], ['src/tide.ts', 'src/gate.ts', 'openGate', 60]);
  assert.match(await messageOf(service.evidence(place('nope.ts', 1), { question: 'x' })), /"\.\/nope\.ts" is not in the index/);
});

test('a folder is listed up to thirty files; where there are more than twelve, three of each folder in it', async () => {
  const listed = async (folder: string) => {
    const { lead, blocks } = await service.ask(`What is in the ${folder} folder?`);
    return [textOf(lead), blocks.map(({ path: file, startLine }) => `${file}:${startLine}`)];
  };
  assert.deepEqual(await listed('lib'), ['Files in "lib": 40.', Array.from({ length: 30 }, (_, i) => `lib/f${two(i)}.ts:1`)]);
  assert.deepEqual(await listed('docs'), [
    'Files in "docs": 15. By folder: a (7), b (7).',
    ['docs/tide.md:3', ...['a/p01', 'a/p03', 'a/p05', 'b/p00', 'b/p02', 'b/p04'].map((file) => `docs/${file}.md:1`)],
  ]);
});

test('the licence is what the manifest and the licence say', async () => {
  const { blocks } = await service.ask('What licence is it under?');
  assert.deepEqual(
    blocks.map(({ path: file, startLine, endLine, n }) => `${n} ${file}:${startLine}-${endLine}`),
    ['1 package.json:3-3', '2 LICENSE:1-5'],
  );
});

test('a definition is shown with its comment; of a name that is nowhere the nearest is named', async () => {
  const { lead, blocks } = await service.ask('Where is readTide defined?');
  assert.equal(textOf(lead), '"readTide" is defined at src/tide.ts:4.');
  assert.deepEqual(
    blocks.map(({ startLine, endLine, subject }) => [startLine, endLine, subject]),
    [[3, 6, 'readTide']],
  );
  const nowhere = await service.ask('Where is readTades defined?');
  assert.deepEqual([nowhere.state, nowhere.found, nowhere.citations], ['notHere', false, []]);
  assert.equal(textOf(nowhere.notes), 'Nothing here is called "readTades"; nearest: readTide.');
});

test('the ends of a connection are names, places or files; another is refused with what is near', async () => {
  const connected = async (a: string) => {
    const { ends, paths } = await service.connect(a, 'openGate');
    const names = paths.map(({ passages }) =>
      passages.map((one) => `${one.path} ${one.names.map(({ name, use, line }) => `${name} ${use} ${line}`)}`),
    );
    return { end: { ...ends[0], file: ends[0].file?.path }, names };
  };
  const inBoth = ['src/tide.ts readTide defines 4,openGate calls 5'];
  assert.deepEqual(await connected('readTide'), {
    end: { asked: 'readTide', kind: 'name', passages: 2, definitions: 1, file: undefined },
    names: [[...inBoth, 'src/gate.ts openGate defines 1'], inBoth, ['docs/tide.md readTide mentions 3,openGate mentions 3']],
  });
  assert.deepEqual(await connected('src/tide.ts:5'), {
    end: { asked: 'src/tide.ts:5', kind: 'place', passages: 1, definitions: 0, file: 'src/tide.ts' },
    names: [['src/tide.ts openGate calls 5']],
  });
  const refused = (asked: string) => messageOf(service.connect(asked, 'openGate'));
  assert.equal(await refused('readTyde'), '"readTyde" is neither a name nor a file in the index; the nearest names are readTide');
  assert.equal(await refused('package-lock.json'), '"package-lock.json" is not a file in the index; the nearest are package.json');
});

test('a line changes the definition around it, or the one below its comment; one outside of any changes the file', async () => {
  const changed = async (asked: string) => {
    const { sources, names, rows } = await service.impact(asked);
    return [
      sources.map(({ path: file }) => file),
      names.map(({ name, line }) => `${name}:${line}`),
      rows.map(({ path: file, kind, depth }) => `${file} ${kind} ${depth}`),
    ];
  };
  const related = 'src/gate.ts related 0';
  assert.deepEqual(await changed('src/tide.ts'), [['src/tide.ts'], ['readTide:4', 'later:8'], ['docs/tide.md docs 1', related]]);
  for (const asked of ['src/tide.ts:3', 'src/tide.ts:5', 'readTide'])
    assert.deepEqual(await changed(asked), [['src/tide.ts'], ['readTide:4'], ['docs/tide.md docs 1', related]], asked);
  assert.deepEqual(await changed('src/tide.ts:7'), [['src/tide.ts'], [], ['docs/tide.md related 0', related]]);
  assert.deepEqual((await changed('src/tide.ts:8'))[1], ['later:8']);
  assert.equal(await messageOf(service.impact('nope')), '"nope" is neither a name nor a file in the index');
});

test('a model is given the best places, the quoted ones first, and the names of the folders', async () => {
  const { sources, chunks, about, isCertain } = await service.pool('How is the tide read?', { limit: 3 });
  assert.deepEqual(
    sources.map(({ rank, path: file }) => `${rank} ${file}`),
    ['1 docs/tide.md', '2 src/tide.ts', '3 src/gate.ts'],
  );
  assert.deepEqual([about, isCertain, chunks.length], [{ workspace: path.basename(root), languages: [] }, false, 2]);
});

test('what an index on a directory of its own has is the same after it is opened again', async (t) => {
  const indexDirectory = path.join(temporaryDirectory(t), 'a.index');
  for (const round of [0, 1]) {
    const own = createService();
    await own.openFolder(root, { settings: defaultSettings, runGit: false, indexDirectory });
    await own.idle();
    const [report] = own.report();
    assert.deepEqual([report?.files, report?.chunks], [service.report()[0]?.files, 60], `round ${round}`);
    await own.close();
  }
});
