// npm test [-- STEP... | FILE.test.ts... ] [--filter=PATTERN]: checks everything, or the named steps, or the named test files.
// The last line is the total: "N passed, N failed", with ", N skipped" added when this machine could not run something.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir, installNode } from './lib/cache.js';
import { onPinnedNode, root } from './lib/pinnedNode.js';
import { run, runSteps, Skip } from './lib/steps.js';

/** @typedef {import('./lib/steps.js').Counts} Counts */

/** The oldest that keeps an index. */
const olderNode = '22.13.0';
const artifacts = path.join(root, 'test/.artifacts');
const node = process.execPath;
/** Most tests start our programs repeatedly; caches what Node compiled. */
const compiled = { NODE_COMPILE_CACHE: path.join(artifacts, 'compiled') };

const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const filter = options.find((option) => option.startsWith('--filter='))?.slice('--filter='.length);

/** As many test files at a time: one more than cores, since many wait for timers and for what they have started. */
const concurrency = `--test-concurrency=${os.availableParallelism() + 1}`;

/** @type {import('./lib/steps.js').Step[]} */
const steps = [
  {
    name: 'types',
    what: 'strict TypeScript',
    run: () => all([[], ['-p', 'src/engine'], ['-p', 'src/webview']].map((args) => tool('typescript', 'tsc', ...args))),
  },
  {
    name: 'lint',
    what: 'style, layers, import cycles',
    run: () => all([tool('@biomejs/biome', 'biome', 'ci', '--error-on-warnings', ...(process.stdout.isTTY ? [] : ['--colors=off']))]),
  },
  {
    name: 'unit',
    what: 'unit, property and server tests',
    run: () => nodeTests(testFiles(), node, [concurrency], compiled),
  },
  { name: 'node22', what: `tests of the engine and of what is stored on this machine, on Node ${olderNode}`, run: testsOnOlderNode },
  { name: 'build', what: 'the bundles of dist/', run: () => all([['esbuild.js']]) },
  { name: 'vscode', what: "tests inside VS Code's extension host", run: extensionTests },
  { name: 'e2e', what: 'VS Code in a real browser', run: () => browserTests((file) => !isPackaged(file)) },
  { name: 'package', what: 'the packaged extension, VS Code with it installed, and the npm package', run: packagedTests },
];

await onPinnedNode(fileURLToPath(import.meta.url), async () => {
  fs.mkdirSync(artifacts, { recursive: true });
  const files = names.filter((name) => name.endsWith('.test.ts')).map((name) => path.relative(root, path.resolve(name)));
  if (files.length > 0) return runSteps([{ name: 'files', what: files.join(' '), run: () => nodeTests(files, node, [], compiled) }]);
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined || options.some((option) => !option.startsWith('--filter='))) {
    console.error(`npm test -- [STEP...] [FILE.test.ts...] [--filter=PATTERN]\n\nThe steps are:`);
    for (const { name, what } of steps) console.error(`  ${name.padEnd(8)} ${what}`);
    if (unknown !== undefined) console.error(`\nThere is no step "${unknown}".`);
    return unknown === undefined && options.includes('--help') ? 0 : 2;
  }
  return runSteps(names.length === 0 ? steps : steps.filter((step) => names.includes(step.name)));
});

/**
 * Arguments that run an installed tool by its own `bin` entry.
 * @param {string} packageName
 * @param {string} bin
 * @param {...string} args
 */
function tool(packageName, bin, ...args) {
  const folder = path.join(root, 'node_modules', packageName);
  const { bin: bins } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return [path.join(folder, bins[bin]), ...args];
}

/**
 * Runs every command line on this Node and counts those that succeed.
 * @param {string[][]} commands
 * @returns {Promise<Counts>}
 */
async function all(commands) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const command of commands) counts[(await run(node, command, { timeoutMs: 300_000 })) === 0 ? 'passed' : 'failed']++;
  return counts;
}

/** Test files that need neither VS Code nor a browser. */
function testFiles() {
  return findTests().filter((file) => !/^test\/(extension|e2e|npm)\//.test(file));
}

/** @returns {string[]} relative to the project, with "/" */
function findTests() {
  const files = fs.readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' });
  return files
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && !/^test\/(\.artifacts|fixtures)\//.test(file))
    .sort();
}

/** @param {string} file */
function isPackaged(file) {
  return path.basename(file) === 'packaged.test.ts';
}

/**
 * Runs test files with node:test on the Node at `executable`.
 * @param {string[]} files
 * @param {string} executable
 * @param {string[]} [flags]
 * @param {Record<string, string>} [env]
 * @param {number} [timeoutMs] of all files together
 * @returns {Promise<Counts>}
 */
async function nodeTests(files, executable, flags = [], env = {}, timeoutMs = 1_800_000) {
  if (files.length === 0) throw new Error('There are no test files');
  const reporter = `--test-reporter=./scripts/lib/reporter.js`;
  const args = ['--test', reporter, ...flags, ...(filter ? [`--test-name-pattern=${filter}`] : []), ...files];
  return counted(path.join(artifacts, `counts-${process.pid}.json`), (file) =>
    run(executable, args, { timeoutMs, env: { ...env, MESHRAG_COUNTS: file } }),
  );
}

/**
 * Runs something that writes its counts to a file. Ending without them, or failing without a counted failure, is a failure.
 * @param {string} file
 * @param {(file: string) => Promise<number | undefined>} start
 * @returns {Promise<Counts>}
 */
async function counted(file, start) {
  fs.rmSync(file, { force: true });
  const code = await start(file);
  if (code === undefined) throw new Error('it did not end in time and was stopped');
  if (!fs.existsSync(file)) throw new Error(`it ended with code ${code} and left no counts`);
  /** @type {Counts} */
  const counts = JSON.parse(fs.readFileSync(file, 'utf8'));
  fs.rmSync(file);
  if (code !== 0 && counts.failed === 0) throw new Error(`it ended with code ${code} after ${counts.passed} passed tests`);
  return counts;
}

/** @returns {Promise<Counts>} */
async function testsOnOlderNode() {
  const older = await orSkip(() => installNode(olderNode), `Node ${olderNode} cannot be had here`);
  return nodeTests(
    testFiles().filter((file) => /^test\/(engine|storage\/(?!postgres\/))/.test(file)),
    older,
    [concurrency],
    // There, node:sqlite warns once per process that it is experimental, and so does type stripping.
    { ...compiled, NODE_OPTIONS: '--disable-warning=ExperimentalWarning --experimental-strip-types' },
  );
}

/** @returns {Promise<Counts>} */
async function extensionTests() {
  requireBuild();
  await prepareHost();
  return counted(path.join(artifacts, `extension-tests-${process.pid}.json`), (file) =>
    run(node, ['test/support/extensionTests.ts', file], { timeoutMs: 900_000, env: filter ? { MESHRAG_TEST_FILTER: filter } : {} }),
  );
}

/**
 * @param {(file: string) => boolean} wanted
 * @returns {Promise<Counts>}
 */
async function browserTests(wanted) {
  requireBuild();
  await prepareHost();
  // One window at a time: each is a VS Code, a language server and a browser, and two of them on two cores take so long over some steps
  // that a wait runs out which says nothing about the extension.
  const files = findTests().filter((file) => file.startsWith('test/e2e/') && wanted(file));
  return nodeTests(files, node, ['--test-concurrency=1', '--test-timeout=600000'], {}, 3_600_000);
}

/** @returns {Promise<Counts>} */
async function packagedTests() {
  const packed = await all([['scripts/package.js']]);
  if (packed.failed > 0) throw new Error('the extension could not be packaged');
  const installed = await npmPackageTests();
  const tested = await browserTests(isPackaged);
  return {
    passed: packed.passed + installed.passed + tested.passed,
    failed: installed.failed + tested.failed,
    skipped: installed.skipped + tested.skipped,
  };
}

/** The npm package on this Node, and on the oldest one that keeps an index where that can be had. */
async function npmPackageTests() {
  requireBuild();
  const files = findTests().filter((file) => file.startsWith('test/npm/'));
  const oldest = await installNode(olderNode).catch(() => undefined);
  const { passed, failed, skipped } = await nodeTests(files, node, [], oldest === undefined ? {} : { MESHRAG_NODE_OLDEST: oldest });
  return { passed, failed, skipped: skipped + (oldest === undefined ? 1 : 0) };
}

function requireBuild() {
  if (!fs.existsSync(path.join(root, 'dist/extension.cjs'))) throw new Error('dist/extension.cjs is not there: run the step "build" first');
}

async function prepareHost() {
  const { installBrowser, installHost } = await import('../test/support/host/install.ts');
  await orSkip(async () => {
    await installHost();
    await installBrowser();
  }, `VS Code for tests cannot be had here (cache: ${cacheDir()})`);
}

/**
 * @template T
 * @param {() => Promise<T>} install
 * @param {string} reason
 * @returns {Promise<T>}
 */
async function orSkip(install, reason) {
  try {
    return await install();
  } catch (error) {
    throw new Skip(`${reason}: ${error instanceof Error ? error.message : error}`);
  }
}
