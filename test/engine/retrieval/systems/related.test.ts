import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Role } from '../../../../src/engine/document.ts';
import { keysOfName } from '../../../../src/engine/question/focus.ts';
import { kindOfKey } from '../../../../src/engine/retrieval/keyEvidence.ts';
import { relatedTo } from '../../../../src/engine/retrieval/systems/related.ts';
import { indexOf, placeOfFile } from '../../../support/memoryIndex.ts';

const index = indexOf({
  'src/kettle.ts': 'export function heatKettle() {\n  return openValve("hot water valve");\n}\n',
  'src/valve.ts': 'export function openValve(name) {\n  return name;\n}\n',
  'docs/brewing.md': 'Call `heatKettle` first, says Sandra Dee.\n',
  'docs/people.md': 'Sandra Dee and the "hot water valve" of Résumé Größe.\n',
  'other.md': 'Nothing in common.\n',
});
const reader = index.reader();

async function related(path: string, focus?: string, limit = 10): Promise<readonly string[]> {
  const place = await placeOfFile(reader, path, focus);
  const { results } = await relatedTo(reader, place, { limit });
  const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
  return infos.map((info, i) => `${info.path}: ${results[i]?.evidence.map(({ kind, keys }) => `${kind} ${keys.join(',')}`).join('; ')}`);
}

test('related chunks share rare keys, which are their evidence', async () => {
  assert.deepEqual(await related('src/kettle.ts'), [
    'docs/brewing.md: symbol heatKettle',
    'src/valve.ts: symbol openValve',
    'docs/people.md: literal hot water valve',
  ]);
  assert.deepEqual(await related('other.md'), []);
});

test('chunks with the name under the cursor rank first', async () => {
  assert.equal((await related('src/kettle.ts', 'openValve'))[0], 'src/valve.ts: symbol openValve');
  assert.match((await related('other.md', 'SANDRA Dee'))[0] ?? '', /sandra dee/);
  assert.match((await related('other.md', 'Résumé GRÖSSE'))[0] ?? '', /resume grosse/);
});

test('the place itself is excluded, limits and filters apply', async () => {
  assert.equal((await related('src/kettle.ts', undefined, 1)).length, 1);
  assert.equal((await related('src/kettle.ts', undefined, 0)).length, 0);
  const place = await placeOfFile(reader, 'src/kettle.ts');
  assert.deepEqual((await relatedTo(reader, place, { limit: 5, accept: () => false })).results, []);
});

test('kinds of keys', () => {
  assert.deepEqual(
    ['s:x', 'p:x', 'l:x', 'q:x', 'n:x'].map((key) => kindOfKey(key, 0)),
    ['symbol', 'path', 'link', 'literal', 'name'],
  );
  assert.deepEqual(
    [Role.Title, Role.Heading, Role.Title | Role.Heading].map((roles) => kindOfKey('n:x', roles)),
    ['title', 'heading', 'title'],
  );
});

test('keywords, builtins, dunders, common words and what every class defines are not reasons', async () => {
  const one = 'class Kettle:\n    def __eq__(self, other): ...\n\n    def setUp(self): raise NotImplementedError("text/plain")\n';
  const two = one.replace('Kettle', 'Valve').concat('\nif __name__ == "__main__": print(Optional[Kettle])\n');
  const three = one.replace('Kettle', 'Pump').concat('\n# None of these\nif __name__ == "__main__": print(Optional[Pump])\n');
  const reader = indexOf({ 'a.py': one, 'b.py': two, 'c.py': three }).reader();
  const found = async (path: string, focus?: string) =>
    (await relatedTo(reader, await placeOfFile(reader, path, focus), { limit: 9 })).results.map(({ evidence }) => evidence);
  assert.deepEqual(await found('a.py'), [[{ kind: 'symbol', keys: ['Kettle'] }]]);
  for (const name of ['__eq__', '__name__', 'NotImplementedError', 'Optional']) assert.deepEqual(await found('c.py', name), [], name);
  // What the index defines itself is one, whatever its name.
  const own = indexOf({ 'a.py': 'class Request:\n    pass\n', 'b.py': 'def get():\n    return Request()\n' }).reader();
  const { results } = await relatedTo(own, await placeOfFile(own, 'b.py'), { limit: 9 });
  assert.deepEqual(
    results.flatMap(({ evidence }) => evidence),
    [{ kind: 'symbol', keys: ['Request'] }],
  );
});

async function briefly(files: Readonly<Record<string, string>>, path: string, focus?: string): Promise<readonly string[]> {
  const reader = indexOf(files).reader();
  const place = { ...(await placeOfFile(reader, path)), focus: focus === undefined ? [] : keysOfName(focus) };
  const { results } = await relatedTo(reader, place, { limit: 5, brief: true });
  return (await reader.chunkInfo(results.map(({ chunk }) => chunk))).map((info) => info.path);
}

/** Texts that share nothing, so that keys shared elsewhere are rare. */
const others = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`other${i}.md`, `Nothing ${i} in common.\n`]));

test('a brief ranking has only chunks with the name under the cursor', async () => {
  const files = {
    ...others,
    'a.md': 'The `PanelStore` and the `KettleQueue` and `openValve`.\n',
    'b.md': 'Here is `PanelStore`.\n',
    'c.md': 'Here are `KettleQueue` and `openValve`.\n',
  };
  assert.deepEqual(await briefly(files, 'a.md', 'PanelStore'), ['b.md']);
  // Without a name under the cursor: chunks that share much with the place.
  assert.deepEqual(await briefly(files, 'a.md'), ['c.md']);
  assert.deepEqual(await briefly(files, 'b.md'), []);
});

test('of a name in very many chunks, its definition', async () => {
  const uses = Array.from({ length: 60 }, (_, i) => [`use${i}.ts`, `export const cup${i} = pourWater(${i});\n`] as const);
  const many = indexOf({ 'pour.ts': 'export function pourWater(n) {\n  return n;\n}\n', ...Object.fromEntries(uses) }).reader();
  const briefly = async (focus: string | undefined): Promise<readonly string[]> => {
    const { results } = await relatedTo(many, await placeOfFile(many, 'use1.ts', focus), { limit: 4, brief: true });
    return (await many.chunkInfo(results.map(({ chunk }) => chunk))).map(({ path }) => path);
  };
  assert.deepEqual(await briefly('pourWater'), ['pour.ts']);
  assert.deepEqual(await briefly(undefined), []);
});

test('a brief ranking has at most two chunks per file', async () => {
  const section = (n: number) => `# Part ${n}\n\n${'Words of this part. '.repeat(60)} Here is \`PanelStore\`.\n\n`;
  const files = { ...others, 'a.md': 'The `PanelStore`.\n', 'b.md': [1, 2, 3, 4].map(section).join(''), 'c.md': 'Also `PanelStore`.\n' };
  const found = await briefly(files, 'a.md', 'PanelStore');
  assert.deepEqual([...found].sort(), ['b.md', 'b.md', 'c.md']);
});

test('a plain word counts in a brief ranking only if something has it as its name', async () => {
  const mentions = { ...others, 'a.py': 'def x():\n    client.splice(1)\n', 'b.py': 'def y():\n    other.splice(2)\n' };
  assert.deepEqual(await briefly(mentions, 'a.py', 'splice'), []);
  assert.deepEqual(await briefly({ ...mentions, 'c.py': 'def splice(n):\n    return n\n' }, 'a.py', 'splice'), ['c.py', 'b.py']);
});
