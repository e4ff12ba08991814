import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { placeText } from '../../../src/service/tools/passages.ts';
import * as tools from '../../../src/service/tools/toolContext.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { InputError } from '../../../src/tools/inputSchema.ts';
import { writeTree } from '../../support/gitTrees.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

/** Two folders with some indexed files, and what is left out of the first. */
function placed(context: TestContext, { isSingle = false, within = undefined as readonly string[] | undefined } = {}) {
  const root = temporaryDirectory(context);
  const [one, two] = [path.join(root, 'one'), path.join(root, 'two')];
  writeTree(root, { 'one/src/a.ts': '', 'one/build/x.js': '', 'one/.env': '', 'one/odd.bin': '', 'two/b.ts': '', 'outside.ts': '' });
  const indexed = [path.join(one, 'src/a.ts'), path.join(two, 'b.ts')];
  const service = {
    isIndexed: (folder: string, file: string) => indexed.includes(path.join(folder, file)),
    holdsIndexed: (folder: string, file: string) => indexed.some((known) => known.startsWith(path.join(folder, file) + path.sep)),
    report: () => [
      {
        folder: one,
        skipped: [
          { path: 'build/', reason: 'ignored' },
          { path: '.env', reason: 'secret' },
        ],
      },
    ],
    fileAt: () => undefined,
  } as unknown as Service;
  const folders = new Map(
    isSingle
      ? [[one, 'one']]
      : [
          [one, 'one'],
          [two, 'two'],
        ],
  );
  const known: tools.ToolContext = { service, folders, ...(within && { within: within.map((name) => path.join(root, name)) }) };
  const spot = (given: string) => {
    const { folder, path: file } = tools.allowedSpot(given, known);
    return path.relative(root, path.join(folder, file)).replaceAll(path.sep, '/');
  };
  return { root, one, two, known, spot };
}

const refused = (reason: RegExp) => (error: unknown) => error instanceof InputError && reason.test(error.message);

test('a file is named by its path in a folder, with or without the name of that, absolute, as a URI or by a link', (context) => {
  const { root, one, spot } = placed(context);
  fs.symlinkSync(path.join(one, 'src'), path.join(root, 'link'));
  for (const given of [
    'src/a.ts',
    'one/src/a.ts',
    path.join(one, 'src/a.ts'),
    pathToFileURL(path.join(one, 'src/a.ts')).href,
    path.join(root, 'link/a.ts'),
  ])
    assert.equal(spot(given), 'one/src/a.ts', given);
  assert.equal(spot('b.ts'), 'two/b.ts');
  assert.equal(spot('two'), 'two');
  assert.equal(spot('src'), 'one/src');
});

test('what is outside, missing or left out is refused, with the reason where that reveals nothing', (context) => {
  const { root, spot } = placed(context);
  const reasons: Readonly<Record<string, RegExp>> = {
    '../outside.ts': /lies outside of the workspace/,
    [path.join(root, 'outside.ts')]: /lies outside of the workspace/,
    [path.join(root, 'missing.ts')]: /lies outside of the workspace/,
    'src/missing.ts': /does not exist in the workspace/,
    'build/x.js': /is not indexed: ignored/,
    build: /is not indexed: ignored/,
    '.env': /is not indexed: secret/,
    'odd.bin': /is not among the indexed files/,
    'a\0b': /lies outside/,
    'file:nonsense%': /lies outside|does not exist/,
  };
  for (const [given, reason] of Object.entries(reasons)) assert.throws(() => spot(given), refused(reason), given);
});

test('nothing but what the client may see is revealed', (context) => {
  const { one, two, known, spot } = placed(context, { within: ['one/src'] });
  assert.equal(spot('src/a.ts'), 'one/src/a.ts');
  assert.equal(spot('one'), 'one', 'a folder above what may be seen');
  assert.throws(() => spot('b.ts'), refused(/lies outside of the client's roots/));
  const seen = (folder: string, file: string) => tools.isVisible({ folder, path: file }, known);
  assert.deepEqual([seen(one, 'src/a.ts'), seen(one, 'src'), seen(one, ''), seen(two, 'b.ts')], [true, true, false, false]);
  const src = path.join(one, 'src');
  assert.deepEqual(
    [tools.allowedScope(undefined, known), tools.allowedScope([], known), tools.allowedScope(['one'], known)],
    [[src], [src], [src]],
  );
  assert.deepEqual(tools.allowedScope(['src/a.ts'], known), [path.join(src, 'a.ts')]);
  const everything = placed(context).known;
  assert.equal(tools.allowedScope([], everything), undefined);
  assert.equal(tools.isVisible({ folder: '/any', path: 'x' }, everything), true);
});

test('places are shown with the name of their folder only where there are several', (context) => {
  for (const isSingle of [true, false]) {
    const { one, known } = placed(context, { isSingle });
    const prefix = isSingle ? '' : 'one/';
    const place = { folder: one, path: 'src/a.ts', startLine: 3, endLine: 9 };
    assert.equal(placeText(place, known), `${prefix}src/a.ts:3-9`);
    assert.equal(placeText({ ...place, endLine: 3 }, known), `${prefix}src/a.ts:3`);
    assert.equal(placeText({ ...place, endLine: 3, startColumn: 5, endColumn: 80 }, known), `${prefix}src/a.ts:3 columns 5-80`);
    assert.equal(tools.withoutFolders(`in ${one} and ${JSON.stringify(one)}`, known), 'in one and "one"');
  }
});

test('only a file can be asked about, and a line may follow its path', (context) => {
  const { one, known } = placed(context);
  const file = path.join(one, 'src/a.ts');
  assert.equal(tools.indexedFile('src/a.ts', known), file);
  assert.throws(() => tools.indexedFile('src', known), refused(/is a folder, expected a file/));
  assert.equal(tools.askedOf('src/a.ts', known), file);
  assert.equal(tools.askedOf('boilWater', known), 'boilWater');
});
