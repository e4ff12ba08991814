import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { backticksAround, codeLine, type Fence, fenceAfter } from '../../../src/engine/text/fences.ts';

/** The fence that is open after the lines. */
function openAfter(...lines: readonly string[]): Fence | undefined {
  let open: Fence | undefined;
  for (const line of lines) open = fenceAfter(open, line);
  return open;
}

test('a fence has at least three backticks or tildes, any indentation, and may name a language', () => {
  assert.deepEqual(openAfter('```ts'), { mark: '```', indent: 0, language: 'ts' });
  assert.deepEqual(openAfter('  ~~~~ c++ title'), { mark: '~~~~', indent: 2, language: 'c++' });
  assert.deepEqual(openAfter('      ```\n'), { mark: '```', indent: 6, language: '' });
  assert.equal(openAfter('~~~ a~')?.mark, '~~~');
  for (const line of ['``', '```a``` b', 'text ```', '> ```']) assert.equal(openAfter(line), undefined, line);
});

test('it is closed by a line of at least as many of its characters and nothing else, indented less than four deeper', () => {
  for (const line of ['```', '````', '   ```  ', '```\n', '```\r\n']) assert.equal(openAfter('```', line), undefined, line);
  for (const line of ['``', '~~~', '``` ts', '```~', 'text', '    ```', '```\u00a0']) assert.ok(openAfter('```', line), line);
  assert.equal(openAfter('    ```', '      ```'), undefined);
  assert.ok(openAfter('````', '```'));
});

test('its code loses only the indentation of the fence', () => {
  const fence = { mark: '```', indent: 2, language: '' };
  assert.deepEqual(
    ['    a', '  a', ' a', 'a', ' '].map((line) => codeLine(fence, line)),
    ['  a', 'a', 'a', 'a', ''],
  );
});

test('backticksAround() is longer than any run inside', () => {
  assert.deepEqual([backticksAround('a', 1), backticksAround('a ``` b', 3), backticksAround('a', 3)], ['`', '````', '```']);
  assert.equal(backticksAround('` '.repeat(1_000_000), 3), '```');
});
