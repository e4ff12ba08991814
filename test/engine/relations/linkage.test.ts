import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInternal, isSignature } from '../../../src/engine/relations/linkage.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';

test('a signature ends before any body, over several lines too', () => {
  const c = languageOf('a.c');
  assert.equal(isSignature('int f(int a,\n      int b);\nint g(void) {}', 0, c), true);
  assert.equal(isSignature('int f(int a,\n      int b)\n{ g(); }', 0, c), false);
  const ts = languageOf('a.ts');
  assert.equal(isSignature('  abstract f(a: { b: 1 }): Map<A, B>\n  g() {}', 0, ts), true);
  assert.equal(isSignature('  f(a: A): void {\n  }', 0, ts), false);
  assert.equal(isSignature('def f():\n  pass', 0, languageOf('a.py')), false);
});

test('in a C source static names, types and macros are private to the file', () => {
  const text = 'int shared(void) { }\n/* A note. */\nstatic int\nown(int a) { static int b; }\n#define SIZE 3\n';
  const internal = (name: string, path = 'a.c', kind: 'type' | 'function' | 'value' = 'function'): boolean => {
    return isInternal(text, text.lastIndexOf('\n', text.indexOf(name)) + 1, path, kind);
  };
  assert.equal(internal('shared'), false);
  assert.equal(internal('own'), true);
  assert.equal(internal('SIZE', 'a.c', 'value'), true);
  assert.equal(internal('shared', 'a.c', 'type'), true);
  assert.equal(internal('own', 'a.h'), false);
});
