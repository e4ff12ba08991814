import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bind } from '../../../src/engine/retrieval/bind.ts';
import { type MultiSemanticOptions, multiSemantic } from '../../../src/systems/multiSemantic/multiSemantic.ts';
import { nearbyEntities } from '../../../src/systems/multiSemantic/nearby.ts';
import { indexOf, pathsFound } from '../../support/memoryIndex.ts';

/** Two relations: the play's sentence names Marta Quill next to the title, hers names Port Wexley. */
const notes = {
  'The Salt Garden.md': '# The Salt Garden\n\nThe Salt Garden is a play directed by Marta Quill.\n',
  'Marta Quill.md': '# Marta Quill\n\nMarta Quill directed in Port Wexley.\n',
  'Port Wexley.md': '# Port Wexley\n\nPort Wexley has a pier.\n',
  'choir.md': 'a choir is directed.\n',
};
const question = 'Who directed The Salt Garden?';

describe('multi-semantic', () => {
  const reader = indexOf(notes).reader();
  const votes = async (changes: Partial<MultiSemanticOptions>) => {
    const { results } = await bind(multiSemantic, { rerank: false, hops: 0, ...changes }).search(reader, question, { limit: 9 });
    const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
    return Object.fromEntries(results.map(({ score }, i) => [infos[i]?.path.replace('.md', ''), Number(score.toFixed(6))]));
  };
  /** ln(1 + 4 / 2) / ln(1 + 4): the rarity of a name of two of four chunks. */
  const ofTwo = Math.log(3) / Math.log(5);
  /** Her sentence has one of the three words of the question, of three of four chunks; the other two are each of one. */
  const idf = (size: number) => Math.log(1 + (4 - size + 0.5) / (size + 0.5));
  const ofQuestion = idf(3) / (idf(3) + 2 * idf(1));
  const rounded = (numbers: Record<string, number>) =>
    Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, Number(number.toFixed(6))]));

  it('counts a vote of each of three entities, two relations and three passages for four chunks, as worked by hand', async () => {
    // Salt Garden: both names it holds, its relation, itself. Marta Quill: hers and Port Wexley, her relation, itself. Port Wexley: its own name.
    assert.deepEqual(await votes({ votes: 'plain' }), { 'The Salt Garden': 4, 'Marta Quill': 4, choir: 1, 'Port Wexley': 1 });
  });

  it('weighs a vote by rank and rarity, and by whether a chunk is about the entity, as worked by hand', async () => {
    // Entities by rank: Salt Garden, Marta Quill, Port Wexley. Passages: Salt Garden, choir, Marta Quill, each two votes by its rank.
    const wanted = {
      'The Salt Garden': 1 + 2 / 1 + 1 + 0.15 * (ofTwo / 2),
      'Marta Quill': ofQuestion / 2 + 2 / 3 + ofTwo / 2 + 0.15 * (ofTwo / 3),
      choir: 2 / 2,
      'Port Wexley': ofTwo / 3,
    };
    assert.deepEqual(await votes({}), rounded(wanted));
  });

  it('leaves a recall out', async () => {
    assert.deepEqual(await votes({ entities: 0, relations: 0 }), rounded({ 'The Salt Garden': 2, choir: 1, 'Marta Quill': 2 / 3 }));
    assert.deepEqual(await votes({ entities: 0, passages: 0 }), rounded({ 'The Salt Garden': 1, 'Marta Quill': ofQuestion / 2 }));
    assert.deepEqual(Object.keys(await votes({ passages: 0 })), ['The Salt Garden', 'Marta Quill', 'Port Wexley']);
  });

  it('follows names that share a place, with less weight by each hop', async () => {
    const one = { entities: 0, passages: 0, relations: 1 };
    assert.deepEqual(Object.keys(await votes({ ...one, hops: 0 })), ['The Salt Garden']);
    const near = await votes({ ...one, hops: 1 });
    // Port Wexley is a neighbour of Marta Quill, in her own note.
    assert.equal(near['Port Wexley'], Number((ofTwo * 0.3 * ofTwo).toFixed(6)));
    const { results } = await bind(multiSemantic, one).search(reader, question, { limit: 9 });
    assert.deepEqual(results[2]?.evidence, [
      { kind: 'votes', label: 'votes of', keys: ['nearby'] },
      { kind: 'name', keys: ['port wexley'], via: results[1]?.chunk },
    ]);
  });

  it('follows names that share a sentence, not those that share a block of code', async () => {
    const definition = '/** Heats the samovar. */\nexport function boilWater() {\n  return 1;\n}\n';
    const found = async (path: string, text: string) =>
      pathsFound(
        indexOf({ 'samovar.ts': definition, [path]: text, 'other.md': '# pumpWater\n\nIt sails.\n' }).reader(),
        bind(multiSemantic),
        'How is the samovar heated?',
      );
    assert.deepEqual(await found('use.md', 'Here `boilWater` and `pumpWater` meet.\n'), ['samovar.ts', 'use.md', 'other.md']);
    assert.deepEqual(await found('use.ts', 'boilWater(pumpWater);\n'), ['samovar.ts', 'use.ts']);
  });

  it('treats a name that ends another as the same entity, whose weight does not decay', async () => {
    const players = indexOf({ 'Fred Gehrke.md': '# Fred Gehrke\n\nClarence Fred Gehrke painted a horn in Denver.\n' }).reader();
    const key = 'n:fred gehrke';
    const [found] = await players.findKeys([key]);
    const weights = async (aliases: boolean) => {
      const near = await nearbyEntities({ keys: players, leads: () => true }, [{ id: found?.id as number, key, weight: 1 }], {
        hops: 1,
        aliases,
      });
      return Object.fromEntries(near.map((one) => [one.key, one.weight]));
    };
    assert.deepEqual(await weights(true), { [key]: 1, 'n:clarence fred gehrke': 1, 'n:denver': 0.3 });
    assert.deepEqual(await weights(false), { [key]: 1, 'n:clarence fred gehrke': 0.3, 'n:denver': 0.3 });
  });

  it('reranks the first few, which none of the others overtakes', async () => {
    const [plain, judged] = [await votes({ finalists: 2 }), await votes({ finalists: 2, rerank: true })];
    assert.deepEqual(Object.keys(judged), Object.keys(plain));
    // All of the question is in one place of it, so that its 4.051195 votes count twice.
    assert.equal(judged['The Salt Garden'], 8.102391);
    assert.equal(judged.choir, plain.choir);
  });

  it('walks instead of voting', async () => {
    const found = await pathsFound(reader, bind(multiSemantic, { votes: 'walk' }), question);
    assert.deepEqual(found, ['The Salt Garden.md', 'Marta Quill.md', 'Port Wexley.md']);
  });

  it('returns only accepted chunks, and ranks by words if there are no names', async () => {
    const { results } = await bind(multiSemantic).search(reader, question, { limit: 5, accept: (chunk) => chunk % 2 === 1 });
    assert.deepEqual(
      results.map(({ chunk }) => chunk),
      [3, 1],
    );
    const plain = indexOf({ 'a.md': 'rain fell on the pier\n', 'b.md': 'the kettle is warm\n' }).reader();
    assert.deepEqual(await pathsFound(plain, bind(multiSemantic), 'rain on the pier'), ['a.md']);
    assert.deepEqual(await pathsFound(indexOf({}).reader(), bind(multiSemantic), question), []);
    assert.deepEqual(await pathsFound(reader, bind(multiSemantic), 'zebra'), []);
  });

  it('names an option that is not one of its own', () => {
    assert.throws(
      () => bind(multiSemantic, { votes: 'lottery' as 'plain' }),
      /The option votes of multi-semantic is "lottery"; it must be one of weighted/,
    );
    assert.throws(
      () => bind(multiSemantic, { hops: 1.5 }),
      /The option hops of multi-semantic is 1.5; it must be a whole number, 0 or more/,
    );
  });
});
