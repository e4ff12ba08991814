/** How much of a list is quoted: lines of a file, lines in all, files, and a line itself. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Service } from '../../../../src/service/types/service.ts';
import { serviceOn } from '../../../support/serviceOn.ts';

const user = (calls: number, more = ''): string =>
  `import { lift } from "./lift.ts";\n\nexport function use() {\n${'  lift();\n'.repeat(calls)}}\n${more}`;
const lift = { 'src/lift.ts': 'export function lift() {}\n' };

/** Of each listed file, how many lines are quoted and how many are given by their numbers. */
async function counts(service: Service): Promise<readonly (readonly [quoted: number, more: number])[]> {
  const { blocks } = await service.ask('Who calls lift?');
  return blocks.map(({ pieces, moreLines = [] }) => [pieces.length, moreLines.length]);
}

test('forty lines are quoted; of more, three of each file, and one of each once there is no room', async (t) => {
  const one = await serviceOn(t, { ...lift, 'src/a.ts': user(40) });
  assert.deepEqual(await counts(one.service), [[40, 0]]);
  const more = await serviceOn(t, { ...lift, 'src/a.ts': user(41) });
  assert.deepEqual(await counts(more.service), [[3, 38]]);
  const files = Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`src/f${10 + i}.ts`, user(4)]));
  const many = await serviceOn(t, { ...lift, ...files });
  const shown = await counts(many.service);
  assert.deepEqual(
    shown,
    Array.from({ length: 15 }, (_, i) => (i < 13 ? [3, 1] : [1, 3])),
  );
});

test('two hundred files are listed, in the order of their paths', async (t) => {
  const files = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`src/f${1000 + i}.ts`, user(1)]));
  const { service } = await serviceOn(t, { ...lift, ...files });
  const { blocks, sources, lead } = await service.ask('Who calls lift?');
  assert.equal(blocks.length, 200);
  const paths = blocks.map(({ n }) => sources[n - 1]?.path);
  assert.deepEqual(paths, Object.keys(files).slice(0, 200));
  assert.match(JSON.stringify(lead), /201/);
});

test('a line is cut after 240 characters, and its indentation left out', async (t) => {
  const long = (length: number): string => `  const x = lift(${'"ab" + '.repeat(100)}`.slice(0, length + 2);
  const { service } = await serviceOn(t, { ...lift, 'src/a.ts': user(0, `${long(240)}\n`), 'src/b.ts': user(0, `${long(241)}\n`) });
  const { blocks } = await service.ask('Who calls lift?');
  assert.deepEqual(
    blocks.map(({ pieces: [piece] }) => [piece?.text.length, piece?.isCut ?? false, piece?.text.slice(0, 7)]),
    [
      [240, false, 'const x'],
      [240, true, 'const x'],
    ],
  );
});

test('passages are numbered in their order, each once', async (t) => {
  const { service } = await serviceOn(t, { ...lift, 'src/a.ts': user(1), 'src/b.ts': user(2) });
  const { blocks } = await service.ask('Where is lift used?');
  assert.deepEqual(
    blocks.map(({ n, startLine, endLine, kind, language }) => [n, startLine, endLine, kind, language]),
    [
      [1, 4, 4, 'code', 'typescript'],
      [2, 4, 5, 'code', 'typescript'],
      [1, 1, 1, 'code', 'typescript'],
      [2, 1, 1, 'code', 'typescript'],
    ],
  );
});
