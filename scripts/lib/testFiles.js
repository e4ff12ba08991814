// The test files of the project, which of them belong to a path, and which a change can reach.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { root as project } from './pinnedNode.js';
import { durations } from './testDurations.js';
import { distances, usersByFile } from './users.js';

/** Take longest: started first, so that none of them is left for the end, where a single one keeps the others' cores idle. */
const longest = [
  'test/cli/badPlaces.test.ts',
  'test/attack/answers.test.ts',
  'test/attack/attack.test.ts',
  'test/service/killed.test.ts',
  'test/storage/postgres/publish.test.ts',
];

/** Check the project as a whole, so any change can break them. */
const rules = ['test/house.test.ts', 'test/documents.test.ts', 'test/l10n.test.ts'];

const unknownMs = 1500;

/** @returns {string[]} relative to `root`, with "/" */
export function allTests(root = project) {
  const files = fs.readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' });
  return files
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && !/^test\/(\.artifacts|fixtures)\//.test(file))
    .sort();
}

/** Those that need neither VS Code nor a browser nor the packed npm package, the longest first. */
export function unitTests(root = project) {
  const files = allTests(root).filter((file) => !/^test\/(extension|e2e|npm)\//.test(file));
  return [...longest.filter((file) => files.includes(file)), ...files.filter((file) => !longest.includes(file))];
}

/**
 * What belongs to a test file, a folder of tests, a source file or a folder of sources: tests mirror the paths of src. A source without
 * such tests has those that use it directly.
 * @param {string} name relative to `root`
 * @returns {string[]} empty if there is no such path or it has no tests
 */
export function testsOf(name, root = project) {
  const tests = allTests(root);
  const mirrored = mirrorOf(name).replace(/(\.test)?\.[jt]s$/, '');
  const below = tests.filter((file) => file === `${mirrored}.test.ts` || file.startsWith(`${mirrored}/`));
  if (below.length > 0 || !fs.existsSync(path.join(root, name))) return below;
  const users = usersByFile(root).get(name) ?? [];
  return tests.filter((file) => users.includes(file));
}

/**
 * The unit tests that changed files can reach, the nearest first: the changed tests and those of the same path as a changed file, then by
 * the steps in between (half a step less in the same folder), then by how long they took here. One that has not run here counts as `unknownMs`.
 * @param {readonly string[]} changed relative to `root`
 * @param {{ root?: string, users?: ReadonlyMap<string, readonly string[]>, tookMs?: Record<string, number> }} [tree]
 *   `users` and `tookMs` are read if they are not given
 * @returns {string[]}
 */
export function testsReaching(changed, { root = project, users = usersByFile(root), tookMs = durations() } = {}) {
  const steps = distances(changed, users);
  const own = changed.map(mirrorOf).map((file) => file.replace(/\.[jt]s$/, '.test.ts'));
  for (const test of own) steps.set(test, 0);
  const folders = own.map((test) => path.posix.dirname(test));
  const rank = (/** @type {string} */ test) => {
    const near = steps.get(test) ?? 0;
    return near > 0 && folders.some((folder) => test.startsWith(`${folder}/`)) ? near - 0.5 : near;
  };
  return unitTests(root)
    .filter((test) => steps.has(test))
    .sort((a, b) => rank(a) - rank(b) || (tookMs[a] ?? unknownMs) - (tookMs[b] ?? unknownMs) || (a < b ? -1 : 1));
}

/**
 * The rules of the project and the nearest tests that the changed files can reach, as many as take `budgetMs` together.
 * @param {readonly string[]} changed
 * @param {number} budgetMs
 * @param {Parameters<typeof testsReaching>[1]} [tree]
 * @returns {{ chosen: string[], reached: number }}
 */
export function testsWithin(changed, budgetMs, { tookMs = durations(), ...tree } = {}) {
  const reached = [...new Set([...rules, ...testsReaching(changed, { ...tree, tookMs })])];
  let leftMs = budgetMs;
  const chosen = reached.filter((test) => {
    const ms = tookMs[test] ?? unknownMs;
    if (ms > leftMs) return false;
    leftMs -= ms;
    return true;
  });
  return { chosen, reached: reached.length };
}

/** @param {string} source */
function mirrorOf(source) {
  return source.replace(/^src\b/, 'test');
}
