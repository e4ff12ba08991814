/** The command line: its output, formats and exit codes, and what it does as a process with pipes and signals. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { cacheIn, type RanProgram, runHere } from '../support/inProcess.ts';
import { commandLine as program } from '../support/programs.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

const files = {
  'docs/tides.md': '# Tides\n\nThe tide table tells pilots when the sandbank at Port Wexley can be crossed.\n',
  'src/tideTable.ts':
    '/** Reads the tide table of a port. */\nexport function readTideTable(text: string): string[] {\n  return text.split("x");\n}\n',
  'src/crossing.ts':
    'import { readTideTable } from "./tideTable.ts";\n\nexport const canCross = (text: string) => readTideTable(text).length > 0;\n',
  'picture.png': '\u0000\u0001',
};

test('index reports counts, times and, on request, a digest, and reads nothing the second time', async (t) => {
  const cli = commandLine(t, files);
  const first = await cli.json(['index', cli.folder.root, '--digest']);
  assert.deepEqual(Object.keys(first), [
    ...[
      'folder',
      'files',
      'filesRead',
      'filesUnchanged',
      'chunks',
      'entities',
      'bytes',
      'skipped',
      'encodings',
      'indexBytes',
      'ms',
      'cpuMs',
      'peakRssBytes',
    ],
    'digest',
  ]);
  assert.equal(first.folder, cli.folder.root);
  assert.equal(first.files, 3);
  assert.deepEqual(first.skipped, { binary: 1 });
  assert.match(first.digest, /^[0-9a-f]{64}$/);
  assert.ok(first.ms > 0 && first.cpuMs > 0 && first.peakRssBytes > 1e7 && first.indexBytes > 0);
  const second = await cli.json(['index', '--dir', cli.folder.root, '--verify', '--digest']);
  assert.deepEqual([second.filesRead, second.filesUnchanged, second.digest, second.difference], [0, 4, first.digest, null]);
  assert.equal((await cli.json(['index', cli.folder.root])).digest, undefined);
});

test('index --verify names the first difference and exits with 1', async (t) => {
  const cli = commandLine(t, files);
  await cli.json(['index', cli.folder.root]);
  const same = fs.statSync(path.join(cli.folder.root, 'docs/tides.md'));
  cli.folder.write('src/new.ts', 'export const unseen = 1;\n');
  const { status, stdout, stderr } = await cli.run(['index', cli.folder.root, '--no-update', '--verify', '--json']);
  assert.ok(same.size > 0);
  assert.equal(status, 1);
  assert.equal(JSON.parse(stdout).difference, 'src/new.ts is missing from the index');
  assert.match(stderr, /differs from a rebuild: src\/new\.ts is missing/);
});

test('the index is in the user’s cache directory, or where --index puts it', async (t) => {
  const cli = commandLine(t, files);
  await cli.json(['index', cli.folder.root]);
  const made = fs.readdirSync(path.join(cli.folder.parent, 'cache/meshrag')).sort().join();
  assert.match(made, /^[0-9a-f]{32}\.index,folders$/);
  const own = path.join(cli.folder.parent, 'own.index');
  await cli.json(['search', 'tide', '--dir', cli.folder.root, '--index', own]);
  assert.ok(fs.existsSync(own));
});

test('search returns ranked places with evidence', async (t) => {
  const cli = commandLine(t, files);
  const answer = await cli.json(['search', 'when', 'can', 'the sandbank be crossed', '--dir', cli.folder.root, '-k', '2']);
  assert.deepEqual(Object.keys(answer), ['query', 'system', 'ms', 'openMs', 'results']);
  assert.equal(answer.query, 'when can the sandbank be crossed');
  assert.equal(answer.system, 'mesh');
  assert.ok(answer.results.length <= 2);
  const [first] = answer.results;
  assert.deepEqual(Object.keys(first), ['rank', 'path', 'startLine', 'endLine', 'title', 'score', 'evidence']);
  assert.deepEqual([first.rank, first.path, first.startLine, first.endLine], [1, 'docs/tides.md', 1, 3]);
  const evidence = first.evidence.find((one: { kind: string }) => one.kind === 'term');
  assert.ok(evidence.keys.includes('sandbank'));
  assert.equal(evidence.line, 3);
});

test('search --batch answers one query per line with one line each', async (t) => {
  const cli = commandLine(t, files);
  const queries = path.join(cli.folder.parent, 'queries.txt');
  fs.writeFileSync(queries, 'tide table\n\nreadTideTable\r\n');
  const { stdout, status } = await cli.run(['search', '--dir', cli.folder.root, '--batch', queries, '--system', 'bm25']);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(status, 0);
  assert.deepEqual(
    lines.map(({ query }) => query),
    ['tide table', 'readTideTable'],
  );
  assert.ok(lines.every(({ system }) => system === 'bm25'));
});

test('ask answers with citations, and says so if nothing is found', async (t) => {
  const cli = commandLine(t, files);
  const answer = await cli.json(['ask', 'When can the sandbank at Port Wexley be crossed?', '--dir', cli.folder.root]);
  assert.deepEqual(Object.keys(answer), [
    ...['question', 'found', 'state', 'answer', 'blocks', 'seeAlso', 'citations', 'system', 'model', 'ms', 'openMs', 'notes'],
  ]);
  assert.equal(answer.found, true);
  assert.deepEqual(Object.keys(answer.citations[0]), ['n', 'path', 'startLine', 'endLine', 'quote']);
  assert.equal(answer.model, null);
  assert.equal(answer.state, 'answer');
  assert.deepEqual(Object.keys(answer.blocks[0]), ['n', 'path', 'startLine', 'endLine', 'subject', 'pieces']);
  const none = await cli.run(['ask', 'marmalade with bitter oranges', '--dir', cli.folder.root, '--json']);
  assert.equal(none.status, 0);
  assert.deepEqual([JSON.parse(none.stdout).found, JSON.parse(none.stdout).citations], [false, []]);
});

test('the closest places are marked as such, and what occurs nowhere is named', async (t) => {
  const cli = commandLine(t, files);
  const { stdout } = await cli.run(['ask', 'why does the sandbank at Port Wexley move during storms', '--dir', cli.folder.root, '--text']);
  assert.match(stdout, /^The closest place is Tides\. It may not answer the question\.\n\ndocs\/tides\.md:3 {2}Tides \[1\]\n/);
  assert.match(stdout, /\n1 of 2 sources · /);
  const named = (await cli.run(['ask', 'Does the sandbank at Port Wexley move with the Zeppelin?', '--dir', cli.folder.root, '--text']))
    .stdout;
  assert.match(named, /^Nothing in this workspace mentions Zeppelin\.\n/);
  assert.match(
    (await cli.run(['ask', 'marmalade', '--dir', cli.folder.root, '--text'])).stdout,
    /^Nothing in this workspace matches the question\. Looked for: marmalade\.\nLooked in 3 files\./,
  );
  const empty = commandLine(t, {});
  assert.match((await empty.run(['ask', 'tide', '--dir', empty.folder.root, '--text'])).stdout, /No file of this folder is indexed\./);
  assert.match(
    (await empty.run(['communities', '--dir', empty.folder.root, '--text'])).stdout,
    /^No communities: no places in this folder share/,
  );
});

test('keywords after another question are searched alone if they find nothing together with it', async (t) => {
  const cli = commandLine(t, {
    ...files,
    'docs/tea.md': '# Tea\n\nGyokuro wants 55 degrees.\n',
    'docs/sencha.md': '# Sencha\n\nSencha wants 70 degrees.\n',
  });
  const after = ['--after', 'how hot should the gyokuro of the harbour be?', '--dir', cli.folder.root];
  assert.equal((await cli.json(['ask', 'sencha', ...after])).citations[0].quote, 'Sencha wants 70 degrees.');
});

test('related takes PATH:LINE from the folder or the working directory', async (t) => {
  const cli = commandLine(t, files);
  const fromFolder = await cli.json(['related', 'src/crossing.ts:3', '--dir', cli.folder.root]);
  assert.deepEqual([fromFolder.path, fromFolder.line, fromFolder.results[0].path], ['src/crossing.ts', 3, 'src/tideTable.ts']);
  assert.deepEqual([fromFolder.results[0].relation, fromFolder.results[0].subject], ['defines', 'readTideTable']);
  const fromWork = await cli.run(['related', 'crossing.ts:3:7', '--dir', '..', '--json'], { cwd: path.join(cli.folder.root, 'src') });
  assert.deepEqual(JSON.parse(fromWork.stdout).path, 'src/crossing.ts');
  const skipped = await cli.run(['related', 'picture.png:1', '--dir', cli.folder.root]);
  assert.equal(skipped.status, 1);
  assert.match(skipped.stderr, /"picture\.png" is not indexed: binary/);
  assert.equal((await cli.run(['related', 'src/crossing.ts', '--dir', cli.folder.root])).status, 2);
  const past = await cli.run(['related', 'src/crossing.ts:4', '--dir', cli.folder.root]);
  assert.deepEqual([past.status, past.stderr.trim()], [1, 'meshrag: "src/crossing.ts" has 3 lines, so there is no line 4']);
});

test('symbol names definitions, users and sentences, or the nearest names', async (t) => {
  const cli = commandLine(t, files);
  const answer = await cli.json(['symbol', 'readTideTable', '--dir', cli.folder.root]);
  assert.equal(answer.name, 'readTideTable');
  assert.deepEqual(
    answer.definitions.map(({ path: file, kind }: { path: string; kind: string }) => `${file} ${kind}`),
    ['src/tideTable.ts function'],
  );
  const uses = answer.uses.map(
    ({ kind, path: file, lines }: { kind: string; path: string; lines: number[] }) => `${kind} ${file}:${lines}`,
  );
  assert.ok(uses.includes('imports src/crossing.ts:1') && uses.includes('calls src/crossing.ts:3'), uses.join('; '));
  const text = await cli.run(['symbol', 'readTideTable', '--dir', cli.folder.root, '--text']);
  assert.match(
    text.stdout,
    /^src\/tideTable\.ts:\d+ {2}function\n {4}export function readTideTable[\s\S]*\nimports\n {4}src\/crossing\.ts:1\ncalls\n {4}src\/crossing\.ts:3\n/,
  );
  const unknown = await cli.run(['symbol', 'readTidetabel', '--dir', cli.folder.root, '--text']);
  assert.deepEqual([unknown.status, unknown.stdout], [0, 'Nothing is known about "readTidetabel"; nearest: readTideTable.\n']);
  const missing = await cli.run(['symbol', '--dir', cli.folder.root]);
  assert.deepEqual([missing.status, missing.stderr.trim().split('\n')[0]], [2, 'meshrag: The name is missing']);
});

test('communities returns groups with places', async (t) => {
  const more = Object.fromEntries(
    Array.from({ length: 6 }, (_, i) => [
      [`src/p${i}.ts`, `lighthouseLamp(fogSignal);\nexport const use${i} = 1;\n`],
      [`src/pier${i}.ts`, `export const pierLength${i} = ${i};\n`],
    ]).flat(),
  );
  const cli = commandLine(t, {
    ...files,
    ...more,
    'src/lamp.ts': 'export function lighthouseLamp(fog) {}\n\nexport function fogSignal() {}\n',
  });
  const answer = await cli.json(['communities', '--dir', cli.folder.root]);
  assert.equal(answer.folder, cli.folder.root);
  assert.ok(answer.communities.length > 0 && answer.coverage > 0 && answer.coverage <= 1);
  const [community] = answer.communities;
  assert.deepEqual(Object.keys(community), ['id', 'name', 'size', 'entities', 'chunks']);
  assert.deepEqual(Object.keys(community.chunks[0]), ['path', 'startLine', 'endLine']);
});

test('overview names entry points and parts, outline what a file defines or a folder contains', async (t) => {
  const cli = commandLine(t, { ...files, 'package.json': '{\n  "name": "harbour",\n  "bin": "src/crossing.ts"\n}\n' });
  const dir = ['--dir', cli.folder.root];
  const answer = await cli.json(['overview', ...dir]);
  assert.deepEqual(answer.entryPoints, [{ name: 'harbour', kind: 'command', path: 'src/crossing.ts', line: 1 }]);
  assert.ok(answer.parts.length > 0 && answer.parts.every((part: { files: unknown[] }) => part.files.length > 0));
  assert.match(
    (await cli.run(['overview', ...dir, '--text'])).stdout,
    /^Entry points\n {4}src\/crossing\.ts:1 {2}harbour command\nStart with\n/m,
  );
  const outline = await cli.json(['outline', 'src/tideTable.ts', ...dir]);
  assert.equal(outline.path, 'src/tideTable.ts');
  assert.ok(outline.entries.some(({ name }: { name: string }) => name === 'readTideTable'));
  assert.equal((await cli.json(['outline', 'src', ...dir])).files[0].path, 'src/tideTable.ts');
  assert.match((await cli.run(['outline', 'src', ...dir, '--text'])).stdout, /^src\/tideTable\.ts/);
  const none = await cli.run(['outline', 'nowhere', ...dir]);
  assert.deepEqual([none.status, none.stderr], [1, 'meshrag: "nowhere" is neither an indexed file nor a folder with one\n']);
});

test('--no-update queries the index as it is stored', async (t) => {
  const cli = commandLine(t, files);
  await cli.json(['index', cli.folder.root]);
  cli.folder.write('docs/new.md', '# Marmalade\n\nBitter oranges.\n');
  assert.deepEqual((await cli.json(['search', 'marmalade', '--dir', cli.folder.root, '--no-update'])).results, []);
  assert.equal((await cli.json(['search', 'marmalade', '--dir', cli.folder.root])).results[0].path, 'docs/new.md');
});

test('an invalid command line exits with 2 and explains the right usage', async (t) => {
  const cli = commandLine(t, files);
  const check = async (args: string[], message: RegExp): Promise<void> => {
    const { status, stderr, stdout } = await cli.run(args);
    assert.equal(status, 2, args.join(' '));
    assert.match(stderr, message);
    if (stdout !== '') assert.ok(JSON.parse(stdout).error);
  };
  await check([], /meshrag COMMAND/);
  await check(['serch', 'x'], /There is no command "serch"; did you mean search\?/);
  await check(['frobnicate'], /there are index, search/);
  await check(['search'], /The query is missing/);
  await check(['ask', '  '], /The question is missing/);
  await check(['search', 'x', '--nope'], /There is no option "--nope" here; .*\nmeshrag search --help explains it\./);
  await check(['search', 'x', '-k', '0'], /-k is "0", expected a whole number from 1 to 100/);
  await check(['search', 'x', '-k', 'ten'], /-k is "ten"/);
  await check(['search', 'x', '--system', 'oracle'], /There is no system "oracle"; there are mesh/);
  await check(['index', 'a', 'b'], /index takes one folder, got 2/);
  await check(['related', 'a:0'], /expected PATH:LINE/);
});

test('several folders are searched as one, and each result names its folder', async (t) => {
  const cli = commandLine(t, { 'docs/tides.md': files['docs/tides.md'] });
  const other = workFolder(t, { 'src/tideTable.ts': files['src/tideTable.ts'] });
  const both = ['--dir', cli.folder.root, '--dir', other.root];
  const { results } = await cli.json(['search', 'tide table port', ...both]);
  const placesOf = (results: readonly { folder: string; path: string }[]) => results.map(({ folder, path: file }) => [folder, file]).sort();
  const places = [
    [cli.folder.root, 'docs/tides.md'],
    [other.root, 'src/tideTable.ts'],
  ].sort();
  assert.deepEqual(placesOf(results), places);
  const { blocks, citations } = await cli.json(['ask', 'Who reads the tide table of a port?', ...both]);
  assert.ok(blocks.length > 0 && [...blocks, ...citations].every(({ folder }) => folder === cli.folder.root || folder === other.root));
  // Both are called folder, so the name of the parent distinguishes them.
  const name = `${path.basename(other.parent)}/folder`;
  assert.ok((await cli.run(['search', 'tide table port', ...both, '--text'])).stdout.includes(`${name}/src/tideTable.ts:1`));
  const asOne = await cli.json(['search', 'tide table port', '--dir', other.root, '--dir', `${other.root}/.`]);
  assert.deepEqual([asOne.results.length, asOne.results[0].folder], [1, undefined]);
  assert.match(
    (await cli.run(['search', 'x', ...both, '--index', 'one.index'])).stderr,
    /--index names the index of one folder, and there are 2/,
  );
  assert.match(
    (await cli.run(['ask', 'x', '--dir', other.root, '--dir', '/no/such/folder'])).stderr,
    /Cannot open folder "\/no\/such\/folder"/,
  );
});

test('folders that are missing, no folder, or empty', async (t) => {
  const cli = commandLine(t, {});
  const missing = await cli.run(['search', 'x', '--dir', '/no/such/folder', '--json']);
  assert.equal(missing.status, 1);
  assert.equal(JSON.parse(missing.stdout).error, 'Cannot open folder "/no/such/folder": it does not exist');
  assert.match((await cli.run(['index', program])).stderr, /it is a file, expected a directory/);
  const empty = await cli.json(['index', cli.folder.root]);
  assert.deepEqual([empty.files, empty.chunks, empty.skipped], [0, 0, {}]);
  assert.deepEqual((await cli.json(['search', 'x', '--dir', cli.folder.root])).results, []);
  assert.deepEqual((await cli.json(['communities', '--dir', cli.folder.root])).communities, []);
  assert.match((await cli.run(['overview', '--dir', cli.folder.root, '--text'])).stdout, /^No file of this folder is indexed/);
});

test('questions of one character and of 100 kB', async (t) => {
  const cli = commandLine(t, files);
  assert.equal((await cli.json(['ask', '?', '--dir', cli.folder.root])).found, false);
  assert.equal((await cli.json(['ask', 'tide '.repeat(20_000), '--dir', cli.folder.root])).question.length, 100_000);
  assert.equal((await cli.json(['search', '--dir', cli.folder.root, '--', '--tide'])).query, '--tide');
});

test('no name and no content reaches the terminal as a command', {
  skip: process.platform === 'win32' && 'on Windows there are no such names',
}, async (t) => {
  const cli = commandLine(t, {
    'evil\u001b[31m\u0007\nname.md': '# Tide \u001b]0;owned\u0007 table \u202e\n\nThe tide turns \u001b[2J here.\n',
  });
  for (const command of ['search', 'ask']) {
    const { stdout, status } = await cli.run(
      [command, 'tide turns', '--dir', cli.folder.root, '--text', '--explain'].filter(
        (word) => command === 'search' || word !== '--explain',
      ),
    );
    assert.equal(status, 0);
    assert.match(stdout, /evil/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  }
});

test('help fits a screen and has three examples', async (t) => {
  const cli = commandLine(t, {});
  const { stdout, status } = await cli.run(['--help']);
  assert.equal(status, 0);
  const lines = stdout.trimEnd().split('\n');
  assert.ok(lines.length <= 24 && lines.every((line) => line.length <= 80), stdout);
  assert.equal(lines.filter((line) => line.startsWith('  meshrag ')).length, 3);
  assert.match((await cli.run(['search', '--help'])).stdout, /^meshrag search QUERY/);
  for (const command of [
    'index',
    'search',
    'ask',
    'related',
    'connect',
    'symbol',
    'export',
    'import',
    'overview',
    'outline',
    'communities',
    'drift',
    'mcp',
    'eval',
  ]) {
    const help = (await cli.run([command, '--help'])).stdout;
    // Options in the usage line are described below it, and no others.
    const named = new Set(help.slice(0, help.indexOf('\n\n')).match(/--\w[\w-]*/g));
    for (const option of named) assert.ok(help.split(option).length > 2, `${command} ${option}`);
    assert.equal(help.includes('--dir DIR'), command !== 'eval', command);
    assert.ok(
      help.split('\n').every((line) => line.length <= 100),
      help,
    );
  }
  assert.match((await cli.run(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
});

test('a reader that closes the pipe early is no failure', async (t) => {
  const cli = commandLine(
    t,
    Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`t${i}.md`, `# Tide ${i}\n\nThe tide turns at hour ${i}.\n`])),
  );
  const queries = path.join(cli.folder.parent, 'queries.txt');
  fs.writeFileSync(queries, 'tide turns at hour\n'.repeat(2000));
  const child = spawn(process.execPath, [program, 'search', '--dir', cli.folder.root, '--batch', queries, '-k', '50'], {
    env: { ...process.env, ...cli.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (data) => (errors += data));
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const [code] = await once(child, 'exit');
  assert.equal(code, 0, errors);
  assert.equal(errors, '');
});

test('Ctrl-C stops at once and leaves an index that works', {
  skip: process.platform === 'win32' && 'on Windows there are no signals',
}, async (t) => {
  const many = Object.fromEntries(
    Array.from({ length: 1500 }, (_, i) => [`f${i}.md`, `# Title ${i}\n\n${`word${i} tide `.repeat(300)}\n`]),
  );
  const cli = commandLine(t, many);
  const child = spawn(process.execPath, [program, 'index', cli.folder.root, '--digest', '--json'], {
    env: { ...process.env, ...cli.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (data) => (errors += data));
  // Wait until the index exists: the build has begun.
  const cache = path.join(cli.folder.parent, 'cache/meshrag');
  while (!fs.existsSync(cache) && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => setTimeout(resolve, 150));
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  assert.equal(code, 130, errors);
  assert.equal(errors, 'Interrupted.\n');
  assert.equal((await cli.json(['index', cli.folder.root, '--verify'])).difference, null);
});

test('two processes may index one folder into one file at the same time', async (t) => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}.md`, `# Title ${i}\n\n${`word${i} tide `.repeat(200)}\n`]));
  const cli = commandLine(t, many);
  const runs = Array.from({ length: 2 }, async () => {
    const child = spawn(process.execPath, [program, 'index', cli.folder.root, '--digest', '--json'], {
      env: { ...process.env, ...cli.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    const [code] = await once(child, 'close');
    return { code, digest: JSON.parse(output).digest };
  });
  const [one, other] = await Promise.all(runs);
  assert.deepEqual([one?.code, other?.code], [0, 0]);
  assert.equal(one?.digest, other?.digest);
  const after = await cli.json(['index', cli.folder.root, '--verify', '--digest']);
  assert.deepEqual([after.files, after.filesRead, after.difference, after.digest], [300, 0, null, one?.digest]);
});

interface CommandLine {
  readonly folder: WorkFolder;
  readonly env: Readonly<Record<string, string>>;
  run(args: readonly string[], options?: { cwd: string }): Promise<RanProgram>;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look at whatever shape it has
  json(args: readonly string[]): Promise<any>;
}

/** A folder with the files, and the command line with its own cache directory. */
function commandLine(t: TestContext, content: Readonly<Record<string, string>>): CommandLine {
  const folder = workFolder(t, content);
  const env = cacheIn(folder.parent);
  const run: CommandLine['run'] = (args, options) => runHere(args, env, options);
  return {
    folder,
    env,
    run,
    async json(args) {
      const { status, stdout, stderr } = await run([...args, ...(args.includes('--') ? [] : ['--json'])]);
      assert.equal(status, 0, stderr);
      assert.equal(stdout.trimEnd().split('\n').length, 1, 'one JSON value');
      return JSON.parse(stdout);
    },
  };
}
