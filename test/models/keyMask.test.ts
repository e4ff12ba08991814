import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeyMask } from '../../src/models/keyMask.ts';
import { randomNumbers } from '../support/randomEdits.ts';
import { keyPartsIn } from './keyParts.ts';

const key = 'sk-0123-abcd+EFGH/ijkl=MNOP~qrst';

const encodings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(text).toString('base64url'),
  (text) => Buffer.from(text).toString('hex'),
  (text) => encodeURIComponent(text),
  (text) => text.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
];

test('no eight characters of a key are left, however they are encoded and in whatever pieces they come', () => {
  const random = randomNumbers(1);
  const below = (n: number): number => Math.floor(random() * n);
  const mask = createKeyMask(key);
  for (let round = 0; round < 3000; round++) {
    const from = below(key.length - 8);
    const part = key.slice(from, from + 8 + below(key.length - from - 7));
    const encode = encodings[below(encodings.length)] as (text: string) => string;
    const text = `One two${'x'.repeat(below(4))}${encode(`${'y'.repeat(below(4))}${part}${'z'.repeat(below(4))}`)} three.`;
    const whole = mask.mask(text);
    assert.deepEqual(keyPartsIn(whole, key), [], `${text} became ${whole}`);
    const stream = mask.stream();
    let inPieces = '';
    for (let at = 0; at < text.length; ) {
      const length = below(6);
      inPieces += stream.push(text.slice(at, at + length));
      at += length;
    }
    assert.equal(inPieces + stream.end(), whole, text);
  }
});

test('text that is not part of the key stays unchanged, and a word is shown once it is complete', () => {
  const mask = createKeyMask(key);
  const text = 'sk-0123 is 100% no key: %41 日本語 deadbeefdeadbeefdeadbeef';
  assert.equal(mask.mask(text), text);
  assert.equal(mask.mask(`${key}${key} and ${key}`), '[key] and [key]');
  const stream = mask.stream();
  assert.equal(stream.push('One two '), 'One two ');
  assert.equal(stream.push('thr'), '');
  assert.equal(stream.push('ee '), 'three ');
  assert.equal(createKeyMask(undefined).mask(key), key);
  assert.equal(createKeyMask('ollama').stream().push('ollama'), 'ollama');
});
