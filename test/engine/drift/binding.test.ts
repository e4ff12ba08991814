import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAssigned, isBound, isBoundInExample, isMember } from '../../../src/engine/drift/binding.ts';
import { Words } from '../../../src/engine/drift/driftWords.ts';

/** The sources for which the result for the word between ‹ and › is not the expected one. */
function check(ask: (words: Words, i: number) => boolean, expected: boolean, sources: readonly string[]): void {
  const wrong = sources.filter((source) => {
    const from = source.indexOf('‹');
    const words = new Words().read(source.replace('‹', '').replace('›', ''));
    const i = Array.from({ length: words.count }, (_, at) => at).find((at) => words.from(at) === from);
    assert.ok(i !== undefined, source);
    return ask(words, i) !== expected;
  });
  assert.deepEqual(wrong, []);
}

test('a declaration, an assignment, a pattern and a parameter bind a name', () => {
  check(isBound, true, [
    'const ‹open› = 1;',
    'let mut ‹open› = vec![];',
    'const (\n\t‹open› = 4\n)',
    'macro_rules! ‹open› {',
    'for ‹open› in files:',
    'with lock as ‹open›:',
    'pub struct ‹Open›<T> {',
    'const { a, ‹open› } = require("fs");',
    'const [first, { ‹open›',
    '‹open› := read()',
    '‹open›: dict[str] = {}',
    'x = f(‹open›=1)',
    'files.map(‹open› => open.name)',
    'app.get((req, ‹open›) => open.end())',
    'call({ ‹open›: true });',
    'interface A {\n  ‹open›?: string;',
    'fn read(‹open›: &str) {',
    'function read(a, ...‹open›) {',
    'function (a, ‹open›) {',
    'def read(self, ‹open›, *args):',
    'func read(a, ‹open› string) error {',
    'func (r *Reader) read(a, ‹open› string) error {',
  ]);
});

test('a call, a member, a type and a condition only use it', () => {
  check(isBound, false, [
    'await ‹open›();',
    'files.‹open›(1, 2)',
    'const a: Map<string, ‹Open›> = b;',
    'if (‹open› === 1) {',
    'if ‹open› == 1:',
    'return ok ? ‹open› : shut;',
    'switch (a) { case ‹open›:',
    'if not ‹open›:',
    'for one in ‹open›:\n    a = one',
    'def read(path) -> ‹Open›:',
    'def read(a: dict[str, ‹Open›]) -> None:',
    'let a = ‹open›::new();',
    'read(a, ‹open›)',
    'func read() (‹Open›, error) {',
    'for i in 0..‹open› {',
    '  ‹open›(a);\n  { b }',
  ]);
});

test('an example that declares a field binds it, one that passes an option does not', () => {
  check(isBoundInExample, true, ['class User {\n  ‹open›: boolean\n}', 'type A = {\n  ‹open›?: string;\n}']);
  check(isBoundInExample, false, ['start({\n  ‹open›: true,\n})', '‹open›: 80', 'Set ‹open›: string values']);
});

test('members and assignments to them', () => {
  check(isMember, true, ['a.‹open›', 'a?.‹open›', 'A::‹open›', 'a->‹open›', 'this.#‹open›', 'a()\n  .‹open›']);
  check(isMember, false, ['‹open›', '...‹open›', '0..‹open›', '#‹open›', 'a: ‹open›', 'a > ‹open›']);
  check(isAssigned, true, ['a.‹open› = 1', 'self.‹open›: int = 1', 'self.‹open›: dict[str, list[int]] = {}', 'a.‹open›=b']);
  check(isAssigned, false, ['a.‹open› == 1', 'a.‹open› => 1', 'a.‹open› =~ 1', 'case a.‹open›:\n  b = 1', 'f(a.‹open›, b = 1)']);
});

test('an example that binds the name itself', () => {
  check(isBoundInExample, true, ['function ‹open›() {', 'text\n\n‹open› = 1', '>>> ‹open› = 1', 'names.map(|a, ‹open›| a)']);
  check(isBoundInExample, false, [
    'the `function ‹open›`',
    '| ‹open› | reads |',
    '`A | ‹open› | B`'.replace('|', ':'),
    'set open to ‹open› = 1',
  ]);
});
