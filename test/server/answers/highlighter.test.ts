import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { common } from 'lowlight';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { colorClasses, colorLimits, colorsAnswer } from '../../../src/protocol/panels/colors.ts';
import { check } from '../../../src/protocol/schema.ts';
import { highlight } from '../../../src/server/answers/highlighter.ts';
import { codeLanguage } from '../../../src/server/answers/quotes/codeLanguage.ts';

/** The coloured ranges with their classes. */
function colored(text: string, language: string): string[] {
  const colors = highlight({ text, language });
  return Array.from({ length: colors.length / 3 }, (_, i) => {
    const [from, to, position] = colors.slice(i * 3, i * 3 + 3) as [number, number, number];
    return `${text.slice(from, to)} ${colorClasses[position]}`;
  });
}

test('code has the colours of its language, and code within strings those of its own', () => {
  assert.deepEqual(colored("class App(Base):\n    def run(self):  # now\n        return f'a{x + 1}' or None\n", 'python'), [
    'class keyword',
    'App type',
    'Base type',
    'def keyword',
    'run function',
    '# now comment',
    'return keyword',
    "f'a string",
    '1 number',
    "' string",
    'or keyword',
    'None constant',
  ]);
  assert.deepEqual(colored('key: "a" # b\n', 'yaml'), ['key: name', '"a" string', '# b comment']);
});

test('files are recognised for the languages of the highlighter', () => {
  const paths =
    'a.ts a.tsx a.mjs a.py a.pyi a.rs a.go a.java a.kt a.cs a.rb a.php a.c a.hpp a.swift a.sh a.yml a.toml a.json a.html a.css Makefile';
  for (const path of paths.split(' '))
    assert.ok(colored('"a" 1 # b\n', codeLanguage({ path, language: languageOf(path).name })).length > 0 || /html|css/.test(path), path);
  for (const path of ['README', '.gitignore', 'a.zig', 'a/b.c/d', 'constructor', 'a.constructor'])
    assert.deepEqual(colored('"a"', codeLanguage({ path, language: languageOf(path).name })), [], path);
});

test('any text in any language has ranges that can be drawn', () => {
  const pieces = ['class A', '{', '}', '(', '<a b="', '`${', '"""', "'", '\n', '/*', '#', '=> ', '<?php', '```', 'def f', '\\', '😀'];
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(common)), fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (language, drawn) => {
      const text = drawn.join('');
      const colors = highlight({ text, language });
      check(colorsAnswer, { type: 'colors', id: 1, colors: [colors] });
      assert.ok((colors.at(-2) ?? 0) <= text.length);
    }),
    { numRuns: 500 },
  );
});

test('deeply nested code is coloured, and code with very long lines is not', () => {
  assert.ok(highlight({ text: '(a\n'.repeat(3000), language: 'lua' }).length >= 0);
  assert.deepEqual(highlight({ text: `x = "${'a'.repeat(colorLimits.line)}"`, language: 'python' }), []);
});
