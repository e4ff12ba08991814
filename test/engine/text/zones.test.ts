import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Zone } from '../../../src/engine/text/code/lexing/lexer.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { tokenize } from '../../../src/engine/text/words/tokens.ts';
import { ZoneList } from '../../../src/engine/text/zones.ts';

/** What a source has as strings. */
function strings(text: string): readonly string[] {
  const { count, starts, ends, kinds } = new ZoneList().find(text, tokenize(text), languageOf('a.ts').comments);
  const all = Array.from({ length: count }, (_, i) => i).filter((i) => kinds[i] === Zone.String);
  return all.map((i) => text.slice(starts[i], ends[i]));
}

test('a backtick in a regular expression opens no template', () => {
  assert.deepEqual(strings('const a = /[<=>/`{]/g;\nconst b = `x`;\n'), ['`x`']);
  assert.deepEqual(strings('if (/^`/.test(line)) return /\\/`/;\nconst b = `x`;\n'), ['`x`']);
});

test('a template after a division, a path in a template and a comment are not regular expressions', () => {
  assert.deepEqual(strings('const a = (b / c) + `x / y`;\n'), ['`x / y`']);
  assert.deepEqual(strings('const a = /b/.test(`c/d`);\n'), ['`c/d`']);
  assert.deepEqual(strings('load(`/a/`, `/b/c`);\n'), ['`/a/`', '`/b/c`']);
  assert.deepEqual(strings('f(/* a */ `b/c`);\n'), ['`b/c`']);
});
