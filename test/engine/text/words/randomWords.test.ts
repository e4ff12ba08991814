import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { analyzeText } from '../../../../src/engine/text/analyze.ts';
import { languageOf } from '../../../../src/engine/text/languages.ts';
import { isMostlyRandom, isRandomWord } from '../../../../src/engine/text/words/randomWords.ts';
import { analyzePassage } from '../../../support/columns.ts';

const unitsOf = (text: string): Uint16Array => Uint16Array.from(text, (character) => character.charCodeAt(0));
const isRandom = (word: string): boolean => isRandomWord(unitsOf(word), 0, word.length);
const isData = (text: string): boolean => isMostlyRandom(unitsOf(text), 0, text.length);

test('isRandomWord() recognizes hashes and base64', () => {
  for (const word of [
    'e82388b',
    '41f3baa',
    'C5AB0DC85B11',
    'c4ca4238a0b923820dcc509a6f75849b',
    'Ch6WMj9bLJ2FGbpkMrcb',
    'iUYvYxRkCOlYUbLsMD',
  ])
    assert.equal(isRandom(word), true, word);
});

test('isRandomWord() rejects written words, however abbreviated', () => {
  const names = [
    'createOptimizeDepsIncludeResolver IPv4MaskRaw ChaCha20Poly1305 UTF8Decoder isJSXNumber WebGLProgram HTMLElement secp256r1 ed25519 utf16ToUTF8',
    'FindZoneByFQDN SVGFEGaussianBlurElement XMLHttpRequest sha512 base64 X509v3 ES2022 deadbeef facade 20240131 MAXIMUM hexadecimal abc1234 i18next',
    'getElementsByTagNameNS vite_5_4_x $0a1b2c3 Krzyzewski Tschaikowsky Mississippi a1b2c AddInt32 kebabCaseToCamelCase Row11Row12',
  ];
  for (const name of names.join(' ').split(' ')) assert.equal(isRandom(name), false, name);
});

test('isRandomWord() recognizes 19 of 20 uniformly random words of 20 characters', () => {
  let known = 0;
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  const word = fc
    .array(fc.nat(characters.length - 1), { minLength: 20, maxLength: 20 })
    .map((all) => all.map((i) => characters[i]).join(''));
  for (const random of fc.sample(word, { seed: 5, numRuns: 400 })) if (isRandom(random)) known++;
  // fast-check favours small numbers, so some samples repeat one letter.
  assert.ok(known > 340, `${known} of 400`);
});

test('isMostlyRandom() recognizes labelled hashes, UUIDs and data', () => {
  for (const text of [
    'sha512-hOS089on8RduqdbhvQ5Z37A0ESjsqz6qnRcffsMU3495',
    'c6af9ac6-a7b0-11e6-80f5-76304dec7eb7',
    '683ad00',
    '335Q9/MhqcNU3s2TO',
  ])
    assert.equal(isData(text), true, text);
  for (const text of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'at commit 683ad00',
    'v1.24.0-beta.3',
    '2024-01-31T10:20:30Z',
    '#f8f8f8',
  ])
    assert.equal(isData(text), false, text);
});

const keysOf = (path: string, text: string): readonly string[] =>
  analyzeText(text, languageOf(path))
    .chunks.flatMap(({ keys }) => keys)
    .map(({ key }) => key);

test('data becomes no symbol, no literal and no name, and can still be searched for', () => {
  const text = `const certificate = "MIIDSzCCAjOgAwIBAgIUfIRObjWNUA4jxQ0kDYUs/yTLFuQ+rZ0MCUZPGUtRmfd0heWhrfzAKw2HLgX";
import { a } from './dep-626bb5df3105f7.js';
const hash = 'c4ca4238a0b923820dcc509a6f75849b', id = "f4fe10b4-e0c8-4232-ba26-4acd491c2414";
openStore(hash, id); // since e82388b, see yTLFuQ
`;
  const keys = keysOf('a.ts', text);
  assert.deepEqual(
    keys.filter((key) => /^[nsq].*(?:MIID|yTLF|rZ0M|c4ca|f4fe|e823|626bb)/.test(key)),
    ['s:yTLFuQ'],
  );
  assert.ok(keys.includes('s:openStore'));
  const terms = analyzeText(text, languageOf('a.ts')).chunks.flatMap((chunk) => chunk.terms.map(({ term }) => term));
  for (const term of ['e82388b', 'c4ca4238a0b923820dcc509a6f75849b']) assert.ok(terms.includes(term), term);
});

test('a hash ends a name in prose and begins none', () => {
  const keys = keysOf('CHANGELOG.md', '- 41f3baa Fix Hot Reload in Vite (Evan You) `e82388b`\n- Update 0C20BC0 Docs\n');
  assert.deepEqual(
    keys.filter((key) => key.startsWith('n:')),
    ['n:docs', 'n:evan you', 'n:fix hot reload', 'n:fix hot reload in vite', 'n:update', 'n:vite'],
  );
  assert.equal(analyzePassage('41f3baa', 'What was it?').chunks[0]?.title, '41f3baa');
});
