// npm test [-- STEP... | PATH...] [--full] [--busy=N] [--filter=PATTERN]: checks everything, or the named steps, or what belongs to the
// paths (test files, folders of tests, sources). The last line is the total: "N passed, N failed", with ", N skipped" added when this
// machine could not run something.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir, installNode } from './lib/cache.js';
import { onPinnedNode, root } from './lib/pinnedNode.js';
import { flakyPermitted, run, runSteps, Skip } from './lib/steps.js';
import { allTests, testsOf, unitTests } from './lib/testFiles.js';
import { lint, types } from './lib/tools.js';

/** @typedef {import('./lib/steps.js').Counts} Counts */
/** @typedef {import('./lib/steps.js').Step} Step */

/** The oldest that keeps an index. */
const olderNode = '22.13.0';
const artifacts = path.join(root, 'test/.artifacts');
const node = process.execPath;
/** Most tests start our programs repeatedly; caches what Node compiled. */
const compiled = { NODE_COMPILE_CACHE: path.join(artifacts, 'compiled') };
/** The programs as they are built start in half the time; without the step `build` they are started from source. */
const builtPrograms = () => (isWanted('build') ? { ...compiled, MESHRAG_BUILT: '1' } : compiled);
/** Rounds and histories that are drawn; `npm test` runs a fixed sample of them. */
const fullRounds = {
  MESHRAG_FULL: '1',
  MESHRAG_KILL_ROUNDS: '100',
  MESHRAG_HISTORIES: '100',
  MESHRAG_PROPERTY_RUNS: '1000',
  MESHRAG_FUZZ_ROUNDS: '8000',
  MESHRAG_FUZZ_SECONDS: '30',
};

const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const optionValue = (/** @type {string} */ name) => options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3);
const filter = optionValue('filter');
const busy = Number(optionValue('busy') ?? 0);
const isFull = options.includes('--full');

/** Whether a step is part of this run. @param {string} step */
const isWanted = (step) => names.length === 0 || names.includes(step);

/**
 * Of VS Code and the browser, which several lists need.
 * @type {Promise<void> | undefined}
 */
let installation;

/** As many test files at a time as there are cores: what waits leaves its core to the windows. */
const concurrency = os.availableParallelism();

/**
 * The tests in a browser that no step has begun yet: at the end, both lists take from it, each one window at a time.
 * @type {string[]}
 */
const windowFiles = browserTests();
const browserStep = { name: 'e2e', what: 'VS Code in a real browser', after: 'build', run: () => windowTests(windowFiles) };

/** @type {Step[]} */
const nodeSteps = [
  { name: 'types', what: 'strict TypeScript', run: () => all(types()) },
  { name: 'lint', what: 'style, layers, import cycles', run: () => all([lint()]) },
  {
    name: 'unit',
    what: 'unit, property and server tests',
    after: 'build',
    run: () => nodeTests(unitTests(), { concurrency, env: builtPrograms() }),
  },
  { name: 'node22', what: `what is stored on this machine, and a search, on Node ${olderNode}`, run: testsOnOlderNode },
  browserStep,
];
/**
 * Run at the same time as the others.
 * @type {Step[]}
 */
const windowSteps = [
  { name: 'build', what: 'the bundles of dist/', run: () => all([['esbuild.js']]) },
  { name: 'vscode', what: "tests inside VS Code's extension host", run: () => extensionTests([]) },
  { name: 'package', what: 'the packaged extension, VS Code with it installed, and the npm package', run: packagedTests },
  browserStep,
];
const steps = [...new Set([...nodeSteps, ...windowSteps])];

await onPinnedNode(fileURLToPath(import.meta.url), async () => {
  fs.mkdirSync(artifacts, { recursive: true });
  const wanted = names.filter((name) => steps.some((step) => step.name === name));
  const paths = names.filter((name) => !wanted.includes(name)).map((name) => path.relative(root, path.resolve(name)).replaceAll('\\', '/'));
  const without = paths.find((name) => testsOf(name).length === 0);
  if (without !== undefined || options.some((option) => !/^--(filter=.+|busy=\d+|full)$/.test(option))) {
    console.error('npm test -- [STEP...] [PATH...] [--full] [--busy=N] [--filter=PATTERN]\n\nThe steps are:');
    for (const { name, what } of steps) console.error(`  ${name.padEnd(8)} ${what}`);
    console.error('\nA path is a test file, a folder of tests, or a source whose tests are to run.');
    console.error('--full runs every drawn round instead of a sample; --busy=N keeps each core busy with N loops meanwhile.');
    if (without !== undefined) console.error(`\n"${without}" is neither a step nor a path with tests.`);
    return without === undefined && options.includes('--help') ? 0 : 2;
  }
  const loops = Array.from({ length: busy * os.availableParallelism() }, () => spawn(node, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  const endLoops = () => loops.forEach((loop) => void loop.kill('SIGKILL'));
  process.once('exit', endLoops);
  try {
    if (paths.length > 0)
      return await runSteps([...steps.filter(({ name }) => wanted.includes(name)), ...stepsFor(paths.flatMap((name) => testsOf(name)))]);
    return await runSteps(
      nodeSteps.filter(({ name }) => isWanted(name)),
      windowSteps.filter(({ name }) => isWanted(name)),
    );
  } finally {
    endLoops();
  }
});

/**
 * The test files by what runs them.
 * @param {string[]} files
 * @returns {Step[]}
 */
function stepsFor(files) {
  const windowed = files.filter(isWindowed);
  const hosted = files.filter(isHosted);
  const plain = files.filter((file) => !isWindowed(file) && !isHosted(file));
  const what = (/** @type {string[]} */ some) => (some.length > 3 ? `${some.length} files` : some.join(' '));
  return [
    { name: 'files', what: what(plain), run: () => nodeTests(plain, { concurrency: Math.min(concurrency, plain.length) }) },
    { name: 'vscode', what: what(hosted), run: () => extensionTests(hosted) },
    { name: 'e2e', what: what(windowed), run: () => windowTests(windowed) },
  ].filter((step) => step.what !== '');
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

/**
 * @typedef {{ executable?: string, concurrency?: number, env?: Record<string, string>, timeoutMs?: number }} How
 *   `executable`: another Node than this one; `timeoutMs` is for all files together
 */

/**
 * Runs test files with node:test. Where few fail, these are run once more, one after the other; those that pass then are flaky.
 * @param {string[]} files
 * @param {How} [how]
 * @returns {Promise<Counts>}
 */
async function nodeTests(files, how = {}) {
  const { failing = [], ...first } = await runFiles(files, how);
  if (failing.length === 0 || failing.length > flakyPermitted) return first;
  const again = await runFiles(failing, { ...how, concurrency: 1 });
  const flaky = failing.filter((file) => !again.failing?.includes(file));
  // A test that was skipped because of one that failed runs the second time.
  const others = (first.skips ?? []).filter(({ test }) => !failing.some((file) => test.startsWith(`${file}: `)));
  const skips = [...others, ...(again.skips ?? [])];
  const tests = first.passed + first.failed + first.skipped;
  const skipped = first.skipped + skips.length - (first.skips?.length ?? 0);
  return { passed: tests - skipped - again.failed, failed: again.failed, skipped, skips, flaky };
}

/**
 * @param {string[]} files
 * @param {How} how
 * @returns {Promise<Counts>}
 */
async function runFiles(files, { executable = node, concurrency = 1, env = compiled, timeoutMs = 2_700_000 }) {
  if (files.length === 0) throw new Error('There are no test files');
  const flags = [`--concurrency=${concurrency}`, ...(filter ? [`--filter=${filter}`] : [])];
  return counted(path.join(artifacts, `counts-${randomUUID()}.json`), (file) =>
    run(executable, ['scripts/lib/nodeTests.js', ...flags, ...files], {
      timeoutMs: isFull ? 3 * timeoutMs : timeoutMs,
      env: { ...(isFull ? fullRounds : {}), ...env, MESHRAG_COUNTS: file },
    }),
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
  const searched = 'test/engine/index/memoryIndex.test.ts';
  return nodeTests([searched, ...unitTests().filter((file) => /^test\/storage\/(?!postgres\/)/.test(file))], {
    executable: older,
    concurrency,
    // There, node:sqlite warns once per process that it is experimental, and so does type stripping.
    env: { ...compiled, NODE_OPTIONS: '--disable-warning=ExperimentalWarning --experimental-strip-types' },
  });
}

/**
 * @param {string[]} files all, if empty
 * @returns {Promise<Counts>}
 */
async function extensionTests(files) {
  requireBuild();
  await prepareHost();
  return counted(path.join(artifacts, `extension-tests-${process.pid}.json`), (file) =>
    run(node, ['test/support/extensionTests.ts', file, ...files], {
      timeoutMs: 1_200_000,
      env: filter ? { MESHRAG_TEST_FILTER: filter } : {},
    }),
  );
}

/**
 * One window at a time: it waits for half of the time, so that two of them fill two cores.
 * @param {string[]} files taken from the front until there are none
 * @returns {Promise<Counts>}
 */
async function windowTests(files) {
  requireBuild();
  await prepareHost();
  let total = { passed: 0, failed: 0, skipped: 0 };
  for (let file = files.shift(); file !== undefined; file = files.shift())
    total = sum(total, await nodeTests([file], { env: {}, timeoutMs: 1_200_000 }));
  return total;
}

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
function sum(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    skips: [...(a.skips ?? []), ...(b.skips ?? [])],
    flaky: [...(a.flaky ?? []), ...(b.flaky ?? [])],
  };
}

/** @returns {Promise<Counts>} */
async function packagedTests() {
  // The other tests may be running what has been built.
  const packed = await all([['scripts/package.js', ...(isWanted('build') ? ['--built'] : [])]]);
  if (packed.failed > 0) throw new Error('the extension could not be packaged');
  return sum(sum(packed, await npmPackageTests()), await windowTests(allTests().filter(isPackaged)));
}

/** The npm package on this Node, and on the oldest one that keeps an index where that can be had. */
async function npmPackageTests() {
  requireBuild();
  const oldest = await installNode(olderNode).catch(() => undefined);
  /** @type {Record<string, string>} */
  const env = oldest === undefined ? {} : { MESHRAG_NODE_OLDEST: oldest };
  const { skipped, ...counts } = await nodeTests(
    allTests().filter((file) => file.startsWith('test/npm/')),
    { env },
  );
  return { ...counts, skipped: skipped + (oldest === undefined ? 1 : 0) };
}

function requireBuild() {
  if (!fs.existsSync(path.join(root, 'dist/extension.cjs'))) throw new Error('dist/extension.cjs is not there: run the step "build" first');
}

function prepareHost() {
  const install = async () => {
    const { installBrowser, installHost } = await import('../test/support/host/install.ts');
    await installHost();
    await installBrowser();
  };
  installation ??= orSkip(install, `VS Code for tests cannot be had here (cache: ${cacheDir()})`);
  return installation;
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

/** Those with several windows first, so that none of them is left for the end. */
function browserTests() {
  const longest = ['models', 'communities', 'inline', 'panelStream', 'place', 'box'].map((name) => `test/e2e/${name}.test.ts`);
  const files = allTests().filter((file) => isWindowed(file) && !isPackaged(file));
  return [...longest.filter((file) => files.includes(file)), ...files.filter((file) => !longest.includes(file))];
}

/** @param {string} file */
function isWindowed(file) {
  return file.startsWith('test/e2e/');
}

/** @param {string} file */
function isHosted(file) {
  return file.startsWith('test/extension/');
}

/** @param {string} file */
function isPackaged(file) {
  return path.basename(file) === 'packaged.test.ts';
}
