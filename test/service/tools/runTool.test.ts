import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createService } from '../../../src/service/createService.ts';
import { runTool } from '../../../src/service/tools/runTool.ts';
import type { ToolContext } from '../../../src/service/tools/toolContext.ts';
import { resultTokens } from '../../../src/tools/definitions.ts';
import { InputError } from '../../../src/tools/inputSchema.ts';
import { fitResult } from '../../../src/tools/toolResult.ts';
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

test('mesh_search returns places, reasons and texts', async (t) => {
  const { ask } = await opened(t, harbour);
  const result = await ask('mesh_search', { query: 'when can the sandbank be crossed', limit: 2 });
  assert.match(result, /^```\n\d passages?, best first\./);
  assert.match(result, /1\. docs\/tides\.md:1-5 "Tides"\n {3}why: term .*sandbank.* \(line 3\)/);
  assert.match(result, /The tide table tells pilots/);
});

test('mesh_search answers a question about a name with every line', async (t) => {
  const { ask } = await opened(t, harbour);
  const result = await ask('mesh_search', { query: 'Who calls readTideTable?' });
  assert.match(result, /^```\n"readTideTable" is called in one line\./);
  assert.match(result, /1\. src\/crossing\.ts:3 Calls\n[\s\S]*3 {2}export const canCross/);
  const within = await ask('mesh_search', { query: 'Where is readTideTable used?', paths: ['docs'] });
  assert.doesNotMatch(within, /crossing/);
});

test('mesh_search is restricted to paths', async (t) => {
  const { ask } = await opened(t, harbour);
  assert.doesNotMatch(await ask('mesh_search', { query: 'tide table', paths: ['src'] }), /docs\/tides/);
  assert.doesNotMatch(await ask('mesh_search', { query: 'tide table', paths: ['docs/tides.md'] }), /src\//);
});

test('mesh_search reports words that occur nowhere', async (t) => {
  const { ask } = await opened(t, harbour);
  assert.match(
    await ask('mesh_search', { query: 'marmalade' }),
    /^```\nNothing was found\.\nThese words of the query occur nowhere: marmalad/,
  );
});

test('mesh_related returns what shares names with a line', async (t) => {
  const { ask, folder } = await opened(t, harbour);
  const result = await ask('mesh_related', { path: 'src/crossing.ts', line: 3 });
  assert.match(result, /src\/tideTable\.ts:\d/);
  assert.match(result, /src\/tideTable\.ts:\S+ "readTideTable"\n {3}defines readTideTable\n {3}why: symbol .*readTideTable/);
  const absolute = path.join(folder.root, 'src/crossing.ts');
  assert.equal(await ask('mesh_related', { path: absolute, line: 3 }), result);
  assert.equal(await ask('mesh_related', { path: pathToFileURL(absolute).href, line: 3 }), result);
});

test('mesh_impact lists what uses a name, with lines, then what is related', async (t) => {
  const { ask } = await opened(t, harbour);
  const result = await ask('mesh_impact', { of: 'readTideTable' });
  assert.match(result, /users \(depth 1\) of readTideTable/);
  assert.match(await ask('mesh_impact', { of: 'src/tideTable.ts' }), /Changed: src\/tideTable\.ts/);
  await assert.rejects(ask('mesh_impact', { of: 'canFly' }), /"canFly" is neither a name nor a file in the index/);
  await assert.rejects(ask('mesh_impact', {}), /is not in a git repository that may be used/);
});

test('mesh_connect returns the passages between two names, in order', async (t) => {
  const { ask } = await opened(t, harbour);
  const result = await ask('mesh_connect', { from: 'canCross', to: 'src/tideTable.ts' });
  assert.match(result, /Connected by 2 passages, in order/);
  assert.match(result, /1\. src\/crossing\.ts:\d[\s\S]*2\. src\/tideTable\.ts:1-\d[\s\S]*by readTideTable, which \d passages hold/);
  assert.match(await ask('mesh_connect', { from: 'canCross', to: 'canCross' }), /"canCross" and "canCross" are the same/);
  await assert.rejects(ask('mesh_connect', { from: 'canCross', to: 'canFly' }), /"canFly" is neither a name nor a file in the index/);
});

test('mesh_symbol returns definitions, users by kind and sentences', async (t) => {
  const { ask } = await opened(t, harbour);
  const result = await ask('mesh_symbol', { name: '`readTideTable()`' });
  assert.match(result, /^```\n"readTideTable": 1 definition, used or mentioned in 2 files\.\n/);
  assert.match(result, /1\. src\/tideTable\.ts:2-4 defines it: function\n<.*>\nexport function readTideTable/);
  assert.match(result, /2\. src\/crossing\.ts:1 imports it\n/);
  assert.match(result, /3\. src\/crossing\.ts:3 calls it\n/);
  assert.match(result, /4\. docs\/tides\.md:5 mentions it in prose\n/);
  assert.match(result, /5\. docs\/tides\.md:5 says: The program reads it by `readTideTable`\./);
  assert.doesNotMatch(await ask('mesh_symbol', { name: 'readTideTable', paths: ['docs'] }), /src\//);
  assert.match(
    await ask('mesh_symbol', { name: 'readTidetabel' }),
    /Nothing is known about "readTidetabel"\.\nThe nearest names are readTideTable\./,
  );
  await refused(ask('mesh_symbol', { name: ' ' }), /"name" is empty/);
});

test('mesh_overview describes the folder and its parts in at most 1,500 tokens', async (t) => {
  const { ask } = await opened(t, {
    ...harbour,
    'README.md': '# Harbour\n\nIt predicts when ships can cross.\n',
    'package.json': '{"bin": {"cross": "./src/crossing.ts"}}',
  });
  const result = await ask('mesh_overview', {});
  assert.match(
    result,
    /^```\nFolder "folder": 6 files\. "It predicts when ships can cross\." \(README\.md:3\)\nEntry points: cross \(command\) src\/crossing\.ts\./,
  );
  assert.match(result, /\n\d\. src, 2 files: tideTable, crossing\n {3}files: tideTable\.ts, crossing\.ts/);
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [
      `part${i % 30}/file${i}.ts`,
      `/** Keeps the ${'long '.repeat(40)}list of ships. */\nexport class Ship${i} {}\n`,
    ]),
  );
  const { ask: askMany } = await opened(t, many);
  const long = await askMany('mesh_overview', {});
  assert.match(long, /\n\d+ more left out: they do not fit into 1500 tokens\.|\n25\. /);
  assert.ok(long.length / 4 <= 1500, `${long.length / 4}`);
  await refused(askMany('mesh_overview', { maxTokens: 5000 }), /"maxTokens" is 5000, expected 200 to 1500/);
});

test('mesh_outline lists the definitions of a file, the headings of a document, the files of a folder', async (t) => {
  const { ask } = await opened(t, harbour);
  assert.match(
    await ask('mesh_outline', { path: 'src/tideTable.ts' }),
    /1 entry, with their lines\..*1\. readTideTable line 2: Reads the tide table of a port\./s,
  );
  assert.match(await ask('mesh_outline', { path: 'docs/tides.md' }), /1\. Tides line 1/);
  const src = await ask('mesh_outline', { path: 'src' });
  assert.match(src, /src: 2 of 2 files.*1\. src\/tideTable\.ts: Reads the tide table of a port\..*2\. src\/crossing\.ts/s);
  assert.match(await ask('mesh_outline', { path: '.' }), /4 of 4 files/);
  await refused(ask('mesh_outline', { path: 'private/plan.md' }), /is not indexed|is not among the indexed files/);
  await refused(ask('mesh_outline', { path: 'nowhere' }), /does not exist in the workspace/);
});

test('paths outside, ignored, secret or missing are refused with the reason', async (t) => {
  const { ask, folder } = await opened(t, harbour);
  const outside = path.join(folder.parent, 'outside.md');
  fs.writeFileSync(outside, 'readTideTable\n');
  fs.symlinkSync(outside, path.join(folder.root, 'link.md'));
  fs.symlinkSync(path.join(folder.root, 'docs'), path.join(folder.root, 'papers'));
  const related = (file: string) => ask('mesh_related', { path: file, line: 1 });
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
  await refused(related('docs/none.md'), /is no file of the index/);
  await refused(related('docs'), /is a folder, expected a file$/);
  await refused(ask('mesh_search', { query: 'x', paths: ['private'] }), /is not indexed: ignored$/);
  await refused(ask('mesh_search', { query: 'x', paths: ['..'] }), /lies outside of the workspace$/);
  // A link to an inside path resolves to its target.
  assert.match(await related('papers/tides.md'), /src\/tideTable/);
});

test('no tool reveals anything outside the roots', async (t) => {
  const { ask, folder } = await opened(t, harbour, (root) => [path.join(root, 'docs')]);
  for (const [name, input] of [
    ['mesh_search', { query: 'readTideTable tide table port' }],
    ['mesh_search', { query: 'readTideTable tide table port', paths: ['.'] }],
    ['mesh_related', { path: 'docs/tides.md', line: 5 }],
    ['mesh_symbol', { name: 'readTideTable' }],
    ['mesh_overview', {}],
    ['mesh_outline', { path: 'docs' }],
    ['mesh_outline', { path: 'docs/tides.md' }],
  ] as const)
    assert.doesNotMatch(await ask(name, input), /src\/|canCross|export/, name);
  await refused(ask('mesh_related', { path: 'src/crossing.ts', line: 1 }), /lies outside of the client's roots$/);
  await refused(ask('mesh_search', { query: 'x', paths: ['src'] }), /lies outside of the client's roots$/);
  assert.ok(fs.existsSync(folder.root));
});

test('none of forty planted secrets is in a result of any tool', async (t) => {
  const files = Object.fromEntries(planted.map(({ kind, text }, i) => [`docs/secret${i}.md`, `# The marmot of ${kind}\n\n${text}\n`]));
  const { ask } = await opened(t, files);
  let result = await ask('mesh_overview', {});
  result += await ask('mesh_outline', { path: 'docs', maxTokens: 50_000 });
  for (const { kind } of planted) result += await ask('mesh_search', { query: `marmot ${kind}`, limit: 50, maxTokens: 50_000 });
  for (let i = 0; i < planted.length; i++) result += await ask('mesh_related', { path: `docs/secret${i}.md`, line: 3, limit: 50 });
  for (let i = 0; i < planted.length; i++) result += await ask('mesh_symbol', { name: 'marmot', paths: [`docs/secret${i}.md`] });
  assert.match(result, /values that look like secrets were masked/);
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
  const result = JSON.stringify(await runTool('mesh_related', { path: 'notes/notes.md', line: 3 }, context));
  assert.match(result, /harbour\/src\/tideTable\.ts/);
  assert.match(JSON.stringify(await runTool('mesh_search', { query: 'readTideTable', paths: ['notes'] }, context)), /notes\/notes\.md:/);
});

test('if nothing can be found because the index was cleared, the result says so', async (t) => {
  const { ask, service, folder } = await opened(t, harbour);
  await service.clear(folder.root);
  assert.match(await ask('mesh_search', { query: 'sandbank' }), /The index of folder "folder" was cleared: the user can rebuild it\./);
});

test('a missing folder is reported by name, not by path', async (t) => {
  const { ask, service, folder } = await opened(t, harbour);
  fs.rmSync(folder.root, { recursive: true });
  await service.update(folder.root);
  const result = await ask('mesh_search', { query: 'sandbank' });
  assert.match(result, /Folder "folder" cannot be searched: Cannot list folder "folder": it does not exist/);
  assert.ok(!result.includes(folder.root));
});

test('a cancelled call stops, and an unknown tool is refused', async (t) => {
  const { context } = await opened(t, harbour);
  const reason = new Error('enough');
  await assert.rejects(runTool('mesh_search', { query: 'tide' }, context, AbortSignal.abort(reason)), reason);
  await refused(
    runTool('mesh_write', {}, context),
    /There is no tool "mesh_write"; there are mesh_search, mesh_symbol, mesh_related, mesh_connect, mesh_impact, mesh_overview, mesh_outline/,
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
  const ask = async (name: string, input: Record<string, unknown>): Promise<string> =>
    fitResult(await runTool(name, input, context), resultTokens(name, input), async (text) => text.length / 4);
  return { folder, service, context, ask };
}
