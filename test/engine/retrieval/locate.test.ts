import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Role } from '../../../src/engine/document.ts';
import type { EvidenceKind } from '../../../src/engine/retrieval/keyEvidence.ts';
import { kindOfKey } from '../../../src/engine/retrieval/keyEvidence.ts';
import { lineOf, locate } from '../../../src/engine/retrieval/locate.ts';
import { analyzeText } from '../../../src/engine/text/analyze.ts';
import { chunkRanges } from '../../../src/engine/text/chunks.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { linesOf } from '../../../src/engine/text/lines.ts';
import { foldedWords, stemOf } from '../../../src/engine/text/names/entities.ts';
import { everywhere } from '../../../src/engine/text/names/places.ts';
import { stemmedLanguageOf } from '../../../src/engine/text/stemming/stemmedLanguage.ts';
import type { StemmedLanguage } from '../../../src/engine/text/stemming/stems.ts';
import { termsOf } from '../../../src/engine/text/words/terms.ts';
import { tokenize } from '../../../src/engine/text/words/tokens.ts';

const samples: Record<string, string> = {
  'a.md': `# The History of Sandra Dee (film)\n\nShe met Bobby Darin and the Duke of York. See \`createServer()\`, [the guide](docs/Guide.md#top)\nand https://example.org/a/?q=1. Robert M. Young said "never say never".\n\n\`\`\`\nBobby Darin in code\n\`\`\`\n\nМарию Ивановну видели в Größe STRASSE. 東京都の天気。\n`,
  'b.md': 'Marie\r\nCurie worked.\r\n\r\n- One item\r\n- `a/b/c.test.ts`, `x y`\r\n\r\nThe Beatles; README.md\r\n',
  'c.ts':
    "import { a } from './some-file.ts';\nconst x = 'it is \\' quoted', url = \"https://example.org/x\";\nexport function loadIndex() { return readFile('loadIndex'); }\n",
};

function ownFiles(): Record<string, string> {
  const root = path.join(import.meta.dirname, '../../..');
  const files = fs.globSync(['src/engine/text/**/*.ts', 'test/fixtures/workspace/**/*.{md,ts,py}', 'esbuild.js'], { cwd: root });
  return Object.fromEntries(files.map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]));
}

/** Whether a located range has the text of the key. */
function says(found: string, kind: EvidenceKind, key: string, language: StemmedLanguage | undefined): boolean {
  if (kind === 'term') {
    const { starts, ends, shapes } = tokenize(found);
    return [undefined, language].some((of) => termsOf(found.slice(starts[0], ends[0]), shapes[0] as number, of).includes(key));
  }
  if (kind === 'symbol') return found === key;
  if (kind === 'path') return found === key || stemOf(found) === key || foldedWords(found).join(' ') === foldedWords(key).join(' ');
  return found === key || foldedWords(found).join(' ') === foldedWords(key).join(' ');
}

test('everything in the index is located in its text', () => {
  for (const [file, text] of Object.entries({ ...samples, ...ownFiles() })) {
    const language = languageOf(file);
    const ranges = chunkRanges(linesOf(text), language);
    for (const [i, chunk] of analyzeText(text, language).chunks.entries()) {
      const range = ranges[i] as (typeof ranges)[number];
      const body = text.slice(range.from, range.to);
      const find = (kind: EvidenceKind, key: string): void => {
        const span = locate(body, kind, key);
        assert.ok(span, `${file}: ${kind} ${key}`);
        const found = body.slice(span.from, span.to);
        assert.ok(says(found, kind, key, stemmedLanguageOf(body)), `${file}: ${kind} ${key} is not ${JSON.stringify(found)}`);
        assert.ok(lineOf(body, span.from) + chunk.startLine <= chunk.endLine);
      };
      for (const { term, places } of chunk.terms) if (places !== everywhere) find('term', term);
      for (const { key, roles } of chunk.keys) if (roles & Role.Mentions) find(kindOfKey(key, 0), key.slice(2));
    }
  }
});

/** The located text, or undefined. */
function check(text: string, kind: EvidenceKind, key: string, expected: string | undefined): void {
  const span = locate(text, kind, key);
  assert.equal(span && text.slice(span.from, span.to), expected, `${kind} ${key} in ${text}`);
}

test('the first match is located, and no partial match', () => {
  check('Robert M. Young wrote', 'name', 'robert m young', 'Robert M. Young');
  check('The Beatles', 'name', 'beatles', 'Beatles');
  check('an apple from Apple', 'name', 'apple', 'Apple');
  check('sandra dee in lower case', 'title', 'sandra dee', 'sandra dee');
  check('loadIndexes loadIndex', 'symbol', 'loadIndex', 'loadIndex');
  check('loadIndexes', 'symbol', 'loadIndex', undefined);
  check('the latest test', 'path', 'test', 'test');
  check('see My-File.md', 'path', 'my-file', 'My-File');
  check('nothing here', 'name', 'sandra', undefined);
  check('x', 'path', '', undefined);
  check('x', 'link', '---', undefined);
});

test('lineOf counts every kind of line break', () => {
  assert.deepEqual(
    [0, 1, 2, 4, 6].map((offset) => lineOf('a\nb\r\nc\rd', offset)),
    [0, 0, 1, 1, 2],
  );
});
