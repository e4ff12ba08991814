import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CorruptBytesError } from '../../../src/engine/index/codec/bytes.ts';
import type { ChunkInfo } from '../../../src/engine/index/reader.ts';
import { bindingsBuilder } from '../../../src/engine/relations/bindingsBuilder.ts';
import type { Binding } from '../../../src/engine/text/code/imports/binding.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';

const { encode } = bindingsBuilder;
const decode = (bytes: Uint8Array) => bindingsBuilder.decode(bytes, 1);
const bytes = (text: string) => new TextEncoder().encode(text);

const rows: readonly (readonly [row: string, binding: Binding])[] = [
  ['a\t\t./a', { name: 'a', local: 'a', module: './a', isExport: false, line: 1 }],
  ['b', { name: 'b', local: 'b', module: './a', isExport: false, line: 2 }],
  ['c\td\t./c\t0', { name: 'c', local: 'd', module: './c', isExport: false, line: 2 }],
  ['e\t\u0001\t\t3', { name: 'e', local: '', module: './c', isExport: false, line: 5 }],
  ['f\t\t\u0001\t\t1', { name: 'f', local: 'f', module: '', isExport: true, line: 6 }],
  ['g\t\t\t\t1', { name: 'g', local: 'g', module: '', isExport: true, line: 7 }],
];

test('bindings are stored by what differs from the one before', () => {
  const bindings = rows.map(([, binding]) => binding);
  assert.equal(new TextDecoder().decode(encode(bindings)), rows.map(([row]) => row).join('\n'));
  assert.deepEqual(decode(encode(bindings)), bindings);
  assert.deepEqual(decode(encode([])), []);
});

test('rows that are damaged are refused', () => {
  for (const row of ['a', 'a\t\t./a\t0', 'a\t\t./a\t-1', 'a\t\t./a\tx', 'a\t\t./a\t\t2', 'a\t\t./a\nb\t\t\t-1'])
    assert.throws(() => decode(bytes(row)), CorruptBytesError, row);
});

test('the chunks of a document are read as one text, each from its line; what cannot be read has none', async () => {
  const chunk = (startLine: number, endLine: number, language = languageOf('a.ts').name) =>
    ({ path: 'a.ts', language, startLine, endLine }) as ChunkInfo;
  const texts = new Map([
    [1, "import a from './a';\n"],
    [5, "import b from './b';"],
    [6, "\nimport c from './c';\n"],
  ]);
  let slices = 0;
  const build = (infos: readonly ChunkInfo[], hasTexts = true) =>
    bindingsBuilder.build(
      [{ infos }] as unknown as Parameters<typeof bindingsBuilder.build>[0],
      {
        ...(hasTexts ? { texts: { chunkText: async ({ startLine }: ChunkInfo) => texts.get(startLine) } } : {}),
        yieldThread: () => void slices++,
      } as unknown as Parameters<typeof bindingsBuilder.build>[1],
    );
  const lines = async (...args: Parameters<typeof build>) => (await build(...args))[0]?.map(({ local, line }) => `${local} ${line}`);
  assert.deepEqual(await lines([chunk(1, 1), chunk(5, 5), chunk(6, 7)]), ['a 1', 'b 5', 'c 7']);
  assert.deepEqual(await lines([chunk(1, 1), chunk(3, 3), chunk(5, 5)]), ['a 1', 'b 5']);
  assert.deepEqual([await lines([chunk(1, 1)], false), await lines([chunk(1, 1, languageOf('a.md').name)]), await lines([])], [[], [], []]);
  assert.equal(slices, 2);
});
