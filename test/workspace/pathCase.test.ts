/** Names as listed by directories. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ListedNames } from '../../src/workspace/pathCase.ts';
import { assertUnder, cpuMs } from '../support/quick.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

test('a name is spelled as listed, also in another Unicode form; an unknown one is unchanged', (t) => {
  const root = temporaryDirectory(t);
  const composed = 'caf\u00e9';
  const decomposed = 'cafe\u0301';
  fs.mkdirSync(path.join(root, decomposed));
  fs.writeFileSync(path.join(root, decomposed, 'Über.md'), '');
  const names = new ListedNames();
  assert.equal(names.pathOf(root, `${decomposed}/Über.md`), `${decomposed}/Über.md`);
  assert.equal(names.pathOf(root, `${composed}/über.md`), `${decomposed}/Über.md`);
  assert.equal(names.pathOf(root, `${composed}/unter.md`), `${decomposed}/unter.md`);
  assert.equal(names.pathOf(root, 'naïf/unter.md'), 'naïf/unter.md');
});

test('many deletions in a large folder are detected without scanning all names for each', async (t) => {
  const root = temporaryDirectory(t);
  const count = 5000;
  for (let i = 0; i < count; i++) fs.writeFileSync(path.join(root, `報告${i}.md`), '');
  const look = (): void => {
    const names = new ListedNames();
    for (let i = 0; i < count; i++) assert.equal(names.pathOf(root, `古い${i}.md`), `古い${i}.md`);
  };
  await assertUnder(2000, 'the look', () => cpuMs(look));
});
