import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Role } from '../../../../../src/engine/document.ts';
import { beginQuery } from '../../../../../src/engine/retrieval/steps/mesh/meshQuery.ts';
import { maximal, type NamedKey } from '../../../../../src/engine/retrieval/steps/mesh/namedKeys.ts';
import { meshWeights } from '../../../../../src/engine/retrieval/steps/mesh/weights.ts';
import { allChunks, type Files, indexOf } from '../../../../support/memoryIndex.ts';

test('a name within a longer one that came before is left out, as whole words only', () => {
  const left = (...keys: readonly string[]) => maximal(keys.map((key) => ({ key }) as NamedKey)).map(({ key }) => key);
  assert.deepEqual(left('n:the salt garden', 'n:salt garden', 'n:salt', 'n:garden'), ['n:the salt garden']);
  assert.deepEqual(left('n:salt gardens', 'n:salt garden'), ['n:salt gardens', 'n:salt garden']);
  assert.deepEqual(left('n:salt', 'n:salt garden'), ['n:salt', 'n:salt garden'], 'the longer one came later');
  assert.deepEqual(left('n:a b', 'n:b c', 'n:a b'), ['n:a b', 'n:b c']);
  assert.deepEqual(left(), []);
});

async function keysOf(files: Files, question: string) {
  const reader = indexOf(files).reader();
  const infos = await reader.chunkInfo(allChunks(reader));
  const { keys } = await beginQuery(reader, question, meshWeights);
  const shown = (list: readonly NamedKey[]) =>
    list.map(({ key, kind, holders }) => [key, kind, ...holders.map((chunk) => infos[chunk]?.path)]);
  return { ...keys, names: shown(keys.names), symbols: shown(keys.symbols), files: shown(keys.files), thing: shown(keys.thing) };
}

test('a key is held by those that have it in its role: titles, definitions, files', async () => {
  const files = {
    'garden.md': '# The Salt Garden\n\nA film.\n',
    'quill.md': '# Quill\n\nShe wrote The Salt Garden.\n',
    'src/gate.ts': 'export function openGate() {}\n',
    'src/use.ts': "import { openGate } from './gate.ts';\n\nexport const used = openGate();\n",
  };
  const title = await keysOf(files, 'Who wrote The Salt Garden?');
  assert.deepEqual(title.names, [['n:salt garden', 'title', 'garden.md']]);
  const symbol = await keysOf(files, 'What does `openGate` in src/gate.ts do?');
  assert.deepEqual(symbol.symbols, [['s:openGate', 'symbol', 'src/gate.ts']]);
  assert.deepEqual(symbol.files.at(-1)?.slice(2), ['src/gate.ts']);
  const nothing = await keysOf(files, 'What does `shutGate` do?');
  assert.deepEqual([nothing.symbols, nothing.names], [[], []]);
  assert.equal(Role.Title & Role.Defines, 0);
});
