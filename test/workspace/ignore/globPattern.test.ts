import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileGlob, foldAscii, toByteString } from '../../../src/workspace/ignore/globPattern.ts';

interface Case {
  readonly pattern: string;
  readonly matches?: readonly string[];
  readonly misses?: readonly string[];
}

/** As `git check-ignore` decides; `ignoreRules.test.ts` compares drawn patterns with it. */
const cases: readonly Case[] = [
  { pattern: 'a.b', matches: ['a.b'], misses: ['axb', 'a.bc', 'xa.b', 'A.b'] },
  { pattern: '*', matches: ['', 'a', 'a.b'], misses: ['a/b'] },
  { pattern: '*.ts', matches: ['.ts', 'a.ts', 'a.d.ts'], misses: ['a.tsx', 'x/a.ts', 'ats'] },
  { pattern: 'a*c', matches: ['ac', 'abc', 'abbc'], misses: ['a/c', 'ab', 'bc', 'abcd'] },
  { pattern: 'a?c', matches: ['abc', 'a?c'], misses: ['ac', 'a/c', 'abbc'] },
  { pattern: '**', matches: ['a', 'a/b'] },
  { pattern: '**/b', matches: ['b', 'a/b', 'x/y/b'], misses: ['ab', 'b/a', 'a/xb'] },
  { pattern: 'a/**', matches: ['a/b', 'a/b/c'], misses: ['a', 'ab/c'] },
  { pattern: 'a/**/b', matches: ['a/b', 'a/x/b', 'a/x/y/b'], misses: ['ab', 'a/xb', 'a/b/c'] },
  { pattern: 'a**/b', matches: ['ab', 'ax/y/b'], misses: ['a/c'] },
  { pattern: 'x/a**b', matches: ['x/ab', 'x/axb'], misses: ['x/a/b'] },
  { pattern: 'a/b**/c', matches: ['a/bc', 'a/b/c'], misses: ['a/c'] },
  { pattern: '[ab]c', matches: ['ac', 'bc'], misses: ['cc', 'c', 'abc'] },
  { pattern: '[!ab]c', matches: ['cc', '!c'], misses: ['ac', 'bc', '/c'] },
  { pattern: '[^ab]c', matches: ['cc', '^c'], misses: ['ac', 'bc'] },
  { pattern: '[]a]', matches: [']', 'a'], misses: ['[', ''] },
  { pattern: '[!]a]', matches: ['b'], misses: [']', 'a'] },
  { pattern: '[a-c]', matches: ['a', 'b', 'c'], misses: ['d', '-', '`'] },
  { pattern: '[a-]', matches: ['a', '-'], misses: ['b'] },
  { pattern: '[-a]', matches: ['-', 'a'], misses: ['b'] },
  { pattern: '[a-c-e]', matches: ['b', '-', 'e'], misses: ['d'] },
  { pattern: '[a-\\c]', matches: ['a', 'b', 'c'], misses: ['\\', 'd', '-'] },
  { pattern: '[\\]a]', matches: [']', 'a'], misses: ['\\'] },
  { pattern: '[\\a-c]', matches: ['a', 'b', 'c'], misses: ['\\'] },
  { pattern: '[[:digit:]x]', matches: ['0', '9', 'x'], misses: ['a', ':', 'd'] },
  { pattern: '[![:alpha:]]', matches: ['1', '-'], misses: ['a', 'Z'] },
  { pattern: '[[:upper:]]', matches: ['A'], misses: ['a', '1'] },
  { pattern: '[[:digit:]-z]', matches: ['5', '-', 'z'], misses: ['a', 'y'] },
  { pattern: '[[a]', matches: ['[', 'a'], misses: ['b'] },
  { pattern: '[[:]', matches: ['[', ':'], misses: ['a'] },
  { pattern: '[[:nonsense:]]', misses: ['n', ':'] },
  { pattern: '[a', misses: ['a', '[a'] },
  { pattern: '[a-', misses: ['a', '[a-'] },
  { pattern: '[a\\', misses: ['a', '\\'] },
  { pattern: '[a-\\', misses: ['a', '\\'] },
  { pattern: '*\\', misses: ['\\', 'a\\', 'a'] },
  { pattern: '\\*a', matches: ['*a'], misses: ['ba', '\\*a'] },
  { pattern: 'a\\/**', matches: ['a/b'], misses: ['a'] },
  { pattern: '', misses: ['', 'a'] },
];

test('a pattern matches what git matches with it', () => {
  for (const { pattern, matches = [], misses = [] } of cases) {
    const isMatch = compileGlob(pattern, false);
    for (const text of matches) assert.equal(isMatch(text), true, `${pattern} matches ${text}`);
    for (const text of misses) assert.equal(isMatch(text), false, `${pattern} does not match ${text}`);
  }
});

test('letters of either case are equal where the repository says so; escaped ones are as written', () => {
  const folded: readonly (readonly [pattern: string, text: string, isMatch: boolean])[] = [
    ...([
      ['A.b', 'a.b', true],
      ['*.TS', 'a.ts', true],
      ['A*C', 'abc', true],
      ['Ab?D', 'abcd', true],
      ['[A-C]', 'b', true],
    ] as const),
    ...([
      ['[[:upper:]]', 'a', true],
      ['[[:lower:]]', 'a', true],
      ['[a-c]', 'b', true],
      ['\\A?', 'ab', false],
      ['É*', 'é', false],
    ] as const),
  ];
  for (const [pattern, text, isMatch] of folded) assert.equal(compileGlob(pattern, true)(text), isMatch, pattern);
});

test('a pattern of many stars takes no longer for a long text', () => {
  const startedMs = performance.now();
  assert.equal(compileGlob('*a'.repeat(40).concat('b'), false)('a'.repeat(4000)), false);
  assert.ok(performance.now() - startedMs < 2000);
});

test('only ASCII letters are folded, and texts are compared by their bytes', () => {
  assert.deepEqual(['aZ@[`{', 'abc', 'ÉA', 'ABCé'].map(foldAscii), ['az@[`{', 'abc', 'Éa', 'abcé']);
  assert.equal(toByteString('aé'), 'a\u00c3\u00a9');
  assert.equal(toByteString('a\u007f'), 'a\u007f');
  assert.equal(compileGlob(toByteString('?'), false)(toByteString('é')), false);
  assert.equal(compileGlob(toByteString('??'), false)(toByteString('é')), true);
});
