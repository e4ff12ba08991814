// The test files of the project, which of them belong to a path, and which a change can reach.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { importersByFile } from './imports.js';
import { root } from './pinnedNode.js';
import { durations } from './testDurations.js';

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

/** @returns {string[]} relative to the project, with "/" */
export function allTests() {
  const files = fs.readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' });
  return files
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && !/^test\/(\.artifacts|fixtures)\//.test(file))
    .sort();
}

/** Those that need neither VS Code nor a browser nor the packed npm package, the longest first. */
export function unitTests() {
  const files = allTests().filter((file) => !/^test\/(extension|e2e|npm)\//.test(file));
  return [...longest.filter((file) => files.includes(file)), ...files.filter((file) => !longest.includes(file))];
}

/**
 * What belongs to a test file, a folder of tests, a source file or a folder of sources: tests mirror the paths of src.
 * @param {string} name relative to the project
 * @returns {string[]} empty if there is no such path or it has no tests
 */
export function testsOf(name) {
  const tests = allTests();
  const mirrored = name.replace(/^src\b/, 'test').replace(/(\.test)?\.[jt]s$/, '');
  const below = tests.filter((file) => file === `${mirrored}.test.ts` || file.startsWith(`${mirrored}/`));
  if (below.length > 0 || !fs.existsSync(path.join(root, name))) return below;
  return [...distances([name], importersByFile())]
    .filter(([file, distance]) => distance <= 1 && tests.includes(file))
    .map(([file]) => file);
}

/**
 * The unit tests that changed files can reach, the nearest first (the test of the same path, then by imports in between, then by
 * duration), until their last durations add up to `budgetMs`; a file that has not run here counts as `unknownMs`.
 * @param {string[]} changed
 * @param {number} budgetMs
 * @returns {{ chosen: string[], reached: number }}
 */
export function testsReaching(changed, budgetMs, unknownMs = 1500) {
  const known = durations();
  const near = distances(changed, importersByFile());
  for (const file of changed) for (const test of mirrors(file)) near.set(test, 0);
  for (const file of rules) near.set(file, 0);
  const duration = (/** @type {string} */ file) => known[file] ?? unknownMs;
  const reached = unitTests()
    .filter((file) => near.has(file))
    .sort((a, b) => (near.get(a) ?? 0) - (near.get(b) ?? 0) || duration(a) - duration(b));
  let sumMs = 0;
  const chosen = reached.filter((file) => {
    if (sumMs + duration(file) > budgetMs) return false;
    sumMs += duration(file);
    return true;
  });
  return { chosen, reached: reached.length };
}

/** @param {string} file */
function mirrors(file) {
  const test = file.replace(/^src\//, 'test/').replace(/\.ts$/, '.test.ts');
  return test !== file && fs.existsSync(path.join(root, test)) ? [test] : [];
}

/**
 * How many imports lie between the files and each that imports them.
 * @param {string[]} files
 * @param {Map<string, string[]>} importers
 */
function distances(files, importers) {
  /** @type {Map<string, number>} */
  const found = new Map(files.map((file) => [file, 0]));
  for (const [file, distance] of found) {
    for (const importer of importers.get(file) ?? []) if (!found.has(importer)) found.set(importer, distance + 1);
  }
  return found;
}
