import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createService } from '../../../src/service/createService.ts';
import { runTool } from '../../../src/service/tools/runTool.ts';
import type { ToolContext } from '../../../src/service/tools/toolContext.ts';
import { InputError } from '../../../src/tools/inputSchema.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { planted } from '../../support/plantedSecrets.ts';
import { type WorkFolder, workFolder } from '../../support/workFolder.ts';

const harbour = {
  'docs/tides.md':
    '# Tides\n\nThe tide table tells pilots when the sandbank at Port Wexley can be crossed.\n\nThe program reads it by `readTideTable`.\n',
  'src/tideTable.ts':
    '/** Reads the tide table of a port. */\nexport function readTideTable(text: string): string[] {\n  return text.split("x");\n}\n',
  'src/crossing.ts':
    'import { readTideTable } from "./tideTable.ts";\n\nexport const canCross = (text: string) => readTideTable(text).length > 0;\n',
  '.gitignore': 'private/\n',
  'private/plan.md': '# Plan\n\nreadTideTable is to be sold.\n',
  '.env': 'readTideTable=1\n',
};

test('mesh_search gives the verdict, the best passage with its place, and pointers of one line', async (t) => {
  const { ask } = await opened(t, harbour);
  const result = await ask('mesh_search', { question: 'when can the sandbank be crossed' });
  assert.match(
    result,
    /^```\nVerdict: closest\. It may not answer the question\.\n<source-1>\ndocs\/tides\.md:3-5 Tides\nThe tide table tells pilots/,
  );
  assert.match(result, /\nsrc\/crossing\.ts:3 canCross\n/);
  assert.ok(result.length <= 1500, `${result.length}`);
});

test('a long passage is given by its matching lines, and whole by the cursor', async (t) => {
  const lines = Array.from({ length: 120 }, (_, i) => `The ${i} of the ${i % 7} quays is long and made of stone.`);
  lines[60] = 'The lighthouse keeper paints the lantern each spring.';
  const { ask } = await opened(t, { 'docs/quays.md': `# Quays\n\n${lines.join('\n\n')}\n` });
  const asked = { question: 'Who paints the lantern of the lighthouse?' };
  const result = await ask('mesh_search', asked);
  assert.match(result, /lighthouse keeper paints/);
  assert.ok(result.length <= 1500, `${result.length}`);
  const whole = await ask('mesh_search', { ...asked, cursor: /cursor "(full \d+)"/.exec(result)?.[1] });
  assert.match(whole, /lighthouse keeper paints/);
});

test('while the index is being built, each tool answers from what is there and says so', async (t) => {
  const { root } = workFolder(
    t,
    Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`notes/n${i}.md`, `# Note ${i}\n\nA heron.\n`])),
  );
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(root, { settings: defaultSettings, runGit: false });
  const context: ToolContext = { service, folders: new Map([[root, 'folder']]) };
  const calls = { mesh_search: { question: 'heron' }, mesh_symbol: { name: 'heron' }, mesh_impact: { of: 'heron' }, mesh_overview: {} };
  const said = Object.entries(calls).map(([name, input]) => runTool(name, input, context).catch((error) => ({ text: String(error) })));
  for (const { text } of await Promise.all(said)) assert.match(text, /The index is still being built: \d+ of \d+ files so far/);
  await service.idle();
  assert.doesNotMatch((await runTool('mesh_overview', {}, context)).text, /still being built/);
});

test('mesh_impact of a line is that of what is declared there, not of the whole file', async (t) => {
  const { ask } = await opened(t, {
    'src/lamp.ts': 'export const light = () => 1;\n\nexport const dim = () => 2;\n',
    'src/keeper.ts': 'import { light } from "./lamp.ts";\n\nexport const evening = () => light();\n',
    'src/night.ts': 'import { dim } from "./lamp.ts";\n\nexport const night = () => dim();\n',
  });
  const reached = await ask('mesh_impact', { of: 'src/lamp.ts:3' });
  assert.match(reached, /Names: dim\.\n.*src\/night\.ts:1, 3/s);
  assert.doesNotMatch(reached, /keeper/);
  assert.match(await ask('mesh_impact', { of: 'src/lamp.ts' }), /keeper.*night|night.*keeper/s);
});

test('mesh_search answers a question about a name with every line', async (t) => {
  const { ask } = await opened(t, harbour);
  const result = await ask('mesh_search', { question: 'Who calls readTideTable?' });
  assert.match(result, /^```\nVerdict: answer\. "readTideTable" is called in one line\./);
  assert.match(result, /Calls:\nsrc\/crossing\.ts\n3 {2}export const canCross/);
  const within = await ask('mesh_search', { question: 'Where is readTideTable used?', paths: ['docs'] });
  assert.doesNotMatch(within, /crossing/);
});

test('a definition is given with its whole range, also where only its beginning is shown', async (t) => {
  const body = Array.from({ length: 60 }, (_, i) => `  const quay${i} = ${i};`).join('\n');
  const { ask } = await opened(t, { ...harbour, 'src/quays.ts': `export function listQuays(): void {\n${body}\n}\n` });
  const result = await ask('mesh_search', { question: 'Where is listQuays defined?' });
  assert.match(result, /src\/quays\.ts:1-62 listQuays\nexport function listQuays/);
  assert.doesNotMatch(result, /quay59/);
});

test('many places of a name are listed completely, by their numbers where there is no room for lines', async (t) => {
  const users = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [
      `src/user${i}.ts`,
      `import { readTideTable } from './tideTable.ts';\n\nexport function use${i}(text: string) {\n  return readTideTable(text);\n}\n`,
    ]),
  );
  const { ask } = await opened(t, { ...harbour, ...users });
  const asked = { question: 'Who calls readTideTable?' };
  let result = await ask('mesh_search', asked);
  assert.ok(result.length <= 1500, `${result.length}`);
  assert.match(result, /src\/user\d+\.ts:4 \(use\d+\)/);
  for (let cursor = /cursor "(more \d+)"/.exec(result)?.[1]; cursor !== undefined; ) {
    const more = await ask('mesh_search', { ...asked, cursor });
    result += more;
    cursor = /cursor "(more \d+)"/.exec(more)?.[1];
  }
  for (const path of Object.keys(users)) assert.ok(result.includes(`${path}:4`), path);
});

test('mesh_search answers several questions in one call', async (t) => {
  const { ask } = await opened(t, harbour);
  const result = await ask('mesh_search', { question: 'when can the sandbank be crossed', also: ['Who calls readTideTable?'] });
  assert.match(
    result,
    /^1\. "when can.*\n```\nVerdict: closest\.[\s\S]*\n2\. "Who calls readTideTable\?"\n```\nVerdict: answer\. "readTideTable" is called/,
  );
});

test('mesh_search is restricted to paths', async (t) => {
  const { ask } = await opened(t, harbour);
  assert.doesNotMatch(await ask('mesh_search', { question: 'tide table', paths: ['src'] }), /docs\/tides/);
  assert.doesNotMatch(await ask('mesh_search', { question: 'tide table', paths: ['docs/tides.md'] }), /src\//);
});

test('mesh_search says what is not here, in 600 characters, with the nearest names', async (t) => {
  const { ask } = await opened(t, harbour);
  assert.match(await ask('mesh_search', { question: 'marmalade' }), /^```\nVerdict: not here\./);
  const result = await ask('mesh_search', { question: 'How are MarmaladeTable and readTidesTabel configured?' });
  assert.match(
    result,
    /Verdict: not here\. Nothing in this workspace mentions .*readTidesTabel\.[\s\S]*The nearest names are readTideTable/,
  );
  assert.ok(result.length <= 600, `${result.length}`);
  assert.match(
    await ask('mesh_search', { question: 'How is readTidesTable configured?' }),
    /Verdict: closest\. Nothing here mentions readTidesTable\./,
  );
});

test('pointers leave out copies, and tests are last', async (t) => {
  const code =
    '/** Moors a ship at the quay with a rope. */\nexport function moorShip(ship: string): string {\n  return "moored at the quay: " + ship;\n}\n';
  const { ask } = await opened(t, {
    'src/moor.ts': code,
    'lib/moor.ts': code,
    'test/moor.test.ts': 'test("a ship is moored at the quay with a rope", () => moorShip("Ada"));\n',
    'src/quay.ts': '/** The quay where a ship is moored. */\nexport const quay = "north";\n',
  });
  const result = await ask('mesh_search', { question: 'How is a ship moored at the quay with a rope?' });
  assert.equal(result.match(/moor\.ts:/g)?.length, 1, result);
  assert.ok(result.indexOf('src/quay.ts') < result.indexOf('test/moor.test.ts') && result.includes('src/quay.ts'), result);
});

test('mesh_symbol returns what shares names with a line, or with a name', async (t) => {
  const { ask, folder } = await opened(t, harbour);
  const result = await ask('mesh_symbol', { name: 'src/crossing.ts:3' });
  assert.match(result, /src\/tideTable\.ts:\S+ readTideTable: defines readTideTable/);
  const absolute = path.join(folder.root, 'src/crossing.ts');
  assert.equal(await ask('mesh_symbol', { name: `${absolute}:3` }), result);
  assert.equal(await ask('mesh_symbol', { name: `${pathToFileURL(absolute).href}:3` }), result);
  assert.match(await ask('mesh_symbol', { name: 'readTideTable', neighbours: true }), /src\/crossing\.ts:\S+.*: uses readTideTable/);
  await refused(
    ask('mesh_symbol', { name: 'readTidesTable', neighbours: true }),
    /is not defined here; the nearest names are readTideTable/,
  );
});

test('mesh_impact lists what uses a name by level, with counts', async (t) => {
  const { ask } = await opened(t, {
    ...harbour,
    'src/pilot.ts': 'import { canCross } from "./crossing.ts";\n\nexport function pilot(text: string) {\n  return canCross(text);\n}\n',
    'test/tideTable.test.ts': 'import { readTideTable } from "../src/tideTable.ts";\n\ntest("reads", () => readTideTable("x"));\n',
  });
  const result = await ask('mesh_impact', { of: 'readTideTable' });
  assert.match(result, /^```\nFiles that are reached: level 1, users 1; level 1, tests to run 1; documents 1; level 2, users 1/);
  assert.match(result, /Level 1, users, 1 file:\nsrc\/crossing\.ts:1, 3\n/);
  assert.match(result, /Level 1, tests to run, 1 file:\ntest\/tideTable\.test\.ts:1, 3\n/);
  assert.match(result, /Level 2, users, 1 file:\nsrc\/pilot\.ts:1, 4 \(pilot\) by canCross\n/);
  assert.match(await ask('mesh_impact', { of: 'src/tideTable.ts' }), /Changed: src\/tideTable\.ts/);
  await assert.rejects(ask('mesh_impact', { of: 'canFly' }), /"canFly" is neither a name nor a file in the index/);
  await assert.rejects(ask('mesh_impact', {}), /is not in a usable git repository/);
});

test('what a change reaches is given nearest first, in pages', async (t) => {
  const users = Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [
      `src/some/folder/user${i}.ts`,
      `import { readTideTable } from '../../tideTable.ts';\n\nexport function use${i}(text: string) {\n  return readTideTable(text);\n}\n`,
    ]),
  );
  const { ask } = await opened(t, { ...harbour, ...users });
  let result = await ask('mesh_impact', { of: 'readTideTable' });
  assert.ok(result.length <= 4000, `${result.length}`);
  assert.match(result, /level 1, users 201/);
  for (let cursor = /cursor "(more \d+)"/.exec(result)?.[1]; cursor !== undefined; ) {
    const more = await ask('mesh_impact', { of: 'readTideTable', cursor });
    result += more;
    cursor = /cursor "(more \d+)"/.exec(more)?.[1];
  }
  for (const path of Object.keys(users)) assert.ok(result.includes(`${path}:1, 4 (`), path);
});

test('mesh_symbol returns the passages between two names, in order', async (t) => {
  const { ask } = await opened(t, harbour);
  const result = await ask('mesh_symbol', { name: 'canCross', to: 'src/tideTable.ts' });
  assert.match(result, /Connected by 2 passages, in order/);
  assert.match(result, /src\/crossing\.ts:\d[\s\S]*src\/tideTable\.ts:1-\d[\s\S]*by readTideTable, which \d passages hold/);
  assert.match(await ask('mesh_symbol', { name: 'canCross', to: 'canCross' }), /"canCross" and "canCross" are the same/);
  await assert.rejects(ask('mesh_symbol', { name: 'canCross', to: 'canFly' }), /"canFly" is neither a name nor a file in the index/);
});

test('mesh_symbol returns definitions with their range, users by role and sentences', async (t) => {
  const { ask } = await opened(t, {
    ...harbour,
    'src/pilot.ts':
      'import { readTideTable } from "./tideTable.ts";\n\nexport function pilot(text: string) {\n  return readTideTable(text);\n}\n',
  });
  const result = await ask('mesh_symbol', { name: '`readTideTable()`' });
  assert.match(result, /^```\n"readTideTable": 1 definition; calls in 2 files, imports in 2 files, mentions in documents in 1 file\.\n/);
  assert.match(result, /src\/tideTable\.ts:2-4 function\nexport function readTideTable/);
  assert.match(result, /imports:\nsrc\/crossing\.ts:1\n/);
  assert.match(result, /calls:\nsrc\/crossing\.ts:3\nsrc\/pilot\.ts:4 \(pilot\)\n/);
  assert.match(result, /mentions in documents:\ndocs\/tides\.md:5\n/);
  assert.match(result, /documents say:\ndocs\/tides\.md:5 The program reads it by `readTideTable`\./);
  assert.doesNotMatch(await ask('mesh_symbol', { name: 'readTideTable', paths: ['docs'] }), /src\//);
  assert.match(
    await ask('mesh_symbol', { name: 'readTidetabel' }),
    /Nothing is known about "readTidetabel"\.\nThe nearest names are readTideTable\./,
  );
  await refused(ask('mesh_symbol', { name: ' ' }), /"name" is empty/);
});

test('of many definitions of a name only the first lines are given', async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 6 }, (_, i) => [
      `src/dock${i}.ts`,
      `export class Dock${i} {\n  moor(): void {\n    this.count += ${i};\n  }\n}\n`,
    ]),
  );
  const { ask } = await opened(t, files);
  const result = await ask('mesh_symbol', { name: 'moor' });
  assert.match(result, /src\/dock0\.ts:2-4 function of Dock0: moor\(\): void \{\n/);
  assert.match(result, /src\/dock5\.ts:2-4 function of Dock5/);
  assert.doesNotMatch(result, /this\.count/);
});

test('mesh_grep lists every line with its definition, and refuses what it cannot match', async (t) => {
  const { ask } = await opened(t, harbour);
  const found = await ask('mesh_grep', { pattern: 'READ\\w+table\\(', options: 'i kind:code' });
  assert.match(found, /Lines that match: \d+, in \d+ of \d+ files\./);
  assert.match(found, /\nsrc\/tideTable\.ts \(definition, \d+\)\n\d+: export function readTideTable/);
  assert.match(await ask('mesh_grep', { pattern: 'readTideTable(', options: 'F', paths: ['docs'] }), /Lines that match: 0/);
  await refused(ask('mesh_grep', { pattern: '(a)\\1' }), /cannot be matched in linear time/);
  await refused(ask('mesh_grep', { pattern: 'a', options: 'q' }), /expected i, w, F/);
});

test('mesh_overview describes the folder and its parts, in pages', async (t) => {
  const { ask } = await opened(t, {
    ...harbour,
    'README.md': '# Harbour\n\nIt predicts when ships can cross.\n',
    'package.json': '{"bin": {"cross": "./src/crossing.ts"}}',
  });
  const result = await ask('mesh_overview', {});
  assert.match(
    result,
    /^```\nFolder "folder": 6 files\.\n<source-1>\n"It predicts when ships can cross\." \(README\.md:3\)\nEntry points: cross \(command\) src\/crossing\.ts\./,
  );
  assert.match(result, /\nsrc, 2 files: tideTable, crossing\n {2}tideTable\.ts, crossing\.ts/);
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [
      `part${i % 30}/file${i}.ts`,
      `/** Keeps the ${'long '.repeat(40)}list of ships. */\nexport class Ship${i} {}\n`,
    ]),
  );
  const { ask: askMany } = await opened(t, many);
  const long = await askMany('mesh_overview', {});
  assert.ok(long.length <= 3000, `${long.length}`);
  assert.match(long, /\d+ more: cursor "more \d+"/);
});

test('mesh_overview lists the definitions of a file, the headings of a document, the files of a folder', async (t) => {
  const { ask } = await opened(t, harbour);
  assert.match(
    await ask('mesh_overview', { path: 'src/tideTable.ts' }),
    /1 entry, with their lines\..*\n2 readTideTable: Reads the tide table of a port\./s,
  );
  assert.match(await ask('mesh_overview', { path: 'docs/tides.md' }), /\n1 Tides\n/);
  const src = await ask('mesh_overview', { path: 'src' });
  assert.match(src, /src: 2 of 2 files.*\nsrc\/tideTable\.ts: Reads the tide table of a port\..*\nsrc\/crossing\.ts/s);
  assert.match(await ask('mesh_overview', { path: '.' }), /4 of 4 files/);
  await refused(ask('mesh_overview', { path: 'private/plan.md' }), /is not indexed|is not among the indexed files/);
  await refused(ask('mesh_overview', { path: 'nowhere' }), /does not exist in the workspace/);
});

test('paths outside, ignored, secret or missing are refused with the reason', async (t) => {
  const { ask, folder } = await opened(t, harbour);
  const outside = path.join(folder.parent, 'outside.md');
  fs.writeFileSync(outside, 'readTideTable\n');
  fs.symlinkSync(outside, path.join(folder.root, 'link.md'));
  fs.symlinkSync(path.join(folder.root, 'docs'), path.join(folder.root, 'papers'));
  const related = (file: string) => ask('mesh_symbol', { name: `${file}:1` });
  for (const file of [
    '../outside.md',
    outside,
    pathToFileURL(outside).href,
    '/etc/passwd',
    'docs/../../outside.md',
    'link.md',
    '../none.md',
    'a\0b',
  ])
    await refused(related(file), /lies outside of the workspace$/);
  await refused(related('private/plan.md'), /is not indexed: ignored$/);
  await refused(related('.env'), /is not indexed: secret$/);
  await refused(related('docs/none.md'), /is not a file in the index/);
  await refused(related('docs'), /is a folder, expected a file$/);
  await refused(ask('mesh_search', { question: 'x', paths: ['private'] }), /is not indexed: ignored$/);
  await refused(ask('mesh_search', { question: 'x', paths: ['..'] }), /lies outside of the workspace$/);
  // A link to an inside path resolves to its target.
  assert.match(await related('papers/tides.md'), /src\/tideTable/);
});

test('no tool reveals anything outside the roots', async (t) => {
  const { ask, folder } = await opened(t, harbour, (root) => [path.join(root, 'docs')]);
  for (const [name, input] of [
    ['mesh_search', { question: 'readTideTable tide table port' }],
    ['mesh_search', { question: 'readTideTable tide table port', paths: ['.'] }],
    ['mesh_symbol', { name: 'docs/tides.md:5' }],
    ['mesh_symbol', { name: 'readTideTable' }],
    ['mesh_grep', { pattern: 'readTideTable' }],
    ['mesh_overview', {}],
    ['mesh_overview', { path: 'docs' }],
    ['mesh_overview', { path: 'docs/tides.md' }],
  ] as const)
    assert.doesNotMatch(await ask(name, input), /src\/|canCross|export/, name);
  await refused(ask('mesh_symbol', { name: 'src/crossing.ts:1' }), /lies outside of the client's roots$/);
  await refused(ask('mesh_search', { question: 'x', paths: ['src'] }), /lies outside of the client's roots$/);
  assert.ok(fs.existsSync(folder.root));
});

test('none of forty planted secrets is in a result of any tool', async (t) => {
  const files = Object.fromEntries(planted.map(({ kind, text }, i) => [`docs/secret${i}.md`, `# The marmot of ${kind}\n\n${text}\n`]));
  const { ask } = await opened(t, files);
  let result = await ask('mesh_overview', {});
  result += await ask('mesh_overview', { path: 'docs' });
  for (const { kind } of planted) result += await ask('mesh_search', { question: `marmot ${kind}` });
  for (const { kind } of planted) result += await ask('mesh_search', { question: `marmot ${kind}`, cursor: 'full 0' });
  for (let i = 0; i < planted.length; i++) result += await ask('mesh_symbol', { name: `docs/secret${i}.md:3` });
  for (let i = 0; i < planted.length; i++) result += await ask('mesh_symbol', { name: 'marmot', paths: [`docs/secret${i}.md`] });
  assert.match(result, /looks? like (?:a secret was|secrets were) masked/);
  for (const { kind, secret } of planted) assert.ok(!result.includes(secret), kind);
});

test('several folders are distinguished by their names', async (t) => {
  const [one, other] = [workFolder(t, harbour), workFolder(t, { 'notes.md': '# Notes\n\nreadTideTable is slow.\n' })];
  const service = createService();
  t.after(() => service.close());
  for (const { root } of [one, other]) await service.openFolder(root, { settings: defaultSettings, runGit: false });
  await service.idle();
  const context: ToolContext = {
    service,
    folders: new Map([
      [one.root, 'harbour'],
      [other.root, 'notes'],
    ]),
  };
  const result = JSON.stringify(await runTool('mesh_symbol', { name: 'notes/notes.md:3' }, context));
  assert.match(result, /harbour\/src\/tideTable\.ts/);
  assert.match(JSON.stringify(await runTool('mesh_search', { question: 'readTideTable', paths: ['notes'] }, context)), /notes\/notes\.md:/);
});

test('if nothing can be found because the index was cleared, the result says so', async (t) => {
  const { ask, service, folder } = await opened(t, harbour);
  await service.clear(folder.root);
  assert.match(await ask('mesh_search', { question: 'sandbank' }), /The index of folder "folder" was cleared: the user can rebuild it\./);
});

test('a missing folder is reported by name, not by path', async (t) => {
  const { ask, service, folder } = await opened(t, harbour);
  fs.rmSync(folder.root, { recursive: true });
  await service.update(folder.root);
  const result = await ask('mesh_search', { question: 'sandbank' });
  assert.match(result, /Folder "folder" cannot be searched: Cannot list folder "folder": it does not exist \(any more\); expected/);
  assert.ok(!result.includes(folder.root));
});

test('a cancelled call stops, and an unknown tool is refused', async (t) => {
  const { context } = await opened(t, harbour);
  const reason = new Error('enough');
  await assert.rejects(runTool('mesh_search', { question: 'tide' }, context, { signal: AbortSignal.abort(reason) }), reason);
  await refused(
    runTool('mesh_write', {}, context),
    /There is no tool "mesh_write"; there are mesh_search, mesh_symbol, mesh_impact, mesh_grep, mesh_overview/,
  );
});

async function refused(call: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(call, (error) => (error instanceof InputError && message.test(error.message) ? true : assert.fail(String(error))));
}

async function opened(t: TestContext, files: Readonly<Record<string, string>>, within?: (root: string) => readonly string[]) {
  const folder: WorkFolder = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, runGit: false });
  await service.idle();
  const context: ToolContext = { service, folders: new Map([[folder.root, 'folder']]), within: within?.(folder.root) };
  const ask = async (name: string, input: Record<string, unknown>): Promise<string> => (await runTool(name, input, context)).text;
  return { folder, service, context, ask };
}
