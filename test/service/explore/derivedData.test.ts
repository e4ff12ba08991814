/** What systems derive is stored next to the index: equal to a rebuild whatever happened, built on demand, and read after a restart. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TextSource } from '../../../src/engine/index/textSource.ts';
import type { DocumentBuilder, GenerationBuilder } from '../../../src/engine/retrieval/derived.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { textOf } from '../../../src/messages/messages.ts';
import { createService } from '../../../src/service/createService.ts';
import { createDerivedData, type DerivedData } from '../../../src/service/explore/derivedData.ts';
import { Texts } from '../../../src/service/folder/chunkTexts.ts';
import { FolderIndex } from '../../../src/service/folder/folderIndex.ts';
import { OpenFolders } from '../../../src/service/folder/openFolders.ts';
import { TimeSlices } from '../../../src/service/scheduling/timeSlices.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { anyContent, changeSomething, filesBelow, randomNumbers } from '../../support/randomEdits.ts';
import { rounds } from '../../support/sample.ts';
import { until } from '../../support/until.ts';
import { type WorkFolder, workFolder } from '../../support/workFolder.ts';

const settings = defaultSettings;
const systems = ['mesh-paper', 'mesh-paper-unfiltered', 'minhash', 'hippo', 'hug', 'topo'];
/** The generation data that they store: `hug` stores modules and relations, `minhash` and `hippo` share the graph of entities. */
const keptCount = systems.length;
const names = ['Capstan', 'Tide', 'anchor0', 'anchor3'];
const questions = ['Who keeps the Tide of the Harbour?', 'anchor3 of Capstan and Ledger'];
const timeout = 120_000;
const edited = rounds(60, 200);

function filledFolder(t: TestContext, count = 40): WorkFolder {
  const folder = workFolder(t);
  const random = randomNumbers(count);
  for (let i = 0; i < count; i++) folder.write(`made${i % 4}/file${i}.${i % 2 ? 'ts' : 'md'}`, anyContent(random));
  return folder;
}

/** A service on the folder, and the data of states that it stores. */
async function serviceOn({ root }: WorkFolder, indexDirectory?: string): Promise<{ readonly service: Service; readonly kept: string[] }> {
  const kept: string[] = [];
  const onWrite = (what: string): void => void (what === 'derived state' && kept.push(what));
  const service = createService();
  await service.openFolder(root, { settings, indexDirectory, runGit: false, onWrite });
  await service.idle();
  return { service, kept };
}

/** What the systems find, and what is known about names, which is read from the relations. */
async function answers(service: Service): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for (const name of names) all.push(await service.symbol(name));
  for (const system of systems) for (const question of questions) all.push((await service.search(question, { system, limit: 30 })).results);
  return all;
}

async function rebuiltAnswers(folder: WorkFolder): Promise<readonly unknown[]> {
  const { service } = await serviceOn(folder);
  const all = await answers(service);
  await service.close();
  return all;
}

test(`answers equal those of a rebuild after ${edited} random edits and restarts`, { timeout }, async (t) => {
  const folder = filledFolder(t);
  const indexDirectory = path.join(folder.parent, 'index.index');
  const random = randomNumbers(5);
  let { service } = await serviceOn(folder, indexDirectory);
  let edits = 0;
  for (let round = 0; edits < edited; round++) {
    for (const end = edits + (round % 5) * 4; edits < end; edits++) changeSomething(folder.root, filesBelow(folder.root), random);
    folder.write(`made0/uses${round}.ts`, `import { anchor${round % 5} as held } from './file${2 * round + 1}';\nheld();\n`);
    edits++;
    await service.update(folder.root);
    if (round % 2 === 1) await answers(service);
    if (round % 3 === 2) {
      await service.close();
      ({ service } = await serviceOn(folder, indexDirectory));
    }
    assert.deepEqual(await answers(service), await rebuiltAnswers(folder), `round ${round}`);
    assert.equal(textOf(service.report()[0]?.messages), '');
  }
  await service.close();
});

test('a restart, another window and the state before a save build nothing', { timeout }, async (t) => {
  const folder = filledFolder(t);
  const indexDirectory = path.join(folder.parent, 'index.index');
  const first = await serviceOn(folder, indexDirectory);
  const wanted = await answers(first.service);
  assert.equal(first.kept.length, keptCount);
  const window = await serviceOn(folder, indexDirectory);
  assert.deepEqual(await answers(window.service), wanted);
  await window.service.close();
  const text = fs.readFileSync(path.join(folder.root, 'made0/file0.md'), 'utf8');
  folder.write('made0/file0.md', `${text}\nThe Windlass of Ledger.\n`);
  await first.service.update(folder.root);
  const changed = await answers(first.service);
  assert.equal(first.kept.length, 2 * keptCount);
  await first.service.close();
  const second = await serviceOn(folder, indexDirectory);
  assert.deepEqual(await answers(second.service), changed);
  folder.write('made0/file0.md', text);
  await second.service.update(folder.root);
  assert.deepEqual(await answers(second.service), wanted);
  assert.deepEqual([window.kept, second.kept], [[], []]);
  await second.service.rebuild(folder.root);
  await second.service.idle();
  assert.deepEqual(await answers(second.service), wanted);
  assert.equal(second.kept.length, keptCount);
  await second.service.close();
});

test('derived data that is damaged is built again, with one line in the report', { timeout }, async (t) => {
  const folder = filledFolder(t);
  const indexDirectory = path.join(folder.parent, 'index.index');
  const first = await serviceOn(folder, indexDirectory);
  const wanted = await answers(first.service);
  await first.service.close();
  for (const file of fs.globSync(path.join(indexDirectory, 'derived/*'))) fs.writeFileSync(file, 'Dear diary,\n'.repeat(100));
  const second = await serviceOn(folder, indexDirectory);
  assert.equal(textOf(second.service.report()[0]?.messages), '', 'nobody has asked');
  assert.deepEqual(await answers(second.service), wanted);
  assert.match(textOf(second.service.report()[0]?.messages), /^Some derived data was damaged\. [^.]*\.$/);
  assert.equal(second.kept.length, keptCount);
  await second.service.close();
  const third = await serviceOn(folder, indexDirectory);
  assert.deepEqual(await answers(third.service), wanted);
  assert.deepEqual([third.kept, textOf(third.service.report()[0]?.messages)], [[], '']);
  await third.service.close();
});

/** The number of live chunks. */
function counting(): GenerationBuilder<number> & { builds: number } {
  return {
    id: 'count',
    builds: 0,
    async build({ reader }) {
      this.builds++;
      return reader.liveCount;
    },
    encode: (value) => Uint8Array.of(value),
    decode: async ([value = 0]) => value,
  };
}

/** The titles of a document's chunks. */
function naming(): DocumentBuilder<string> & { built: string[] } {
  return {
    id: 'titles',
    variant: 'model',
    built: [],
    async build(documents) {
      this.built.push(...documents.map(({ infos }) => infos[0]?.path ?? ''));
      return documents.map(({ infos }) => infos.map(({ title }) => title).join());
    },
    encode: (value) => new TextEncoder().encode(value),
    decode: (bytes) => new TextDecoder().decode(bytes),
  };
}

interface Opened {
  readonly folders: OpenFolders;
  readonly folder: FolderIndex;
  readonly derived: DerivedData;
  readonly count: (builder: GenerationBuilder<number>) => Promise<number>;
  readonly titles: (builder: DocumentBuilder<string>) => Promise<Record<string, string>>;
  close(): Promise<void>;
}

/** Folders as a service opens them, whose data is built when they have been idle for a moment. */
async function openedFolders(t: TestContext, indexDirectory: string, ...roots: readonly string[]): Promise<Opened> {
  const lexicons = createLexicons();
  const onChange = (): void => derived.touch();
  const folders = new OpenFolders(lexicons);
  const derived = createDerivedData(
    () => folders.view(),
    () => async () => undefined,
    undefined,
    20,
  );
  for (const [i, root] of roots.entries()) {
    const folder = new FolderIndex(
      root,
      { settings, indexDirectory: `${indexDirectory}${i}`, runGit: false },
      { lexicons, timeSlices: new TimeSlices(), onChange },
    );
    folders.add(folder);
    await folder.load();
    await folder.update();
  }
  const input = () => ({ reader: derived.adopt(folders.view()).reader });
  const close = async (): Promise<void> => {
    derived.close();
    for (const folder of folders.all()) await folder.close();
  };
  t.after(close);
  return {
    folders,
    folder: folders.all()[0] as FolderIndex,
    derived,
    count: (builder) => derived.store.ofGeneration(builder, input()),
    titles: async (builder) => {
      const all = await derived.store.ofDocuments(builder, input());
      return Object.fromEntries(all.map(({ infos: [info], value }) => [`${info?.folder} ${info?.path}`, value]));
    },
    close,
  };
}

test('data of a generation is rebuilt while idle if a question asked for it, and never otherwise', { timeout }, async (t) => {
  const folder = workFolder(t, { 'a.md': '# One\n', 'b.md': '# Two\n' });
  const indexDirectory = path.join(folder.parent, 'index.index');
  const builder = counting();
  const save = async (opened: Opened, ...names: readonly string[]): Promise<void> => {
    for (const name of names) folder.write(name, `# ${name}\n`);
    for (const name of ['c.md', 'd.md', 'e.md']) if (!names.includes(name)) fs.rmSync(path.join(folder.root, name), { force: true });
    await opened.folder.update();
  };
  const first = await openedFolders(t, indexDirectory, folder.root);
  await save(first, 'c.md');
  await sleep(200);
  assert.equal(builder.builds, 0);
  assert.equal(await first.count(builder), 3);
  await save(first, 'c.md', 'd.md');
  await until('the graph of the new state', () => builder.builds === 2);
  await until('nothing left to build', () => !first.derived.store.isStale(first.folders.view().reader));
  assert.deepEqual([await first.count(builder), builder.builds], [4, 2]);
  await sleep(200);
  assert.equal(builder.builds, 2);
  await first.close();
  const second = await openedFolders(t, indexDirectory, folder.root);
  await save(second);
  await sleep(200);
  assert.equal(builder.builds, 2, 'nobody has asked since it was opened');
  await save(second, 'c.md', 'd.md');
  assert.deepEqual([await second.count(builder), builder.builds], [4, 2]);
  await save(second, 'e.md');
  await until('the graph of the last state', () => builder.builds === 3);
});

test('data of a document is built once for each content', { timeout }, async (t) => {
  const folder = workFolder(t, { 'a.md': '# One\n', 'b.md': '# Two\n', 'c.md': '# Three\n' });
  const indexDirectory = path.join(folder.parent, 'index.index');
  const builder = naming();
  const first = await openedFolders(t, indexDirectory, folder.root);
  assert.deepEqual(await first.titles(builder), { '0 a.md': 'One', '0 b.md': 'Two', '0 c.md': 'Three' });
  const built = async (opened: Opened): Promise<string[]> => {
    builder.built = [];
    await opened.folder.update();
    await opened.titles(builder);
    return builder.built.sort();
  };
  assert.deepEqual(await built(first), []);
  folder.write('b.md', '# Four\n');
  assert.deepEqual(await built(first), ['b.md']);
  folder.rename('a.md', 'docs/a.md');
  folder.write('copy.md', '# Four\n');
  folder.remove('c.md');
  assert.deepEqual(await built(first), []);
  await first.close();
  const second = await openedFolders(t, indexDirectory, folder.root);
  assert.deepEqual(await built(second), []);
  folder.write('c.md', '# Three\n');
  assert.deepEqual(await built(second), [], 'its content left a moment ago');
  assert.deepEqual(await second.titles(builder), { '0 b.md': 'Four', '0 c.md': 'Three', '0 copy.md': 'Four', '0 docs/a.md': 'One' });
  builder.built = [];
  await second.titles({ ...builder, variant: 'another model' });
  assert.equal(builder.built.length, 4);
});

test('data of a text that changes while it is read is not stored', { timeout }, async (t) => {
  const folder = workFolder(t, { 'a.md': '# One\n\nfirst', 'b.md': '# Two\n\nfirst', 'c.md': '# Three\n\nfirst' });
  const indexDirectory = path.join(folder.parent, 'index.index');
  const read: string[] = [];
  const texts: DocumentBuilder<string> = {
    ...naming(),
    build: (documents, context) =>
      Promise.all(
        documents.map(async ({ infos: [info] }) => {
          read.push(info?.path ?? '');
          return (info && (await context.texts?.chunkText(info))) ?? 'gone';
        }),
      ),
  };
  const ask = async (opened: Opened, source: TextSource): Promise<readonly string[]> => {
    const { reader } = opened.derived.adopt(opened.folders.view());
    const all = await opened.derived.store.ofDocuments(texts, { reader, texts: source });
    return all.map(({ value }) => value.trim().slice(-5));
  };
  const first = await openedFolders(t, indexDirectory, folder.root);
  const source = new Texts([first.folder]);
  await ask(first, {
    async chunkText(info) {
      if (info.path === 'b.md') {
        folder.write('b.md', '# Two\n\nsecond');
        await first.folder.update(['b.md']);
      }
      if (info.path === 'c.md') return undefined;
      return source.chunkText(info);
    },
  });
  await first.close();
  folder.write('b.md', '# Two\n\nfirst');
  read.length = 0;
  const second = await openedFolders(t, indexDirectory, folder.root);
  assert.deepEqual(await ask(second, new Texts([second.folder])), ['first', 'first', 'first']);
  assert.deepEqual(read, ['b.md', 'c.md']);
});

test('random edits leave data of documents equal to a rebuild', { timeout }, async (t) => {
  const folder = filledFolder(t, 20);
  const indexDirectory = path.join(folder.parent, 'index.index');
  const random = randomNumbers(8);
  let opened = await openedFolders(t, indexDirectory, folder.root);
  const builder = naming();
  for (let round = 0; round < 25; round++) {
    for (let edits = 0; edits < 8; edits++) changeSomething(folder.root, filesBelow(folder.root), random);
    await opened.folder.update();
    if (round % 6 === 5) {
      await opened.close();
      opened = await openedFolders(t, indexDirectory, folder.root);
    }
    const rebuilt = await openedFolders(t, path.join(folder.parent, `rebuilt${round}`), folder.root);
    assert.deepEqual(await opened.titles(builder), await rebuilt.titles(naming()), `round ${round}`);
    await rebuilt.close();
  }
});

test('a following window reads what the writer stored, and stores its own once it writes', { timeout }, async (t) => {
  const folder = workFolder(t, { 'a.md': '# One\n', 'b.md': '# Two\n' });
  const indexDirectory = path.join(folder.parent, 'index.index');
  const [counted, named] = [counting(), naming()];
  const writer = await openedFolders(t, indexDirectory, folder.root);
  const follower = await openedFolders(t, indexDirectory, folder.root);
  assert.ok(follower.folder.contents.data.store.status().isFollowing);
  await writer.count(counted);
  await writer.titles(named);
  assert.deepEqual([await follower.count(counted), Object.keys(await follower.titles(named)).length], [2, 2]);
  assert.deepEqual([counted.builds, named.built.length], [1, 2]);
  await writer.close();
  folder.write('c.md', '# Three\n');
  await until('the second window to write', async () => {
    await follower.folder.update(['c.md']);
    return !follower.folder.contents.data.store.status().isFollowing;
  });
  assert.equal(await follower.count(counted), 3);
  await follower.titles(named);
  await follower.close();
  const third = await openedFolders(t, indexDirectory, folder.root);
  assert.equal(await third.count(counted), 3);
  await third.titles(named);
  assert.deepEqual([counted.builds, named.built], [2, ['a.md', 'b.md', 'c.md']]);
});

test('several folders each store the data of their documents, and the first also stores that of all', { timeout }, async (t) => {
  const [one, other] = [workFolder(t, { 'a.md': '# One\n' }), workFolder(t, { 'a.md': '# Two\n', 'b.md': '# One\n' })];
  const indexDirectory = path.join(one.parent, 'index.index');
  const [counted, named] = [counting(), naming()];
  const first = await openedFolders(t, indexDirectory, one.root, other.root);
  const wanted = { '0 a.md': 'One', '1 a.md': 'Two', '1 b.md': 'One' };
  assert.deepEqual([await first.count(counted), await first.titles(named)], [3, wanted]);
  await first.close();
  const second = await openedFolders(t, indexDirectory, one.root, other.root);
  assert.deepEqual([await second.count(counted), await second.titles(named)], [3, wanted]);
  assert.equal(counted.builds, 1);
  await second.close();
  const alone = await openedFolders(t, indexDirectory, one.root);
  assert.deepEqual([await alone.count(counted), await alone.titles(named)], [1, { '0 a.md': 'One' }]);
  assert.deepEqual([counted.builds, named.built.length], [2, 3]);
});
