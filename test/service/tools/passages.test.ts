/** Texts of files as agents are shown them: on one line, cut, with their places, secrets masked. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { linesWithHolders } from '../../../src/service/tools/holders.ts';
import { linesOfFile, oneLine, placeText, SecretMask, safeLine, textOfPassage } from '../../../src/service/tools/passages.ts';
import { toolsOn } from '../../support/toolsOn.ts';

const secret = 'sk-proj-Q2x8mB4vT7yR1wE5uZ9aK3nJ6pL0sD4f';

test('a text is one line of at most three hundred characters, with what is not seen shown', () => {
  assert.equal(oneLine('a\r\n\tb\n\nc'), 'a b c');
  assert.equal(oneLine('x'.repeat(300)).length, 300);
  assert.equal(oneLine('x'.repeat(301)).length, 300);
  assert.notEqual(oneLine('a\u202eb'), 'a\u202eb');
  assert.doesNotMatch(safeLine(`key = "${secret}"`), /Q2x8mB4v/);
});

test('masks are counted over all lines', () => {
  const mask = new SecretMask();
  assert.equal(mask.line('no secret'), 'no secret');
  assert.equal(mask.count, 0);
  mask.line(`a = "${secret}"`);
  mask.line(`b = "${secret}"`);
  assert.equal(mask.count, 2);
});

test('a place has its lines once where they are one, and columns where a line was split', () => {
  const [one, two] = ['/a', '/b'];
  const folders = new Map([[one, 'a']]);
  const place = { folder: one, path: 'x.ts', startLine: 3, endLine: 3 };
  assert.equal(placeText(place, { folders }), 'x.ts:3');
  assert.equal(placeText({ ...place, endLine: 4 }, { folders }), 'x.ts:3-4');
  assert.equal(placeText({ ...place, startColumn: 5, endColumn: 9 }, { folders }), 'x.ts:3 columns 5-9');
  assert.equal(placeText({ ...place, endColumn: 9 }, { folders }), 'x.ts:3 columns 0-9');
  assert.equal(placeText(place, { folders: new Map([...folders, [two, 'b']]) }), 'a/x.ts:3');
});

test('lines of a file are whole, without secrets and what is empty at their end; none where they cannot be read', async (t) => {
  const { context, folder } = await toolsOn(t, { 'a.ts': `one\nkey = "${secret}"\nthree  \n\n\n` });
  const lines = (startLine: number, endLine: number, max = 10, name = 'a.ts') =>
    linesOfFile({ folder, path: name, startLine, endLine }, max, context.service);
  assert.equal(lines(1, 1), 'one');
  assert.match(lines(1, 3) ?? '', /^one\nkey = .*\nthree$/);
  assert.doesNotMatch(lines(1, 3) ?? '', /Q2x8mB4v/);
  assert.equal(lines(3, 5), 'three');
  assert.equal(lines(1, 3, 1), 'one');
  assert.equal(lines(1, 1, 10, 'none.ts'), undefined);
  assert.equal(textOfPassage({ content: undefined }), undefined);
  assert.equal(textOfPassage({ content: { text: 'a\n\n', secrets: [], fileLines: 1 } }), 'a');
});

test('twenty lines of a file are listed, each with its function where that is another one', async (t) => {
  const functions = Array.from({ length: 4 }, (_, i) => `function f${i}() {\n  a();\n  b();\n}\n`).join('');
  const { context, folder } = await toolsOn(t, { 'a.ts': functions, 'b.md': 'a\n' });
  const spot = { folder, path: 'a.ts' };
  assert.equal(linesWithHolders(spot, [1, 2, 3, 6, 2], context, true), '1, 2 (f0), 3, 6 (f1), 2 (f0)');
  assert.equal(linesWithHolders(spot, [2, 6], context, false), '2, 6');
  assert.equal(linesWithHolders({ folder, path: 'b.md' }, [1], context, true), '1');
  assert.equal(linesWithHolders({ folder, path: 'none.ts' }, [2], context, true), '2');
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);
  assert.equal(linesWithHolders(spot, numbers(20), context, false), numbers(20).join(', '));
  assert.equal(linesWithHolders(spot, numbers(21), context, false), `${numbers(20).join(', ')}, … 21 lines`);
  assert.ok(path.isAbsolute(folder));
});
