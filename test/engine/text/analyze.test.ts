import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Chunk, type DocumentAnalysis, Role } from '../../../src/engine/document.ts';
import { analyzeColumns, analyzeText, looksLikeCode, nameWeight } from '../../../src/engine/text/analyze.ts';
import { languageOf, languages } from '../../../src/engine/text/languages.ts';
import { everywhere } from '../../../src/engine/text/names/places.ts';
import { analysisOf } from '../../../src/engine/text/words/columns.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { anyUnits } from '../../support/anyText.ts';
import { analyzePassage } from '../../support/columns.ts';
import { hostileUnits } from '../../support/hostileUnits.ts';
import { assertUnder, cpuMs } from '../../support/quick.ts';

const line = fc.oneof(
  fc.constantFrom('# Sandra Dee', 'Title', '=====', '', 'See `createServer()` in src/a.ts.', 'export function loadIndex(x) {', '}', '```'),
  fc.constantFrom('Über die Straße. Он видел Анну.', '東京都に行く。', 'const x = "some literal";', '[link](https://example.org/x)'),
  anyUnits(30),
);
const anyText = fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n'));

function isSortedAndUnique(texts: readonly string[]): boolean {
  return texts.every((text, i) => i === 0 || (texts[i - 1] as string) < text);
}

function checkRules({ chunks }: DocumentAnalysis): void {
  for (const { terms, keys, length, startLine, endLine } of chunks) {
    assert.ok(isSortedAndUnique(terms.map(({ term }) => term)));
    assert.ok(isSortedAndUnique(keys.map(({ key }) => key)));
    assert.equal(
      length,
      terms.reduce((sum, { count }) => sum + count, 0),
    );
    assert.ok(startLine >= 1 && endLine >= startLine);
    for (const { term, count, places } of terms) {
      assert.ok(term !== '' && Number.isInteger(count) && count > 0 && places > 0 && places <= everywhere);
    }
    for (const { key, roles, places } of keys) {
      assert.match(key, /^[nsplq]:[\s\S]/);
      assert.ok(roles > 0 && roles < 256 && places > 0 && places <= everywhere);
    }
  }
}

test('the analysis of any text keeps the rules and is pure', () => {
  for (const path of ['a.md', 'a.ts', 'a.py', 'a.rst', 'a.txt']) {
    fc.assert(
      fc.property(anyText, (text) => {
        const first = analyzeText(text, languageOf(path));
        checkRules(first);
        analyzeText('other words between', languageOf('b.txt'));
        assert.deepEqual(analyzeText(text, languageOf(path)), first);
        checkRules(analyzePassage('Some Title', text));
      }),
      { numRuns: 30 },
    );
  }
});

test('both kinds of line breaks are equivalent', () => {
  const content = (text: string, path: string): unknown =>
    analyzeText(text, languageOf(path)).chunks.map(({ title, terms, keys }) => ({ title, terms, keys }));
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('# Sandra Dee', 'Marie', 'Curie. One', '', 'x = "some text"', '```', '- item', 'def load():', '~~~'), {
        maxLength: 50,
      }),
      (lines) => {
        for (const path of ['a.md', 'a.py', 'a.txt']) assert.deepEqual(content(lines.join('\r\n'), path), content(lines.join('\n'), path));
      },
    ),
    { numRuns: 60 },
  );
});

/** The only chunk of a text. */
function chunkOf(path: string, text: string): Chunk {
  const { chunks } = analyzeText(text, languageOf(path));
  assert.equal(chunks.length, 1);
  return chunks[0] as Chunk;
}

function rolesOf(chunk: Chunk, key: string): number {
  return chunk.keys.find((entry) => entry.key === key)?.roles ?? 0;
}

test('a section has its heading as title and name', () => {
  const chunk = chunkOf('a.md', '# Sandra Dee\n\nShe sang with Bobby Darin.\n\n```\nNot A Name\n```\n');
  assert.equal(chunk.title, 'Sandra Dee');
  assert.equal(rolesOf(chunk, 'n:sandra dee'), Role.Title | Role.Heading | Role.Mentions);
  assert.equal(rolesOf(chunk, 'n:bobby darin'), Role.Mentions);
  assert.equal(rolesOf(chunk, 'n:not a name'), 0);
  assert.equal(chunk.terms.find(({ term }) => term === 'sandra')?.count, 1 + nameWeight);
});

test('code defines symbols and mentions others', () => {
  const chunk = chunkOf('a.ts', 'export function loadIndex(path: string) {\n  return openFile(path);\n}\n');
  assert.equal(chunk.title, 'loadIndex');
  assert.equal(rolesOf(chunk, 's:loadIndex'), Role.Defines | Role.Mentions);
  assert.equal(rolesOf(chunk, 's:openFile'), Role.Mentions | Role.Calls);
  assert.equal(rolesOf(chunk, 's:return'), 0);
});

test('a chunk names at most three definitions', () => {
  const text = ['alpha', 'bravo', 'charlie', 'delta'].map((name) => `function ${name}() {}\n`).join('');
  assert.equal(chunkOf('a.js', text).title, 'alpha, bravo, charlie, …');
});

test('passages are one chunk, prose or code by their content', () => {
  assert.equal(analyzePassage('T', 'word\n'.repeat(500)).chunks.length, 1);
  assert.deepEqual(
    [analyzePassage('', 'def load(path):\n    return 1').chunks[0]?.kind, analyzePassage('T', 'Plain prose.').chunks[0]?.kind],
    ['code', 'doc'],
  );
  assert.equal(looksLikeCode('if (x) { y = z[1]; }'), true);
  assert.equal(looksLikeCode('A sentence about classes (and functions).'), false);
  assert.equal(looksLikeCode('def x(a'), true);
  assert.equal(looksLikeCode(''), false);
});

test('no regular expression is slow on 20 kB of any of the usual traps', async () => {
  const size = 20_000;
  for (const unit of hostileUnits) {
    const text = unit.repeat(Math.ceil(size / unit.length));
    const lines = unit.includes('\n') ? text : text.replace(/[\s\S]{250}/g, '$&\n');
    for (const path of ['a.ts', 'a.md', 'a.cpp']) {
      for (const input of [text, `${lines} end`]) {
        await assertUnder(1000, `${path}, ${JSON.stringify(unit)}`, () => cpuMs(() => analyzeText(input, languageOf(path))));
      }
    }
  }
});

test('no regular expression is slow on a passage or a title of 50 kB', async () => {
  for (const unit of hostileUnits) {
    const text = unit.repeat(Math.ceil(50_000 / unit.length));
    const analyze = (): unknown => [analyzePassage('Title', text), analyzePassage(text, 'Text.')];
    await assertUnder(1000, JSON.stringify(unit), () => cpuMs(analyze));
  }
});

test('every language reads an empty text and a text of blank lines', () => {
  for (const language of languages)
    for (const text of ['', '\n', '  \n\t\n', '\ufeff']) assert.deepEqual(analyzeText(text, language).chunks, []);
});

test('what is found in a text does not depend on texts that were read before, however many words either has', () => {
  const lexicons = createLexicons();
  const plain = Array.from(
    { length: 6000 },
    (_, i) => `${['port', 'Wexley', 'rota', 'tide'][i % 4]}${'abcdefghij'.at(i % 10)}${(i * 7919) % 4000}x`,
  );
  const texts = [
    plain.slice(0, 3000).join(' '),
    'export function readTideTable(text) {\n  return parseRota(text);\n}\n',
    plain.join('\n'),
    plain.slice(2000).join(', '),
    '# Tides\n\nSee `readTideTable` in Port Wexley.\n',
  ];
  const read = (text: string, path: string, own = createLexicons()): unknown =>
    analysisOf(analyzeColumns(text, languageOf(path), own), own);
  for (const path of ['a.md', 'b.ts']) {
    for (const text of [...texts, ...texts.toReversed()]) assert.deepEqual(read(text, path, lexicons), read(text, path));
  }
  const letters = (i: number): string => String.fromCharCode(97 + (i % 26), 97 + (Math.floor(i / 26) % 26), 97 + Math.floor(i / 676));
  const words = Array.from({ length: 3000 }, (_, i) => `q${letters(i)}`).join(' ');
  const { chunks } = analyzeText(words, languageOf('a.md'));
  assert.deepEqual(
    chunks.flatMap(({ keys }) => keys),
    [],
  );
});

test('words with the same hash are distinguished', () => {
  const { chunks } = analyzeText('costarring liquid costarring. liquid declinate macallums', languageOf('a.txt'));
  assert.deepEqual(
    chunks[0]?.terms.map(({ term, count }) => `${term} ${count}`),
    ['costar 2', 'declin 1', 'liquid 2', 'macallum 1'],
  );
});

test('prose is stemmed in its language; code and English are stemmed as English', () => {
  const german = 'Die Schiffe liegen in den Häfen, und keines von ihnen wird benutzt.';
  const termsIn = (text: string, file: string) =>
    analyzeText(text, languageOf(file)).chunks.flatMap((chunk) => chunk.terms.map(({ term }) => term));
  const stems = termsIn(german, 'a.md');
  for (const term of ['language:de', 'schiff', 'haf']) assert.ok(stems.includes(term), term);
  assert.ok(termsIn(`// ${german}\nconst a = 1;`, 'a.ts').includes('schiff'));
  for (const text of ['The ships lie in the harbours.', `// ${german}`]) {
    for (const term of termsIn(text, text.startsWith('//') ? 'a.ts' : 'a.md')) assert.doesNotMatch(term, /^language:/);
  }
});

test('texts that were read before change nothing, whatever their language', () => {
  const texts = [
    'Die Schiffe liegen in den Häfen, und keines ist neu.',
    'The ships lie in the harbours.',
    'Корабли стоят в гавани.',
    'Le navire est dans le port et il ne part pas.',
  ];
  const lexicons = createLexicons();
  const alone = texts.map((text) => analyzeText(text, languageOf('a.md')));
  fc.assert(
    fc.property(fc.array(fc.nat(texts.length - 1), { maxLength: 12 }), (order) => {
      for (const i of order) {
        const columns = analyzeColumns(texts[i] as string, languageOf('a.md'), lexicons);
        assert.deepEqual(analysisOf(columns, lexicons), alone[i]);
      }
    }),
  );
});

test('hostile texts are analysed in linear time', async () => {
  const texts: readonly (readonly [path: string, text: string])[] = [
    ['a.js', `x = [${'`ab`,'.repeat(100_000)}];\n`],
    ['a.org', `* Heading${' '.repeat(100_000)}end\n`],
    ['A.java', `class A ${'\n'.repeat(100_000)}x`],
    ['a.rs', `impl ${'\n'.repeat(100_000)}!\ntrait A ${'\n'.repeat(100_000)}x`],
  ];
  // Anything quadratic takes seven seconds and more.
  for (const [path, text] of texts) await assertUnder(2000, path, () => cpuMs(() => analyzeText(text, languageOf(path))));
});
