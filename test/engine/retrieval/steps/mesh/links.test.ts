import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rarity } from '../../../../../src/engine/retrieval/rarity.ts';
import { bareName, findLinks, type Link } from '../../../../../src/engine/retrieval/steps/mesh/links.ts';
import { beginQuery } from '../../../../../src/engine/retrieval/steps/mesh/meshQuery.ts';
import { questionMass } from '../../../../../src/engine/retrieval/steps/mesh/seeds.ts';
import { meshWeights } from '../../../../../src/engine/retrieval/steps/mesh/weights.ts';
import { allChunks, type Files, indexOf } from '../../../../support/memoryIndex.ts';

const ledger = {
  'toll.md': '# Harbour Tolls\n\nThe fees of Ada Marsh are fixed by Port Authority Act every year.\n',
  'port.md': '# Port Authority\n\nAn office near the pier. Compare Harbour Tolls for its fees.\n',
  'ada.md': '# Ada Marsh\n\nA clerk who kept the book of 1874.\n',
  'book.md': '# Other Book\n\nThe book was kept by Ada Marsh, and in 1874 it was lost.\n',
  'nothing.md': '# Nothing\n\nNo names at all here.\n',
};

const code = {
  'pay.ts': 'export function payToll() {}\n',
  'run.ts': "import { payToll } from './pay.ts';\n\nexport function run() {\n  payToll();\n}\n",
};

interface Options {
  readonly question?: string;
  /** Texts of the keys that the question is said to name. */
  readonly named?: readonly string[];
  readonly max?: number;
}

/** The links of each file that has one chunk, by path of the other. */
async function linksIn(files: Files, { question = 'pier', named = [], max = meshWeights.maxChunks }: Options = {}) {
  const reader = indexOf(files).reader();
  const chunks = allChunks(reader);
  const paths = (await reader.chunkInfo(chunks)).map(({ path }) => path);
  const query = await beginQuery(reader, question, meshWeights);
  const ids = (await reader.findKeys(named)).map(({ id }) => [id, true] as const);
  const links = await findLinks({ ...query, max, named: new Map(ids), mass: questionMass(query.hits) }, chunks);
  const byPath = (own: readonly Link[]): Record<string, Link> => Object.fromEntries(own.map((link) => [paths[link.chunk], link]));
  return Object.fromEntries(links.map((own, at) => [paths[at], byPath(own)])) as Record<string, Record<string, Link>>;
}

const keysOf = (link: Link | undefined) => link?.keys.map(({ text }) => text);

test('a passage is linked to those whose title it mentions, that share a name with it, and that mention its title', async () => {
  const links = await linksIn(ledger);
  const linked = Object.fromEntries(Object.entries(links).map(([path, own]) => [path, Object.keys(own).sort()]));
  assert.deepEqual(linked, {
    'toll.md': ['ada.md', 'book.md', 'port.md'],
    'port.md': ['toll.md'],
    'ada.md': ['book.md', 'toll.md'],
    'book.md': ['ada.md', 'toll.md'],
    'nothing.md': [],
  });
  assert.equal(links['book.md']?.['ada.md']?.kind, 'title');
  assert.equal(links['book.md']?.['toll.md']?.kind, 'name');
  const back = Object.values(links).flatMap((own) => Object.values(own).filter(({ mentionedBack }) => mentionedBack));
  assert.deepEqual(back, [links['ada.md']?.['toll.md'], links['ada.md']?.['book.md']]);
});

test('a followed title counts by its rarity, half if the question names it; a title within a longer name is followed', async () => {
  const rare = rarity(3, 5);
  const plain = (await linksIn(ledger))['toll.md'];
  assert.equal(plain?.['ada.md']?.title, rare);
  assert.equal(plain?.['book.md']?.title, 0);
  assert.equal(plain?.['port.md']?.title, 1);
  assert.deepEqual(keysOf(plain?.['port.md']), ['n:port authority']);
  const named = (await linksIn(ledger, { named: ['n:ada marsh'] }))['toll.md'];
  assert.equal(named?.['ada.md']?.title, rare / 2);
  assert.equal(named?.['port.md']?.title, 1);
});

test('of several titles of one passage that are mentioned, the rarest counts, whichever comes first', async () => {
  const page = '# Port Authority\n\nAn office.\n';
  const more = Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`more${i}.md`, `# More ${i}\n\nSee Port Authority.\n`]));
  for (const text of ['Of Port Authority and docs/port.md.', 'Of docs/port.md and Port Authority.']) {
    const files = { 'docs/port.md': page, 'from.md': `# From\n\n${text}\n`, ...more };
    const link = (await linksIn(files))['from.md']?.['docs/port.md'];
    assert.equal(link?.kind, 'title');
    const alone = (await linksIn({ ...files, 'from.md': '# From\n\nOf Port Authority.\n' }))['from.md']?.['docs/port.md'];
    assert.ok((link?.title ?? 0) >= (alone?.title ?? 1), JSON.stringify([link?.title, alone?.title]));
  }
});

test('a shared name counts by its rarity and by the share of the question next to it; a number alone does not', async () => {
  const rare = rarity(3, 5);
  const plain = (await linksIn(ledger))['ada.md']?.['book.md'];
  assert.deepEqual([plain?.shared, plain?.best], [rare ** 2, rare * bareName]);
  assert.deepEqual(keysOf(plain), ['n:ada marsh']);
  const asked = await linksIn(ledger, { question: 'fees' });
  assert.equal(asked['toll.md']?.['book.md']?.best, rare * (bareName + 1));
  assert.equal(asked['book.md']?.['toll.md']?.best, rare * bareName, 'the sentence of the link is that of the seed');
  const named = (await linksIn(ledger, { named: ['n:ada marsh'] }))['ada.md']?.['book.md'];
  assert.deepEqual([named?.shared, named?.best], [rare ** 2 / 2, (rare / 2) * bareName]);
});

test('several shared names add up to 1 at most, the best one is kept, and each key is listed once', async () => {
  const names = 'Ada Marsh met Ines Vale, and Corin Brook met Marta Quill';
  const both = await linksIn({ 'a.md': `# First\n\n${names}.\n`, 'b.md': `# Second\n\n${names}.\n`, 'c.md': '# Third\n\nRain.\n' });
  const link = both['a.md']?.['b.md'];
  assert.equal(link?.shared, 1);
  assert.equal(link?.best, rarity(2, 3) * bareName);
  assert.deepEqual(keysOf(link)?.slice().sort(), ['n:ada marsh', 'n:corin brook', 'n:ines vale', 'n:marta quill']);
});

test('shared names are listed by their texts, whatever came first', async () => {
  const { 'one.md': links } = await linksIn({
    'one.md': '# One\n\nOf Zeta Brook, Mara Quill and Ada Marsh.\n',
    'two.md': '# Two\n\nMara Quill wrote to Zeta Brook and to Ada Marsh.\n',
    'three.md': '# Three\n\nRain.\n',
    'four.md': '# Four\n\nSnow.\n',
  });
  assert.deepEqual(keysOf(links?.['two.md']), ['n:ada marsh', 'n:mara quill', 'n:zeta brook']);
});

test('names of more passages than are followed link nothing', async () => {
  assert.deepEqual(Object.keys((await linksIn(ledger, { max: 3 }))['ada.md'] ?? {}).sort(), ['book.md', 'toll.md']);
  assert.deepEqual((await linksIn(ledger, { max: 2 }))['ada.md'], {});
});

test('a symbol leads from its use to its definition, by a third if there is one, by less if there are several', async () => {
  const links = await linksIn({ ...ledger, ...code });
  assert.deepEqual([links['pay.ts'], Object.keys(links['run.ts'] ?? {})], [{}, ['pay.ts']]);
  const link = links['run.ts']?.['pay.ts'];
  assert.equal(link?.symbol, rarity(2, 7) / 3);
  assert.deepEqual([link?.kind, keysOf(link), link?.shared, link?.title], ['symbol', ['s:payToll'], 0, 0]);
  const twice = await linksIn({ ...ledger, ...code, 'old.ts': 'export function payToll() {}\n' });
  assert.equal(twice['run.ts']?.['pay.ts']?.symbol, rarity(3, 8) / 2 / 3);
  assert.deepEqual((await linksIn(code, { max: 1 }))['run.ts'], {});
});

test('sections of a longer document are linked neither to nor from by names', async () => {
  const sections = `# Port\n\n${'The pier is long. '.repeat(120)}\n\n## Ada Marsh\n\n${'Ada Marsh kept the book. '.repeat(90)}\n`;
  const links = await linksIn({ 'port.md': sections, 'ada.md': '# Ada Marsh\n\nA clerk.\n', 'book.md': '# Book\n\nBy Ada Marsh.\n' });
  assert.deepEqual(links['port.md'], {});
  assert.deepEqual(Object.keys(links['book.md'] ?? {}), ['ada.md']);
});

test('names of more than six words are not looked into', async () => {
  const title = { 'port.md': '# Port Authority\n\nAn office.\n' };
  const longName = (words: number) => ['Port Authority', 'Harbour', 'Ledger', 'Quay', 'Tower', 'Bridge'].slice(0, words - 1).join(' ');
  for (const [words, linked] of [
    [6, ['port.md']],
    [7, []],
  ] as const) {
    const links = await linksIn({ ...title, 'name.md': `# Note\n\nIt is kept by ${longName(words)} now.\n` });
    assert.deepEqual(Object.keys(links['name.md'] ?? {}), linked, `${words} words`);
  }
});
