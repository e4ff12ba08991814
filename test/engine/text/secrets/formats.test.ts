import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFormat } from '../../../../src/engine/text/secrets/formats.ts';

/** What is found in a text from an offset on. */
function found(text: string, from = 0, to = text.length): string | undefined {
  const span = findFormat(
    text,
    Uint16Array.from(text, (unit) => unit.charCodeAt(0)),
    { from, to },
  );
  return span && text.slice(span.from, span.to);
}

const alphanumeric = 'aB3dE5fG7h'.repeat(4).slice(0, 36);
const token = `ghp_${alphanumeric}`;

test('a credential is found by its beginning, as far as its format goes', () => {
  assert.equal(found(token), token);
  assert.equal(found(`x=${token}.`), token);
  assert.equal(found(`x=${token}&y`), token);
  assert.equal(found(`ghq_${alphanumeric}`), undefined);
  assert.equal(found('ghp_short'), undefined);
});

test('it begins no word: what is before it is no letter or digit, unless the run begins there', () => {
  for (const before of ['a', 'z', 'A', 'Z', '0', '9']) assert.equal(found(`=${before}${token}`), undefined, before);
  for (const before of ['_', '-', '/', ':', '`', '{', '@', '[', '.']) assert.equal(found(`=${before}${token}`), token, before);
  assert.equal(found(`a${token}`, 1), token);
});

test('it begins within so many characters of a run, and is not found beyond its end', () => {
  assert.equal(found(`${'.'.repeat(160)}${token}`), token);
  assert.equal(found(`${'.'.repeat(161)}${token}`), undefined);
  assert.equal(found(`x=${token}`, 0, 10), undefined);
});
