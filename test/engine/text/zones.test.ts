import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Zone } from '../../../src/engine/text/code/lexing/zone.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { ZoneList } from '../../../src/engine/text/zones.ts';

/** What a source has as strings. */
function strings(text: string, path = 'a.ts'): readonly string[] {
  const { count, starts, ends, kinds } = new ZoneList().find(text, languageOf(path).comments);
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

test('code inside of a string is code, and its own strings are strings', () => {
  assert.deepEqual(strings("a = f'{name(b[\"c\"])} of {{d}}' + 'x{y}'\n", 'a.py'), ["'{", '"c"', "} of {{d}}'", "'x{y}'"]);
  assert.deepEqual(strings('a = f"{name(b["c"])}"\nd = "e"\n', 'a.py').at(-1), '"e"', 'what a nested quote ends goes no further');
  assert.deepEqual(strings('puts "#{total} \\#{b}"\n', 'a.rb'), ['"#{', '} \\#{b}"']);
  assert.deepEqual(strings('a = <<~X\n  #{total}\nX\n', 'a.rb'), ['<<~X', '  #{', '}\nX']);
  assert.deepEqual(strings('val a = """\u0024{b.c()}"""\n', 'a.kt'), ['"""${', '}"""']);
  assert.deepEqual(strings('let a = "\\(b.c()) d"\n', 'a.swift'), ['"\\(', ') d"']);
  assert.deepEqual(strings('var a = $"{b}" + "{c}" + $@"{d}";\n', 'a.cs'), ['"{', '}"', '"{c}"', '$@"{', '}"']);
});
