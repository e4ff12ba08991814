import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visible } from '../../../src/engine/text/visible.ts';

test('visible() shows bidirectional, invisible and control characters as code points', () => {
  assert.equal(visible('exe\u202egpj.txt'), 'exe[U+202E]gpj.txt');
  assert.equal(visible('a\u001b[31mb\u0007'), 'a[U+001B][31mb[U+0007]');
  assert.equal(visible('\u2066x\u2069\u200f\ufeff'), '[U+2066]x[U+2069][U+200F][U+FEFF]');
  assert.equal(visible('ok\u{e0067}\u{e006f}'), 'ok[U+E0067][U+E006F]');
});

test('visible() keeps line breaks, tabs and the letters of all scripts', () => {
  const text = 'one\n\ttwo\r\n日本語 שלום 🙂 é';
  assert.equal(visible(text), text);
});
