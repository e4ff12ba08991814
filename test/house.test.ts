import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { capabilities, capabilityOf, capabilitySizes, unusedPrefixes } from '../scripts/house/capabilities.js';
import { engineRules, engineWords, folderSizes, forbiddenImports, maxFiles, oldNames } from '../scripts/house/figures.js';
import { ofFunctions, repeatedFileNames } from '../scripts/house/names.js';
import { rulesByFile } from '../scripts/house/rules.js';
import { circles, readSources } from '../scripts/house/sources.js';
import { hasRun } from '../scripts/house/ways.js';

const root = path.resolve(import.meta.dirname, '..');
const sources = readSources(root, 'src');

test('rooms import what the table allows, and nothing else', () => {
  assert.ok(sources.length > 100);
  assert.deepEqual(forbiddenImports(sources), []);
});

test('no files import each other in a circle, types included', () => {
  assert.deepEqual(circles(sources), []);
});

test(`no folder has more than ${maxFiles} files`, () => {
  assert.deepEqual(
    [...folderSizes(sources)].filter(([, files]) => files > maxFiles),
    [],
  );
});

test('limits are called max and min', () => {
  assert.deepEqual(oldNames(sources), []);
});

// What there was when all of them were counted. A new language or a better reader may need more: then by as many, and with a reason. Four patterns
// and two conditions read marks by path or tag, calls as code, and thoughts by their tags (`answer/written/spelledMarks.ts`, `answer/looks`).
test('the engine has no more rules about text than it had', () => {
  const { patterns, tests } = engineRules(sources);
  assert.ok(patterns <= 248, `${patterns} patterns`);
  assert.ok(tests <= 438, `${tests} conditions that look for a text`);
  const words = engineWords(sources);
  assert.ok(words <= 2088, `${words} words`);
});

test('patterns are counted whatever makes them, and words outside comments and messages', () => {
  const text = [
    '/** Not /this/ or `any of these words here`. */',
    "const half = a / b / c; const rows = 'Alpha beta \\'gamma\\'';",
    "const table = `one two $\u007b'three four'} five six`;",
    'function f() { throw new Error(`a message of six words`); return /[/]x/.test(s) || new RegExp(table); }',
    'const alternatives = /one|two|three|four|five|six/;',
    'export const line = (pattern: string): RegExp => new RegExp(pattern);',
    "const forms = [line('a'), line('b')]; // line('c')",
    "if (s.startsWith('x') || s[0] === '(' || kind === 'function') return;",
  ].join('\n');
  const made = { file: 'src/engine/a.ts', text, imports: [] };
  const user = { file: 'src/engine/b.ts', text: "import { line } from './a.ts';\nconst one = line('d');", imports: ['src/engine/a.ts'] };
  const stranger = { file: 'src/engine/c.ts', text: "const one = line('e');", imports: [] };
  assert.deepEqual(engineRules([made, user, stranger]), { patterns: 7, tests: 2, unexplained: 0 });
  assert.equal(engineWords([made]), 15);
  assert.equal(engineWords([{ ...made, file: 'src/engine/vocabulary/en.ts' }]), 0);
});

test('constants that nothing explains are found', () => {
  const text = 'const z = 1;\n/** Measured: bench/a. */\nconst a = 0.5;\n\nconst b = 0.25; // Version 1.2\nconst c = [1.5];\n';
  assert.deepEqual(rulesByFile([{ file: 'a.ts', text, imports: [] }]).get('a.ts')?.unexplained, ['a.ts:5 0.25', 'a.ts:6 1.5']);
});

/** Reads the manifest of the program itself, and loads nothing else. */
const ownManifest = 'src/cli/version.ts';
const readers = [
  { reader: 'src/engine/util/budget.ts', reads: /\bJSON\.parse\b|\bResponse\.json\b|\bresponse\.json\(/ },
  {
    reader: 'src/storage/inflate.ts',
    reads: /\b(?:create)?(?:inflate|gunzip|unzip|brotliDecompress|zstdDecompress)(?:Raw)?(?:Sync)?\b(?<=zlib\.\w+)/i,
  },
];

test('what comes from outside is parsed and inflated by one reader, within a budget', () => {
  for (const { reader, reads } of readers) {
    const found = sources.filter(({ text }) => reads.test(text)).map(({ file }) => file);
    assert.deepEqual(
      found.filter((file) => file !== ownManifest),
      [reader],
    );
  }
  assert.deepEqual(
    sources.filter(({ text }) => /import (?!zlib )[^;]*from 'node:zlib'/.test(text)),
    [],
    'node:zlib is imported as zlib, so that its uses are found',
  );
});

test('a circle and an import against the table are found', () => {
  const made = (file: string, ...imports: string[]) => ({ file, text: '', imports });
  assert.deepEqual(circles([made('a', 'b'), made('b', 'c'), made('c', 'b'), made('d', 'd')]), [['b', 'c']]);
  const upward = [made('src/engine/text/lines.ts', 'src/engine/index/segment.ts'), made('src/webview/map/main.ts', 'src/engine/place.ts')];
  assert.deepEqual(forbiddenImports(upward), [
    'src/engine/text/lines.ts -> src/engine/index/segment.ts',
    'src/webview/map/main.ts -> src/engine/place.ts',
  ]);
});

test('every file belongs to one capability, and no prefix of the table is stale or given twice', () => {
  assert.deepEqual(
    sources.filter(({ file }) => capabilityOf(file) === undefined).map(({ file }) => file),
    [],
  );
  assert.deepEqual(unusedPrefixes(sources), []);
  assert.equal(
    capabilitySizes(sources).reduce((sum, { files }) => sum + files, 0),
    sources.length,
  );
  assert.equal(capabilityOf('src/service/answerers/orientation/orientation.ts'), 'Groups: parts, communities and the map');
  assert.equal(capabilityOf('src/nowhere/file.ts'), undefined);
});

test('the map has the same capabilities', () => {
  const headings = fs.readFileSync(path.join(root, 'docs/map.md'), 'utf8').matchAll(/^## (.+)$/gm);
  assert.deepEqual(
    Array.from(headings, ([, name]) => name),
    capabilities.map(({ name }) => name),
  );
});

// `xOf(y)` is for what cannot be a method or a field of `y`, and is no verb.
test('no more functions end in Of than did', () => {
  const found = ofFunctions(sources);
  assert.ok(found.length <= 370, `${found.length} functions end in Of, at most 371 may; name one for what it gives`);
});

test('repeated names of files and functions that end in Of are found', () => {
  const made = (file: string, text = '') => ({ file, text, imports: [] });
  assert.deepEqual(repeatedFileNames(['a', 'b', 'c'].flatMap((folder) => [made(`${folder}/names.ts`), made(`${folder}/main.ts`)])), [
    ['names.ts', 3],
  ]);
  const text = 'function keyOf(a) {\n  return sizeOf(a);\n}\nconst nameOf = (a: string): string => a;\nclass A {\n  #listOf(a) {\n  }\n}\n';
  assert.deepEqual(ofFunctions([made('a.ts', text)]), ['a.ts: keyOf', 'a.ts: nameOf', 'a.ts: listOf']);
});

test('a file in which nothing but the module itself ran is not counted as run', () => {
  const whole = { functionName: '', ranges: [{ startOffset: 0, count: 1 }] };
  const made = (functionName: string, count: number) => ({ functionName, ranges: [{ startOffset: 9, count }] });
  assert.equal(hasRun({ url: 'a', functions: [whole, made('f', 0)] }), false);
  assert.equal(hasRun({ url: 'a', functions: [whole, made('', 1)] }), true);
});
