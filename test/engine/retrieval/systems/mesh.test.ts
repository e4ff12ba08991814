import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bind } from '../../../../src/engine/retrieval/bind.ts';
import { rarity } from '../../../../src/engine/retrieval/rarity.ts';
import { bareName } from '../../../../src/engine/retrieval/steps/mesh/links.ts';
import type { MeshWeights } from '../../../../src/engine/retrieval/steps/mesh/weights.ts';
import { mesh as meshSystem } from '../../../../src/engine/retrieval/systems/mesh.ts';
import { type Files, indexOf, pathsFound, placesOf } from '../../../support/memoryIndex.ts';
import { neutralWeights } from '../../../support/neutralWeights.ts';
import { createRetriever } from '../../../support/systems.ts';

const mesh = createRetriever('mesh', {});

const notes = {
  'Marta Quill.md': '# Marta Quill\n\nMarta Quill directed The Salt Garden. She was born in Tarrow.\n',
  'The Salt Garden.md': '# The Salt Garden\n\nThe Salt Garden is a film of 1974 with music by Ansel Brook.\n',
  'Ansel Brook.md': '# Ansel Brook\n\nAnsel Brook was a composer. He taught at Corin College.\n',
  'Corin College.md': '# Corin College\n\nCorin College was founded by Ines Vale in 1911.\n',
  'Harvest.md': '# Harvest\n\nA composer of harvest songs is taught by nobody.\n',
  'Rain.md': '# Rain\n\nRain falls on the pier all winter.\n',
};

const project = {
  'src/session.ts': 'import { signCookie } from "./cookie.ts";\n\nexport function openSession(id: string) {\n  return signCookie(id);\n}\n',
  'src/cookie.ts': 'export function signCookie(value: string) {\n  return value + digest(value);\n}\n',
  'src/clock.ts': 'export function now() {\n  return Date.now();\n}\n',
  'test/session.test.ts': 'import { openSession } from "../src/session.ts";\n\ntest("a session opens", () => openSession("a"));\n',
};

test('a second hop is found over the title that the first one mentions', async () => {
  const reader = indexOf(notes).reader();
  const found = await pathsFound(reader, mesh, 'Where did the composer of The Salt Garden teach?', 2);
  assert.deepEqual([...found].sort(), ['Ansel Brook.md', 'The Salt Garden.md']);
});

test('the path is reported: the seed and the keys that were followed', async () => {
  const reader = indexOf(notes).reader();
  const { results } = await mesh.search(reader, 'Where did the composer of The Salt Garden teach?', { limit: 3 });
  const way = results.flatMap(({ evidence }) => evidence).find(({ via, keys }) => via !== undefined && keys.includes('ansel brook'));
  assert.deepEqual(await placesOf(reader, [way?.via as number]), ['The Salt Garden.md:1-3']);
  assert.equal(way?.kind, 'title');
});

test('a symbol leads from where it is used to where it is defined', async () => {
  const reader = indexOf(project).reader();
  const found = await pathsFound(reader, mesh, 'how does openSession work', 3);
  assert.equal(found[0], 'src/session.ts');
  assert.ok(found.includes('src/cookie.ts'));
});

test('code with the parts of a named symbol in its name is its counterpart', async () => {
  const reader = indexOf({
    'client/api.py': 'def drop_lens(self):\n    return self.delete("/lens")\n',
    'server/handlers.go': 'func (h *handler) dropLensHandler(w http.ResponseWriter) {\n\th.store.Remove(w)\n}\n',
    'server/drop/lens.go': 'func (l *lens) windLens() {\n\tl.drop = l.drop(l.lens, l.lens)\n}\n',
    'docs/lens.md':
      '# Lens\n\nA lens drops when nobody winds the lens. Drop the lens with care: a lens, once dropped, is a dropped lens.\n',
  }).reader();
  const found = await pathsFound(reader, mesh, 'What happens to the lens when drop_lens is called?');
  assert.deepEqual(found.slice(0, 2), ['client/api.py', 'server/handlers.go']);
});

test('the definition of a symbol comes first, however many places mention or extend it', async () => {
  const users = Array.from({ length: 30 }, (_, i) => [
    `src/use${i}.rs`,
    `use crate::Color;\n\n/// The color that is defined here.\nfn paint${i}(color: Color) {}\n`,
  ]);
  const parts = Array.from({ length: 8 }, (_, i) => [`src/part${i}.rs`, `impl Part${i} for Color {\n  fn part${i}(&self) {}\n}\n`]);
  const reader = indexOf(Object.fromEntries([...users, ...parts, ['src/paint.rs', 'pub enum Color {\n  Red,\n  Green,\n}\n']])).reader();
  for (const question of ['Where is `Color` defined?', 'What does `Color` do?']) {
    assert.equal((await pathsFound(reader, mesh, question))[0], 'src/paint.rs', question);
  }
});

test('a symbol that is the whole question leads to its definitions, however it is written', async () => {
  const reader = indexOf({
    'docs/gate.md': '# Opening\n\n`gate` opens the gate; a gate is a gate.\n',
    'src/gate.ts': "import { gate } from './walls.ts';\n\nexport const opened = [gate(1), gate(2), gate(3)];\n",
    'src/walls.ts':
      'export function wall(height: number) {\n  return height;\n}\n\nexport function gate(width: number) {\n  return width;\n}\n',
  }).reader();
  for (const question of ['gate', '`gate()`', 'walls.gate', 'walls::gate?'])
    assert.equal((await pathsFound(reader, mesh, question))[0], 'src/walls.ts', question);
  assert.equal((await pathsFound(reader, mesh, 'opening of the gate'))[0], 'docs/gate.md');
});

test('a symbol that is the whole question leads to its definition before its declaration, unless only tests define it', async () => {
  const declared = 'export declare function openGate(): void;\nexport declare function shutGate(): void;\n';
  const reader = indexOf({
    'types/index.d.ts': declared,
    'src/gate.js': `export function openGate() {\n${'  walls.move(towers, bridge, moat);\n'.repeat(12)}}\n`,
    'test/gate.js': 'function shutGate() {\n  return null;\n}\n',
  }).reader();
  assert.deepEqual(await pathsFound(reader, mesh, 'openGate', 2), ['src/gate.js', 'types/index.d.ts']);
  assert.equal((await pathsFound(reader, mesh, 'shutGate'))[0], 'types/index.d.ts');
});

test('a C function is found where it is defined, a type in its header', async () => {
  const reader = indexOf({
    'include/kettle.h': 'typedef void (*boil_cb)(int degrees);\n\nvoid kettle_boil(boil_cb done, int degrees);\n',
    'src/kettle.c': '#include "kettle.h"\n\nvoid kettle_boil(boil_cb done, int degrees) {\n  done(degrees);\n}\n',
  }).reader();
  assert.deepEqual(await pathsFound(reader, mesh, 'kettle_boil', 2), ['src/kettle.c', 'include/kettle.h']);
  assert.deepEqual(await pathsFound(reader, mesh, 'boil_cb', 2), ['include/kettle.h', 'src/kettle.c']);
});

test('a symbol may have the name of a keyword of another language', async () => {
  const reader = indexOf({
    'box.py': 'def open(path):\n    return read(path)\n',
    'use.py': 'from box import open\n\nopened = [open(1), open(2), open(3)]\n',
  }).reader();
  assert.equal((await pathsFound(reader, mesh, 'open'))[0], 'box.py');
});

test("the project's own name is not a symbol that the question is about", async () => {
  const users = Array.from({ length: 80 }, (_, i) => [
    `src/tool${i}.ts`,
    `import { QuillBox } from './quillBox.ts';\n\nnew QuillBox(${i});\n`,
  ]);
  const reader = indexOf({
    ...Object.fromEntries(users),
    'src/quillBox.ts': 'export class QuillBox {\n  constructor(size) {\n    this.size = size;\n  }\n}\n',
    'docs/use.md': '# Use\n\nTo save a drawing, press the disk.\n',
  }).reader();
  assert.equal((await pathsFound(reader, mesh, 'How do I save a drawing in QuillBox?'))[0], 'docs/use.md');
  assert.equal((await pathsFound(reader, mesh, 'QuillBox'))[0], 'src/quillBox.ts');
});

test('a year that two passages share links nothing', async () => {
  const reader = indexOf({
    'Pier.md': '# Pier\n\nThe pier of Tarrow was built by Ines Vale in 1974.\n',
    'Mill.md': '# Mill\n\nThe mill was closed in 1974.\n',
    ...notes,
  }).reader();
  const { results } = await mesh.search(reader, 'Who built the pier of Tarrow?', { limit: 9 });
  const shared = results.flatMap(({ evidence }) => evidence).filter(({ via }) => via !== undefined);
  assert.ok(shared.length > 0 && !shared.some(({ keys }) => keys.includes('1974')));
});

test('a file that is named with its extension comes first', async () => {
  const reader = indexOf({
    'docs/config.md': '# Config\n\nThe config is read; a config holds what is configured.\n\n## More\n\nConfig, config.\n',
    'src/config.py': 'def read(path):\n    return parse(path)\n',
    'lib/config.js': '// The config.\nmodule.exports = {};\n',
  }).reader();
  assert.equal((await pathsFound(reader, mesh, 'What does config.py do?'))[0], 'src/config.py');
  assert.equal((await pathsFound(reader, mesh, 'lib/config.js'))[0], 'lib/config.js');
});

test('documents come first for a question about use, code for one about code and for a report', async () => {
  const reader = indexOf({
    'docs/harbour.md':
      '# Harbour\n\n## On the water\n\nThe tide lifts the boat at the pier.\n\nIt sinks as slowly as it rose, when the moon is gone.\n\n## Land\n\nNothing.\n',
    'src/water.ts': 'export function run() {\n  // The tide lifts the boat at the pier.\n  return 1;\n}\n',
  }).reader();
  const first = async (question: string): Promise<string | undefined> => (await pathsFound(reader, mesh, question))[0];
  assert.equal(await first('Can the tide lift the boat at the pier?'), 'docs/harbour.md');
  assert.equal(await first('fix the tide so that it lifts the boat'), 'src/water.ts');
});

test('of many definitions of a name those in the folder that is named come first', async () => {
  const handlers = ['reverseproxy', 'fileserver', 'rewrite', 'headers', 'encode', 'logging', 'tracing'].map((folder) => [
    `modules/${folder}/handler.go`,
    `package ${folder}\n\nfunc (h Handler) ServeHTTP(w ResponseWriter) error {\n\treturn h.next(w)\n}\n`,
  ]);
  const files = {
    ...Object.fromEntries(handlers),
    'server.go': 'package web\n\n// A file server calls ServeHTTP of each file.\nvar server int\n',
  };
  const reader = indexOf(files).reader();
  assert.equal((await pathsFound(reader, mesh, 'Where is ServeHTTP of the file server defined?'))[0], 'modules/fileserver/handler.go');
  assert.equal((await pathsFound(reader, mesh, 'ServeHTTP in the reverse-proxy'))[0], 'modules/reverseproxy/handler.go');
});

test('a question about what a thing is leads to the code that defines its name, if no document is about it', async () => {
  const users = Array.from({ length: 12 }, (_, i) => [
    `src/use${i}.py`,
    `def use_${i}(tide):\n    # The tide context of a tide context.\n    return tide\n`,
  ]);
  const files = { ...Object.fromEntries(users), 'src/core.py': 'class TideContext:\n    """Holds the state of one tide."""\n' };
  assert.equal((await pathsFound(indexOf(files).reader(), mesh, 'What is a tide context?'))[0], 'src/core.py');
  const line = 'It holds what is true of one tide and of its place.\n';
  const manual = `# Tide context\n\n${line.repeat(12)}\n## More\n\n${line.repeat(12)}`;
  assert.equal(
    (await pathsFound(indexOf({ ...files, 'docs/tide.md': manual }).reader(), mesh, 'What is a tide context?'))[0],
    'docs/tide.md',
  );
});

test('tests are demoted unless the question is about them', async () => {
  const reader = indexOf(project).reader();
  assert.equal((await pathsFound(reader, mesh, 'a session opens'))[0], 'src/session.ts');
  assert.equal((await pathsFound(reader, mesh, 'test that a session opens'))[0], 'test/session.test.ts');
});

test('of translations that match equally one comes first, and the others come after distinct results', async () => {
  const page = 'The relay forwards each parcel to the nearest depot.\n';
  const reader = indexOf({
    'docs/en/relay.md': `# Relay\n\n${page}`,
    'docs/pt/relay.md': `# Relay\n\n${page}`,
    'docs/de/relay.md': `# Relay\n\n${page}`,
    'notes.md': '# Notes\n\nA relay may forward a parcel late.\n',
  }).reader();
  const found = await pathsFound(reader, mesh, 'relay forwards each parcel');
  assert.deepEqual(found.slice(0, 2), ['docs/de/relay.md', 'notes.md']);
});

test('lists of changes are demoted unless the question is about changes', async () => {
  const reader = indexOf({
    'CHANGELOG.md': '# Changes\n\n## 2.0\n\nThe cookie signer rejects stale cookies.\n',
    'docs/cookies.md':
      '# Cookies\n\nA cookie is signed with the key of the day, and the signer rejects it when the day is over, as stale.\n',
  }).reader();
  assert.equal((await pathsFound(reader, mesh, 'how does the cookie signer reject stale cookies'))[0], 'docs/cookies.md');
  assert.equal((await pathsFound(reader, mesh, 'what changed about stale cookies in the signer'))[0], 'CHANGELOG.md');
});

test('only accepted chunks are returned, though links may pass through others', async () => {
  const reader = indexOf(notes).reader();
  const infos = await reader.chunkInfo(Array.from({ length: reader.chunkCount }, (_, chunk) => chunk));
  const accept = (chunk: number): boolean => infos[chunk]?.path === 'Rain.md';
  const { results } = await mesh.search(reader, 'rain on the pier in The Salt Garden', { limit: 5, accept });
  assert.deepEqual(
    results.map(({ chunk }) => infos[chunk]?.path),
    ['Rain.md'],
  );
});

test('unknown words are reported, empty questions and empty indexes find nothing', async () => {
  const reader = indexOf(notes).reader();
  const { results, unknownTerms } = await mesh.search(reader, 'marmalade of Ansel Brook', { limit: 5 });
  assert.deepEqual(unknownTerms, ['marmalad']);
  assert.ok(results.length > 0);
  for (const question of ['', '?!', 'the of and']) assert.deepEqual((await mesh.search(reader, question, { limit: 5 })).results, []);
  assert.deepEqual((await mesh.search(indexOf({}).reader(), 'Ansel Brook', { limit: 5 })).results, []);
});

test('a cancelled search rejects with the reason', async () => {
  const reason = new Error('enough');
  await assert.rejects(mesh.search(indexOf(notes).reader(), 'Ansel Brook', { limit: 5, signal: AbortSignal.abort(reason) }), reason);
});

test('each weight changes the ranking as its name says', async () => {
  const reader = indexOf(notes).reader();
  const question = 'Where did the composer of The Salt Garden teach?';
  const unlinked = createRetriever('mesh', { seeds: '0' });
  const { results } = await unlinked.search(reader, question, { limit: 5 });
  assert.ok(results.every(({ evidence }) => evidence.every(({ via }) => via === undefined)));
});

/** The scores of the results by path, with words alone and these weights. */
async function scoresBy(weights: Partial<MeshWeights>, question: string, files: Files, limit = 10): Promise<Record<string, number>> {
  const reader = indexOf(files).reader();
  const { results } = await bind(meshSystem, { ...neutralWeights, ...weights }, {}).search(reader, question, { limit });
  const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
  return Object.fromEntries(results.map(({ score }, i) => [infos[i]?.path, Number(score.toFixed(9))]));
}

const rounded = (scores: Record<string, number>) =>
  Object.fromEntries(Object.entries(scores).map(([path, score]) => [path, Number(score.toFixed(9))]));

test('a linked chunk scores a share of its seed, the strength of the link, and what it covers of the question beyond the seed', async () => {
  const files = {
    'seed.md': '# Seed\n\nThe zither is loud. It was built by Ansel Brook of Tarrow.\n',
    'brook.md': '# Ansel Brook\n\nHe taught at a college.\n',
    'other.md': '# Other\n\nA hall that Ansel Brook left.\n',
    'rain.md': '# Rain\n\nIt falls all winter.\n',
  };
  const rare = rarity(3, 4);
  const cases: readonly (readonly [weights: Partial<MeshWeights>, brook: number | undefined, other: number | undefined])[] = [
    [{}, undefined, undefined],
    [{ inherit: 0.5 }, 0.5, 0.5],
    [{ linkTitle: 1 }, rare, undefined],
    [{ linkShared: 1 }, rare ** 2, rare ** 2],
    [{ linkBest: 1 }, rare * bareName, rare * bareName],
    [{ inherit: 0.25, linkTitle: 0.5, linkShared: 0.125 }, 0.25 + rare / 2 + rare ** 2 / 8, 0.25 + rare ** 2 / 8],
    [{ inherit: 0.5, linkTitle: 1, seeds: 0 }, undefined, undefined],
  ];
  for (const [weights, brook, other] of cases) {
    const expected = { 'seed.md': 1, ...(brook && { 'brook.md': brook }), ...(other && { 'other.md': other }) };
    assert.deepEqual(await scoresBy(weights, 'zither', files), rounded(expected), JSON.stringify(weights));
  }
  const act = { ...files, 'seed.md': '# Seed\n\nThe zither is loud. It is under the Ansel Brook Act.\n' };
  assert.equal((await scoresBy({ inherit: 0.5 }, 'zither', act))['brook.md'], 0.5, 'a title within a longer name');
  const plain = await scoresBy({}, 'zither college', files);
  const gained = await scoresBy({ gain: 0.75, ownShare: 0.5 }, 'zither college', files);
  const own = plain['brook.md'] as number;
  assert.equal(gained['brook.md'], Number(Math.max(own, 0.75 * own + 0.5 * own).toFixed(9)));
});

test('a good link lifts its seed, by more the better the seed is', async () => {
  const files = {
    'seed.md': '# Seed\n\nThe zither is loud. It was built by Ansel Brook of Tarrow.\n',
    'brook.md': '# Ansel Brook\n\nHe taught at a college.\n',
    'lone.md': '# Lone\n\nAnother zither, in a corner of some hall that nobody has entered since the winter, and it is a quiet one.\n',
  };
  const plain = await scoresBy({}, 'zither', files);
  const lifted = await scoresBy({ lift: 0.5, linkTitle: 1 }, 'zither', files);
  const title = rarity(2, 3);
  assert.equal(lifted['lone.md'], plain['lone.md']);
  assert.equal(lifted['seed.md'], Number(((plain['seed.md'] as number) + title / 2).toFixed(9)));
  const powers = { linkTitle: 1, seedPower: 2 };
  const files2 = { ...files, 'seed.md': `${files['seed.md']}\n${'Much more is said of the hall and of the winter. '.repeat(9)}\n` };
  const seed = (await scoresBy({}, 'zither', files2))['seed.md'] as number;
  assert.ok(seed < 1);
  assert.ok(Math.abs(((await scoresBy(powers, 'zither', files2))['brook.md'] as number) - seed ** 2 * title) < 1e-6);
});

test('where the question names a title, chunks lose by what they repeat of the first one', async () => {
  const files = {
    'garden.md': '# The Salt Garden\n\nA zither, and a zither.\n',
    'again.md': '# Again\n\nThe zither once more, alone in a hall that nobody has entered since the winter.\n',
    'music.md': '# Music\n\nDrums and a flute.\n',
  };
  for (const [question, loses] of [
    ['Is there a zither in The Salt Garden?', true],
    ['Is there a zither in a garden of salt?', false],
  ] as const) {
    const plain = await scoresBy({}, question, files);
    const less = await scoresBy({ redundancy: 0.5 }, question, files);
    const again = plain['again.md'] as number;
    assert.equal(less['garden.md'], plain['garden.md']);
    assert.equal(less['again.md'], loses ? Number((again / 2).toFixed(9)) : again, question);
  }
});

test('further chunks of a source file count less and less, and so do variants in sibling folders', async () => {
  const body = (words: string) => `  // ${words}\n${'  pier.moor(boat, rope, quay, tower, bridge);\n'.repeat(40)}`;
  const parts = ['zither zither zither', 'zither zither', 'zither'].map((words, i) => `export function part${i}() {\n${body(words)}}\n`);
  const reader = indexOf({ 'src/all.ts': parts.join('\n'), 'rain.md': 'Rain.' }).reader();
  const scores = async (weights: Partial<MeshWeights>) =>
    (await bind(meshSystem, { ...neutralWeights, ...weights }, {}).search(reader, 'zither', { limit: 9 })).results.map(
      ({ score }) => score,
    );
  const plain = await scores({});
  assert.ok(plain.length > 2);
  const further = plain.map((score, i) => score * 0.5 ** i);
  assert.deepEqual(
    (await scores({ further: 0.5 })).map((score) => score.toFixed(9)),
    further.map((score) => score.toFixed(9)),
  );

  const relay = (folder: string, words: string) => [`docs/${folder}/relay.md`, `# Relay\n\n${words}.\n`] as const;
  const pages = Object.fromEntries([
    relay('de', 'The depot forwards'),
    relay('en', 'The depot forwards'),
    relay('pt', 'It forwards and forwards'),
  ]);
  const all = { ...pages, 'docs/en/other.md': '# Other\n\nThe depot forwards.\n' };
  const same = await scoresBy({}, 'depot forwards', all);
  const varied = await scoresBy({ variant: 0.5 }, 'depot forwards', all);
  assert.deepEqual(varied, { ...same, 'docs/en/relay.md': Number(((same['docs/en/relay.md'] as number) / 2).toFixed(9)) });
});

test('of more results than the pool has, the rest comes after it by words', async () => {
  const files = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i + 10}.md`, 'zither '.repeat(i + 1)]));
  const scores = await scoresBy({ pool: 4 }, 'zither', files, 9);
  const values = Object.values(scores);
  assert.equal(values.length, 9);
  assert.deepEqual(
    [...values].sort((a, b) => b - a),
    values,
  );
  const byWords = await scoresBy({}, 'zither', files, 9);
  assert.ok(values.slice(0, 4).every((score) => score > 0));
  assert.deepEqual(
    values.slice(4),
    Object.keys(scores)
      .slice(4)
      .map((path) => Number(((byWords[path] as number) - 2).toFixed(9))),
  );
  assert.deepEqual(Object.keys(scores).sort(), Object.keys(await scoresBy({}, 'zither', files, 9)).sort());
});

test('another form of a word is found, and named as it is written there', async () => {
  const reader = indexOf({
    'src/check.ts': 'export function check(text: string) {\n  // We lint the text here.\n  return text;\n}\n',
    'src/paint.ts': 'export function paint(text: string) {\n  // We draw the text here.\n  return text;\n}\n',
  }).reader();
  const { results, unknownTerms } = await mesh.search(reader, 'Where is the linter?', { limit: 2 });
  assert.deepEqual(await placesOf(reader, [results[0]?.chunk as number]), ['src/check.ts:1-4']);
  assert.deepEqual(results[0]?.evidence[0], { kind: 'term', keys: ['lint'] });
  assert.deepEqual(unknownTerms, []);
});
