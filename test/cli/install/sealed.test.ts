/** Blocks of ours in files of others: where they begin, what is refused with which line, and which files are ours. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { append, lineBreakIn, newFile, withoutPart } from '../../../src/cli/install/appendix.ts';
import { EditError } from '../../../src/cli/install/editError.ts';
import { insertBlock, isSealed, removeBlock, sealedFile } from '../../../src/cli/install/sealed.ts';

const lines = ['One.', 'Two.'];
const block = (insertBlock(undefined, lines) as string).trimEnd();
const refused = (pattern: RegExp) => (error: unknown) => error instanceof EditError && pattern.test(error.message);

test('a part is added after a blank line in the style of the text, and its removal leaves the text as it was', () => {
  const table: readonly (readonly [before: string, after: string])[] = [
    ['', 'One.\nTwo.'],
    ['a', 'a\n\nOne.\nTwo.'],
    ['a\n', 'a\n\nOne.\nTwo.\n'],
    ['a\r\nb\r\n', 'a\r\nb\r\n\r\nOne.\r\nTwo.\r\n'],
    ['a\rb', 'a\rb\r\rOne.\rTwo.'],
  ];
  for (const [before, after] of table) {
    assert.equal(append(before, lines), after);
    const start = after.indexOf('One.');
    assert.equal(withoutPart(after, start, after.indexOf('Two.') + 4), before, JSON.stringify(before));
  }
  assert.equal(newFile(lines), 'One.\nTwo.\n');
  assert.equal(withoutPart('One.\nTwo.\n', 0, 9), undefined, 'there was no file');
  assert.equal(withoutPart('a\n\nOne.\n\nb\n', 3, 7), 'a\n\nb\n', 'one blank line is left');
  assert.equal(withoutPart('a\nOne.\nb\n', 2, 6), 'a\nb\n');
  assert.deepEqual([lineBreakIn('a'), lineBreakIn('a\r\nb\n'), lineBreakIn('a\rb')], ['\n', '\r\n', '\r']);
});

test('a block replaces the one before, whatever is around it', () => {
  const text = `# Notes\n\n${block}\n\nMore.\n`;
  const other = insertBlock(text, ['Three.']);
  assert.match(other, /^# Notes\n\n<!-- meshrag [0-9a-f]{8}, .* -->\nThree\.\n<!-- \/meshrag -->\n\nMore\.\n$/);
  assert.equal(insertBlock(other, lines), text);
  assert.equal(removeBlock(text), '# Notes\n\nMore.\n');
  assert.equal(removeBlock('# Notes\n'), '# Notes\n');
  const windows = text.replaceAll('\n', '\r\n');
  assert.equal(insertBlock(windows, lines), windows);
});

test('what cannot be changed safely is refused, with its lines', () => {
  const [start = '', ...rest] = block.split('\n');
  const cases: readonly (readonly [text: string, pattern: RegExp])[] = [
    [`a\n<<<<<<< HEAD\nb\n=======\n>>>>>>> other\n${block}\n`, /unresolved merge \(line 2\)/],
    [`a\n\n${start}\nOne.\n`, /no pair \(line 3\)/],
    ['a\n<!-- /meshrag -->\n', /no pair \(line 2\)/],
    [`${block}\n${block}\n`, /no pair \(line 1\)/],
    [`<!-- /meshrag -->\n${start}\n`, /no pair \(line 2\)/],
    [`a\n${[start, 'Changed.', ...rest].join('\n')}\n`, /changes by hand \(lines 2-6\)/],
  ];
  for (const [text, pattern] of cases) {
    assert.throws(() => insertBlock(text, lines), refused(pattern), text);
    assert.throws(() => removeBlock(text), refused(pattern), text);
  }
  assert.doesNotThrow(() => insertBlock(`a\n<<<<<<< HEAD\n${block}\n`, lines));
});

test('a file of ours is one whose hash is that of its text, whatever its line breaks', () => {
  const file = sealedFile('One.\nTwo.');
  assert.ok(isSealed(file));
  assert.ok(isSealed(file.replaceAll('\n', '\r\n')));
  for (const other of [file.replace('One', 'Two'), `${file}\n`, file.trimEnd(), 'One.\n', '']) assert.ok(!isSealed(other), other);
});
