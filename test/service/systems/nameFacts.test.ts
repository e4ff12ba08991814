import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDerivedStore } from '../../../src/engine/retrieval/derived.ts';
import type { Enrichment } from '../../../src/engine/retrieval/modelSources/enrichment.ts';
import { createNameFacts } from '../../../src/service/systems/nameFacts.ts';
import { indexOf } from '../../support/memoryIndex.ts';
import { pathKeys } from '../../support/pathKeys.ts';

const notes = {
  'a.md': '# Marta Quill\n\nMarta Quill led the harbour stage.\n',
  'b.md': '# Harbour stage\n\nMarta Quill brought the Salt Garden to it.\n',
  'c.md': '# Salt Garden\n\nIt is long.\n',
};
/** With human faults: an alias that means something in its passage alone, a repeated description, a passage that was not read. */
const records: Readonly<Record<string, Enrichment>> = {
  'a.md': {
    entities: [
      { name: 'Marta Quill', description: 'A director.', aliases: ['Ms Quill', 'she'] },
      { name: 'harbour stage', description: '', aliases: [] },
    ],
    triples: [{ subject: 'Marta Quill', relation: 'led', object: 'harbour stage' }],
    summary: '',
  },
  'b.md': {
    entities: [{ name: 'marta quill', description: 'A director.', aliases: [] }],
    triples: [
      { subject: 'Marta Quill', relation: 'brought', object: 'Salt Garden' },
      { subject: 'Salt Garden', relation: 'came to', object: 'stage' },
    ],
    summary: '',
  },
};

async function facts(name: string, known = records) {
  const reader = indexOf(notes).reader();
  const view = { reader, folders: [{ folder: '/notes' }] } as never;
  const enrichment = { version: 'm', keys: pathKeys, get: (key: string) => known[key] };
  const found = await createNameFacts(
    () => view,
    createDerivedStore(),
    async () => enrichment,
  )(name);
  return found.map(({ kind, text, path }) => [kind, text, path]);
}

test('descriptions, other names and statements of a name, each with the passage that the model read', async () => {
  assert.deepEqual(await facts('Marta Quill'), [
    ['description', 'A director.', 'a.md'],
    ['alias', 'Ms Quill', 'a.md'],
    ['alias', 'she', 'a.md'],
    ['statement', 'Marta Quill led harbour stage', 'a.md'],
    ['statement', 'Marta Quill brought Salt Garden', 'b.md'],
  ]);
  assert.deepEqual(
    await facts('ms quill'),
    (await facts('Marta Quill'))
      .map((one) => (one[1] === 'Ms Quill' ? ['alias', 'Marta Quill', 'a.md'] : one))
      .filter(([, , path]) => path === 'a.md'),
  );
});

test('a word of one name alone is that name; nothing is facts of what no model has named, and nothing without records', async () => {
  assert.deepEqual(await facts('quill'), await facts('Marta Quill'));
  assert.deepEqual(await facts('garden'), []);
  assert.deepEqual(await facts(' '), []);
  assert.deepEqual(await facts('Marta Quill', {}), []);
});
