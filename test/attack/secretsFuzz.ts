// Credentials in all written forms, amid hostile texts: whatever is masked alone is masked there too, in linear time, with every line in
// place, and none of it becomes a term, a key or part of a prompt.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { analyzeText } from '../../src/engine/text/analyze.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { blankSpans, findSecrets, maskSecrets } from '../../src/engine/text/secrets/secrets.ts';
import { anyUnits } from '../support/anyText.ts';
import { credentialForms, drawValue, lengthBands } from '../support/credentialForms.ts';
import { hostileUnits } from '../support/hostileUnits.ts';
import { assertUnder, cpuMs } from '../support/quick.ts';
import { type Fuzzer, fuzz } from './fuzzer.ts';

const length = 20_000;
/** CPU time in milliseconds: about four times the maximum observed, and less than quadratic time would take. */
const maxMs = 100;
/** Characters of a piece of a value that occurs in no text by chance. */
const ownPiece = 10;

const secretUnits = [
  ...[
    'token',
    'password ',
    'api_key=',
    'SECRET: "',
    '-u ',
    'curl ',
    '://a:',
    '@',
    '%3D',
    '&quot;',
    'x7Kq9Zp2Lw4Rt8Yb',
    'a1',
    'A1-',
    'eyJ',
    'sk-1',
  ],
  ...['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', '| --- |', '\\\n', "identified by '", 'key', 'ghp_', 'AKIA'],
];
const unit = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...hostileUnits, ...secretUnits) }, { weight: 1, arbitrary: anyUnits(6) });
const few = fc.array(unit, { maxLength: 6 }).map((units) => units.join(''));
const input = fc.record({
  path: fc.constantFrom('a.md', 'a.ts', 'a.py', 'a.yaml', 'a.txt', 'a.html'),
  form: fc.nat(credentialForms.length - 1),
  draw: fc.nat(1_000_000),
  before: few,
  after: few,
  repeated: few,
});

export const fuzzer: Fuzzer = {
  name: 'secrets',
  run: (options) =>
    fuzz(
      input,
      async ({ path, form: at, draw, before, after, repeated }) => {
        const form = credentialForms[at] as (typeof credentialForms)[number];
        const value = drawValue(form, draw, 0, lengthBands.usual);
        const own = form.text.replace('VALUE', () => value);
        checkPlanted(`${before}\n\n${own}\n\n${after}`, own, value, path);
        const text = repeated.repeat(Math.ceil(length / Math.max(1, repeated.length)));
        checkSpans(text);
        await assertUnder(maxMs, 'CPU time', () => cpuMs(() => findSecrets(text)));
      },
      options,
    ),
};

/** Spans are ascending without overlaps; blanking keeps the length and each line break. */
function checkSpans(text: string): void {
  let end = 0;
  for (const { from, to } of findSecrets(text)) {
    assert.ok(from >= end && to > from && to <= text.length, `${from} to ${to} after ${end}`);
    end = to;
  }
  const blank = blankSpans(text, findSecrets(text));
  assert.equal(blank.length, text.length);
  assert.equal(blank.replace(/[^\r\n]/g, ' '), text.replace(/[^\r\n]/g, ' '));
}

function checkPlanted(text: string, own: string, value: string, path: string): void {
  checkSpans(text);
  // A few random values look like words, and are missed alone too.
  if (maskSecrets(own).text.includes(value)) return;
  // The surroundings may make it part of something larger that is masked, but never unmask it.
  assert.ok(!maskSecrets(text).text.includes(value), 'not masked');
  const stored = JSON.stringify(analyzeText(text, languageOf(path))).toLowerCase();
  for (const piece of value.toLowerCase().split(/[^a-z0-9]+/)) {
    if (piece.length >= ownPiece) assert.ok(!stored.includes(piece), `stored: ${piece}`);
  }
}
