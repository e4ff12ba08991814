import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rarity } from '../../../../../src/engine/retrieval/rarity.ts';
import { beginQuery } from '../../../../../src/engine/retrieval/steps/mesh/meshQuery.ts';
import { findSeeds } from '../../../../../src/engine/retrieval/steps/mesh/seeds.ts';
import type { MeshWeights } from '../../../../../src/engine/retrieval/steps/mesh/weights.ts';
import { allChunks, type Files, indexOf } from '../../../../support/memoryIndex.ts';
import { neutralWeights as neutral } from '../../../../support/neutralWeights.ts';

interface Asked {
  readonly files: Files;
  readonly question: string;
  readonly weights?: Partial<MeshWeights>;
  /** By path. */
  readonly near?: Readonly<Record<string, number>>;
  readonly rejected?: string;
}

async function seedsOf({ files, question, weights, near = {}, rejected }: Asked) {
  const reader = indexOf(files).reader();
  const infos = await reader.chunkInfo(allChunks(reader));
  const places = infos.map(({ path, startLine }) => (startLine === 1 ? path : `${path}:${startLine}`));
  const query = await beginQuery(reader, question, { ...neutral, ...weights });
  const nearBy = new Map(Object.entries(near).map(([path, share]) => [places.indexOf(path), share]));
  const seeds = await findSeeds(query, { near: nearBy, accept: (chunk) => infos[chunk]?.path !== rejected });
  return { ...seeds, places, order: seeds.seeds.map((chunk) => places[chunk] as string), reader };
}

/** What the weights add to the scores of the chunks of the pool, by place; nothing for those whose score stays. */
async function added(asked: Asked): Promise<Record<string, number>> {
  const [plain, weighted] = await Promise.all([seedsOf({ ...asked, weights: {}, near: {} }), seedsOf(asked)]);
  const rows = weighted.pool.map((chunk) => [weighted.places[chunk], weighted.scoreOf(chunk) - plain.scoreOf(chunk)] as const);
  return Object.fromEntries(rows.filter(([, more]) => Math.abs(more) > 1e-9).map(([place, more]) => [place, Number(more.toFixed(9))]));
}

/** What each score is multiplied by, by place. */
async function factors(asked: Asked): Promise<Record<string, number>> {
  const { pool, places, demotionOf, scoreOf } = await seedsOf(asked);
  const plain = await seedsOf({ ...asked, weights: {} });
  for (const chunk of pool) assert.ok(Math.abs(scoreOf(chunk) - plain.scoreOf(chunk) * demotionOf(chunk)) < 1e-9);
  return Object.fromEntries(pool.map((chunk) => [places[chunk] as string, demotionOf(chunk)]).sort());
}

const rounded = (scores: Record<string, number>) =>
  Object.fromEntries(Object.entries(scores).map(([place, score]) => [place, Number(score.toFixed(9))]));

const filler = Object.fromEntries(
  Array.from({ length: 6 }, (_, i) => [`filler${i}.md`, `# Filler ${i}\n\nRain on the pier all winter.\n`]),
);

test('the best chunk by words has a score of 1, and seeds are the best of the pool in order', async () => {
  const files = { 'one.md': 'tide', 'two.md': 'tide tide tide and much more of it', 'three.md': 'rain', 'four.md': 'tide, moon and rain' };
  const { order, pool, scoreOf } = await seedsOf({ files, question: 'tide moon' });
  assert.deepEqual([...order].sort(), ['four.md', 'one.md', 'two.md']);
  assert.equal(scoreOf(pool.find((chunk) => scoreOf(chunk) === 1) as number), 1);
  assert.equal(order[0], 'four.md');
  assert.deepEqual((await seedsOf({ files, question: 'tide moon', weights: { seeds: 2 } })).order, order.slice(0, 2));
  assert.equal((await seedsOf({ files, question: 'tide moon', weights: { pool: 2 } })).pool.length, 2);
  assert.ok(!(await seedsOf({ files, question: 'tide moon', rejected: 'four.md' })).order.includes('four.md'));
});

test('a document with a named title gains by how rare the title is, a second one of that title half as much', async () => {
  const question = 'Who wrote The Salt Garden?';
  const one = { ...filler, 'garden.md': '# The Salt Garden\n\nA film.\n', 'quill.md': '# Quill\n\nShe wrote The Salt Garden.\n' };
  const weights = { named: 1 };
  assert.deepEqual(await added({ files: one, question, weights }), rounded({ 'garden.md': rarity(2, 8) }));
  const two = { ...one, 'book.md': '# The Salt Garden\n\nA book that others wrote, and a garden of salt.\n' };
  const gains = await added({ files: two, question, weights });
  assert.deepEqual(gains, rounded({ 'book.md': rarity(3, 9), 'garden.md': rarity(3, 9) / 2 }));
  assert.deepEqual(await added({ files: two, question, weights: { named: 1, maxChunks: 1 } }), {});
});

test('a chunk that mentions a named title or name gains by its rarity squared', async () => {
  const files = {
    ...filler,
    'garden.md': '# The Salt Garden\n\nA film.\n',
    'quill.md': '# Quill\n\nShe wrote The Salt Garden.\n',
  };
  const { namesTitle } = await seedsOf({ files, question: 'Who wrote The Salt Garden?' });
  assert.equal(namesTitle, true);
  assert.equal((await seedsOf({ files, question: 'Who wrote it?' })).namesTitle, false);
  const weights = { name: 1 };
  const gains = await added({ files, question: 'Who wrote The Salt Garden?', weights });
  assert.deepEqual(gains, rounded({ 'quill.md': rarity(2, 8) ** 2 }));
});

const gate = (folder: string) => [`${folder}/gate.ts`, `export function openGate() {\n  return '${folder}';\n}\n`] as const;
const user = { 'use.ts': "import { openGate } from './a/gate.ts';\n\nexport const opened = openGate();\n" };

test('the definitions of a named symbol gain, less for each of several, nothing from six on or in a question about tests', async () => {
  const weights = { named: 1 };
  const ask = (folders: readonly string[], question = 'What does `openGate` return?') =>
    added({ files: { ...filler, ...user, ...Object.fromEntries(folders.map(gate)) }, question, weights });
  assert.deepEqual(await ask(['a']), rounded({ 'a/gate.ts': rarity(1, 8) }));
  const both = rarity(2, 9) / Math.sqrt(2);
  assert.deepEqual(await ask(['a', 'b']), rounded({ 'a/gate.ts': both, 'b/gate.ts': both }));
  const five = ['a', 'b', 'c', 'd', 'e'];
  assert.equal(Object.keys(await ask(five)).length, 5);
  assert.deepEqual(await ask([...five, 'f']), {});
  assert.deepEqual(await ask(['a'], 'Which tests cover `openGate`?'), {});
});

test('of too many definitions of a symbol those in the folder that is named gain', async () => {
  const files = { ...filler, ...Object.fromEntries(['harbour', 'b', 'c', 'd', 'e', 'f'].map(gate)) };
  const gains = await added({ files, question: 'What does `openGate` of the harbour return?', weights: { named: 1 } });
  assert.deepEqual(gains, rounded({ 'harbour/gate.ts': rarity(1, 12) }));
});

test('definitions of the symbol that is the whole question gain most, a mere declaration as any named symbol', async () => {
  const weights = { named: 1, bareSymbol: 3 };
  const declared = { 'types/index.d.ts': 'export declare function openGate(): void;\n' };
  const files = { ...filler, ...declared, ...user, ...Object.fromEntries([gate('a')]) };
  assert.deepEqual(await added({ files, question: 'openGate', weights }), { 'a/gate.ts': 3, 'types/index.d.ts': 1 });
  assert.deepEqual(await added({ files: { ...filler, ...declared }, question: 'openGate', weights }), { 'types/index.d.ts': 3 });
});

test('what is spelled like the thing that is asked for gains where no document is about it, and is not too common', async () => {
  const clock = (folder: string) => [`${folder}/clock.ts`, `export class TideClock {\n  tide = '${folder}';\n}\n`] as const;
  const weights = { named: 1 };
  const ask = (files: Files) => added({ files: { ...filler, ...files }, question: 'What is a tide clock?', weights });
  const one = Object.fromEntries([clock('a')]);
  assert.deepEqual(await ask(one), rounded({ 'a/clock.ts': rarity(1, 7) }));
  const five = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map(clock));
  assert.equal((await ask(five))['c/clock.ts'], Number((rarity(5, 11) / Math.sqrt(5)).toFixed(9)));
  assert.deepEqual(await ask({ ...five, ...Object.fromEntries([clock('f')]) }), {});
  const page = { ...one, 'docs/clock.md': '# Tide clock\n\nA tide clock tells the tide.\n\n## Winding\n\nThe tide clock is wound.\n' };
  assert.equal((await ask(page))['a/clock.ts'], undefined);
});

test('chunks of a named file gain if they match, by how rare the words of its name are in a question', async () => {
  const files = { ...filler, 'src/kettle.ts': 'export function boil() {}\n', 'notes.md': '# Notes\n\nA kettle and a pot. It boils.\n' };
  const weights = { file: 1 };
  assert.deepEqual(await added({ files, question: 'boil in kettle', weights }), rounded({ 'src/kettle.ts': rarity(1, 8) }));
  assert.deepEqual(await added({ files, question: 'How does the kettle boil?', weights }), rounded({ 'src/kettle.ts': rarity(2, 8) }));
  const whole = await added({ files, question: 'What does src/kettle.ts boil?', weights: { named: 1 } });
  assert.equal(whole['src/kettle.ts'], Number(rarity(1, 8).toFixed(9)));
  assert.equal((await added({ files, question: 'What does lib/kettle.ts boil?', weights: { named: 1 } }))['src/kettle.ts'], undefined);
});

test('what is near gains by its share, if it matches', async () => {
  const files = { 'one.md': 'tide', 'two.md': 'tide and moon', 'three.md': 'rain' };
  const near = { 'one.md': 0.5, 'three.md': 1 };
  assert.deepEqual(await added({ files, question: 'tide', near, weights: { near: 0.4 } }), { 'one.md': 0.2 });
});

test('a chunk gains by the share of the question in one of its sentences; words of its title count in each', async () => {
  const files = {
    ...filler,
    'apart.md': 'The tide is high. The moon is full. The boat is out.',
    'near.md': 'The tide follows the moon. The boat is out.',
    'all.md': '# Tide\n\nThe moon pulls the boat.\n',
  };
  const gains = await added({ files, question: 'tide moon boat', weights: { coverage: 1 } });
  assert.deepEqual(gains, rounded({ 'apart.md': 1 / 3, 'near.md': 2 / 3, 'all.md': 1 }));
});

test('chunks of one document gain a share of the best other one', async () => {
  const long = 'Nothing else is said here of anything at all, and it goes on like that. '.repeat(30);
  const files = {
    ...filler,
    'manual.md': `# Tide\n\nThe tide. ${long}\n\n## Moon\n\nThe tide and the tide. ${long}\n`,
    'other.md': 'A tide.',
  };
  const plain = await seedsOf({ files, question: 'tide' });
  const score = Object.fromEntries(plain.pool.map((chunk) => [plain.places[chunk], plain.scoreOf(chunk)]));
  const [first, second] = Object.keys(score).filter((place) => place.startsWith('manual.md')) as [string, string];
  const gains = await added({ files, question: 'tide', weights: { siblings: 0.5 } });
  assert.deepEqual(gains, rounded({ [first]: (score[second] as number) / 2, [second]: (score[first] as number) / 2 }));
});

test('kinds of text that a question is not about are demoted', async () => {
  const files = {
    'src/tide.ts': 'export function rise() {\n  // The tide lifts the boat.\n}\n',
    'test/tide.test.ts': 'test("the tide lifts the boat", () => rise());\n',
    'CHANGELOG.md': '# Changes\n\n## 2.0\n\nThe tide lifts the boat.\n',
    'docs/tide.md': '# Tide\n\nThe tide lifts the boat.\n',
  };
  const weights = { test: 0.5, changeLog: 0.25, code: 0.8, docs: 0.6 };
  const cases: readonly (readonly [question: string, code: number, tests: number, changes: number, docs: number])[] = [
    ['tide lifts boat', 1, 0.5, 0.25, 1],
    ['Can the tide lift the boat?', 0.8, 0.4, 0.25, 1],
    ['Where does the tide lift the boat?', 1, 0.5, 0.25, 1],
    ['What does `rise` do with the tide?', 1, 0.5, 0.15, 0.6],
    ['What does tide.ts do with the boat?', 1, 0.5, 0.25, 1],
    ['Which tests check that the tide lifts the boat?', 0.8, 0.8, 0.25, 1],
    ['What changed about the tide and the boat?', 0.8, 0.4, 1, 1],
    ['fix the tide so that it lifts the boat', 1, 0.5, 0.15, 0.6],
  ];
  for (const [question, code, tests, changes, docs] of cases) {
    const expected = { 'CHANGELOG.md': changes, 'docs/tide.md': docs, 'src/tide.ts': code, 'test/tide.test.ts': tests };
    assert.deepEqual(rounded(await factors({ files, question, weights })), rounded(expected), question);
  }
});

test('code with all parts of a named symbol in its name gains like a definition, unless it is too common', async () => {
  const files = {
    'first.go': 'func (h *handler) dropLensHandler(w http.ResponseWriter) {\n\th.store.Remove(w)\n}\n',
    ...filler,
    'client.py': 'def drop_lens(self):\n    return self.delete("/lens")\n',
    'drop/lens.go': 'func (l *lens) wind() {\n\tl.spin(l)\n}\n',
    'half.go': 'func (l *lens) dropAll() {\n\tl.spin(l)\n}\n',
    'docs/drop_lens.md': '# Drop the lens\n\nLenses drop.\n',
  };
  const question = 'What happens when `drop_lens` is called?';
  const gains = await added({ files, question, weights: { named: 1 } });
  assert.deepEqual([gains['first.go'], gains['drop/lens.go'], gains['half.go']], [1, undefined, undefined]);
  assert.equal((await added({ files, question, weights: { named: 1, maxChunks: 0.5 } }))['first.go'], undefined);
  assert.equal((await added({ files, question: 'drop_lens is called', weights: { named: 1 } }))['first.go'], undefined);
  assert.equal((await added({ files, question, weights: { named: 1 }, rejected: 'first.go' }))['first.go'], undefined);
});
