import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { backticksAround, codeLine, type Fence, fenceAfter } from '../../../src/engine/text/fences.ts';

/** The fence that the lines leave open. */
function openAfter(...lines: readonly string[]): Fence | undefined {
  let open: Fence | undefined;
  for (const line of lines) open = fenceAfter(open, line);
  return open;
}

test('a fence is at least three backticks or tildes, at any indentation, with the language that it names', () => {
  assert.deepEqual(openAfter('```ts'), { mark: '```', indent: 0, language: 'ts' });
  assert.deepEqual(openAfter('  ~~~~ c++ title'), { mark: '~~~~', indent: 2, language: 'c++' });
  assert.deepEqual(openAfter('      ```\n'), { mark: '```', indent: 6, language: '' });
  assert.equal(openAfter('~~~ a~')?.mark, '~~~');
  for (const line of ['``', '```a``` b', 'text ```', '> ```']) assert.equal(openAfter(line), undefined, line);
});

test('it ends with a line of at least as many of its characters and nothing else, not indented four deeper', () => {
  for (const line of ['```', '````', '   ```  ', '```\n', '```\r\n']) assert.equal(openAfter('```', line), undefined, line);
  for (const line of ['``', '~~~', '``` ts', '```~', 'text', '    ```', '```\u00a0']) assert.ok(openAfter('```', line), line);
  assert.equal(openAfter('    ```', '      ```'), undefined);
  assert.ok(openAfter('````', '```'));
});

test('its code loses the indentation of the fence, and no more', () => {
  const fence = { mark: '```', indent: 2, language: '' };
  assert.deepEqual(
    ['    a', '  a', ' a', 'a', ' '].map((line) => codeLine(fence, line)),
    ['  a', 'a', 'a', 'a', ''],
  );
});

test('backticksAround() is longer than any run inside, however many there are', () => {
  assert.deepEqual([backticksAround('a', 1), backticksAround('a ``` b', 3), backticksAround('a', 3)], ['`', '````', '```']);
  assert.equal(backticksAround('` '.repeat(1_000_000), 3), '```');
});
