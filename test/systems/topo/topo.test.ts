import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bind } from '../../../src/engine/retrieval/bind.ts';
import { topo } from '../../../src/systems/topo/topo.ts';
import { indexOf, pathsFound } from '../../support/memoryIndex.ts';
import { assertStopsAnywhere, notes, question } from '../saltGarden.ts';

describe('topo', () => {
  const reader = indexOf(notes).reader();

  it('finds the chunks with the nearest names and those near them, and names them', async () => {
    const { results } = await bind(topo).search(reader, question, { limit: 3 });
    const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
    assert.deepEqual(
      infos.slice(0, 2).map(({ path }) => path),
      ['The Salt Garden.md', 'Marta Quill.md'],
    );
    assert.ok(results[1]?.evidence.some(({ keys }) => keys.includes('marta quill')));
  });

  it('says how many names it did not find within the bound', async () => {
    const wide = await bind(topo, { diameter: 4 }).search(reader, question, { limit: 3 });
    const narrow = await bind(topo, { diameter: 0 }).search(reader, question, { limit: 3 });
    assert.ok((narrow.counts?.entities as number) === 1 && (narrow.counts?.missing as number) === 19);
    assert.ok((wide.counts?.entities as number) > 1);
    assert.ok(narrow.results[0]?.evidence.some(({ label, keys }) => label === 'names found' && keys[0] === '1 of 20'));
    const enough = await bind(topo, { size: 1 }).search(reader, question, { limit: 3 });
    assert.equal(enough.counts?.missing, 0);
    assert.ok(enough.results.every(({ evidence }) => evidence.every(({ label }) => label === undefined)));
  });

  it('links names that only one chunk mentions together by co-occurrence alone', async () => {
    const near = { size: 3, passages: 0, starts: 1, diameter: 1 };
    const text = { 'a.md': 'Ansel Brook met Marta Quill and Port Wexley was far.\n' };
    const one = indexOf(text).reader();
    const count = async (changes: object): Promise<number | undefined> =>
      (await bind(topo, { ...near, ...changes }).search(one, 'Ansel Brook', { limit: 1 })).counts?.entities;
    assert.equal(await count({}), 3);
    assert.equal(await count({ cooccurrence: false }), 1);
    assert.equal(await count({ together: 2 }), 1);
  });

  it('searches each name of a question separately', async () => {
    const both = 'What did Ansel Brook and Marta Quill do?';
    const { counts } = await bind(topo).search(reader, both, { limit: 4 });
    assert.equal(counts?.parts, 2);
    assert.equal((await bind(topo, { decomposition: false }).search(reader, both, { limit: 4 })).counts?.parts, 1);
    const found = await pathsFound(reader, bind(topo, { passages: 0, size: 2 }), both);
    assert.ok(found.includes('Ansel Brook.md') && found.includes('Marta Quill.md'));
  });

  it('can search each clause of two or more known words separately', async () => {
    const partsOf = async (asked: string, changes: object = { clauses: true }): Promise<number | undefined> =>
      (await bind(topo, changes).search(reader, asked, { limit: 4 })).counts?.parts;
    const clauses = 'After the harbour stage play, which composer was of Fenwick?';
    assert.equal(await partsOf(clauses, {}), 1);
    assert.equal(await partsOf(clauses), 2);
    assert.equal(await partsOf('In the end, which composer was of Fenwick?'), 1, 'a clause without a known word is none');
    assert.equal(await partsOf('A composer of Fenwick, who met Ansel Brook and Marta Quill'), 3, 'one, and one for each name');
    const found = await pathsFound(reader, bind(topo, { clauses: true, passages: 0, size: 2 }), clauses);
    assert.ok(found.includes('The Salt Garden.md') && found.includes('Ansel Brook.md'), found.join(', '));
  });

  it('handles a graph without edges, a connected one, and one name with half of the edges', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `Ada${'b'.repeat(i + 1)} Quill`);
    const leaves = Object.fromEntries(names.map((name, i) => [`${i}.md`, `${name} was here on day ${i}.\n`]));
    const entitiesOf = async (files: Record<string, string>, changes: object): Promise<number | undefined> =>
      (await bind(topo, { passages: 0, starts: 1, ...changes }).search(indexOf(files).reader(), 'Adab Quill', { limit: 20 })).counts
        ?.entities;
    for (const filter of ['in', 'post'] as const) assert.equal(await entitiesOf(leaves, { filter, diameter: 4 }), 1, 'nothing leads on');
    const together = { 'all.md': `There were ${names.join(' and ')}.\n` };
    for (const filter of ['in', 'post'] as const) {
      const all = await entitiesOf(together, { filter, diameter: 1 });
      assert.ok((all as number) >= 12, `${all}`);
      assert.equal(await entitiesOf(together, { filter, diameter: 0 }), 1);
    }
    const pairs = names.slice(1).map((name, i) => [`${i}.md`, `Adab Quill met ${name} on day ${i}.\n`] as const);
    const hub = Object.fromEntries(pairs);
    assert.equal(await entitiesOf(hub, { diameter: 1 }), 2, 'the leaves do not touch');
    assert.equal(await entitiesOf(hub, { diameter: 2 }), 12);
    assert.equal(await entitiesOf(hub, { diameter: 2, maxHolders: 5 }), 1, 'a name of too many places is no node');
  });

  it('stops wherever it is cancelled, and answers the next question', async () => {
    await assertStopsAnywhere(indexOf(notes).reader(), () => bind(topo));
  });

  it('post-filters, walks without centres, and measures in the whole graph', async () => {
    for (const changes of [{ filter: 'post' }, { centres: 0 }, { centres: 3 }, { distance: 'whole' }] as const)
      assert.equal((await pathsFound(reader, bind(topo, changes), question))[0], 'The Salt Garden.md');
  });

  it('returns only accepted chunks, and ranks by words if no name is near', async () => {
    const { results } = await bind(topo).search(reader, question, { limit: 5, accept: (chunk) => chunk % 2 === 1 });
    assert.ok(results.length > 0 && results.every(({ chunk }) => chunk % 2 === 1));
    const plain = indexOf({ 'a.md': 'rain fell on the pier\n', 'b.md': 'the kettle is warm\n' }).reader();
    assert.deepEqual(await pathsFound(plain, bind(topo), 'rain on the pier'), ['a.md']);
    assert.deepEqual(await pathsFound(indexOf({}).reader(), bind(topo), question), []);
  });

  it('names an option that is out of range', () => {
    assert.throws(() => bind(topo, { filter: 'both' as 'in' }), /The option filter of topo is "both"; it must be one of in, post/);
    assert.throws(() => bind(topo, { size: 0 }), /The option size of topo is 0; it must be a whole number, 1 or more/);
  });
});
