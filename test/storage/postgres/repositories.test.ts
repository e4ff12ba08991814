/** Several published repositories in one question. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { joinReaders } from '../../../src/engine/index/joinedReader.ts';
import type { IndexReader } from '../../../src/engine/index/reader.ts';
import { joinSnapshots } from '../../../src/engine/index/snapshot.ts';
import { createLexicons, type Lexicons } from '../../../src/engine/text/words/lexicon.ts';
import { SharedConnections } from '../../../src/storage/postgres/openPublished.ts';
import { type PostgresPart, publishedReaders } from '../../../src/storage/postgres/publishedReaders.ts';
import { anyChange, bodies, change, paths, questions } from '../../support/changes.ts';
import { localIndex, sharedServer, sourceOf, type Texts } from '../../support/publishedIndex.ts';
import { answers } from '../../support/readerAnswers.ts';
import { retrievers } from '../../support/systems.ts';

const shared = await sharedServer();
const { skip } = shared;
after(() => shared.server?.stop());

interface Repository {
  readonly name: string;
  /** As published. */
  readonly published: Texts;
  /** What is overlaid. */
  readonly texts: Texts;
}

interface Opened {
  readonly parts: readonly PostgresPart[];
  readonly connections: number;
  readonly reader: IndexReader;
  close(): Promise<void>;
}

/** What was published of some repositories with the files of their folders over it, as one reader. */
async function opened(repositories: readonly Repository[], lexicons: Lexicons): Promise<Opened> {
  const connections = new SharedConnections();
  const names = repositories.map(({ name }) => connections.name({ address: shared.address, name }, async () => shared.env));
  const parts: PostgresPart[] = [];
  const own = [];
  for (const [folder, { texts }] of repositories.entries()) {
    const index = await names[folder]?.current();
    assert.ok(index);
    const { contents } = sourceOf(texts, lexicons);
    const { files } = index.commit;
    const isSame = (path: string): boolean => contents.get(path)?.hash === files.get(path)?.content.hash;
    parts.push({ ...index, folder, hidden: [...files.keys()].filter((path) => !isSame(path)) });
    own.push(localIndex(new Map([...texts].filter(([path]) => !isSame(path))), lexicons).snapshot());
  }
  const readers = [...publishedReaders(parts, lexicons, 1), joinSnapshots(own, lexicons)];
  const reader = joinReaders(
    readers.map((one) => ({ reader: one, folder: 0 })),
    lexicons,
  );
  const close = async (): Promise<void> => {
    for (const name of names) await name.close();
  };
  return { parts, reader, close, connections: new Set(parts.map(({ connection }) => connection)).size };
}

function local(repositories: readonly Repository[]): IndexReader {
  const lexicons = createLexicons();
  return joinSnapshots(
    repositories.map(({ texts }) => localIndex(texts, lexicons).snapshot()),
    lexicons,
  );
}

let serial = 0;
const anyRepository = fc.record({ history: fc.array(anyChange, { minLength: 1, maxLength: 3 }), local: anyChange });

test('after any histories, several repositories answer like their folders', { skip, timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRepository, { minLength: 2, maxLength: 3 }), async (histories) => {
      const repositories: Repository[] = [];
      for (const { history, local: over } of histories) {
        const name = `repository ${serial++}`;
        const published = new Map<string, string>();
        for (const one of history) {
          change(published, one);
          await shared.push(name, published);
        }
        const texts = new Map(published);
        change(texts, over);
        repositories.push({ name, published, texts });
      }
      for (const asked of [repositories.map((one) => ({ ...one, texts: one.published })), repositories]) {
        const { reader, close } = await opened(asked, createLexicons());
        assert.deepEqual(await answers(reader), await answers(local(asked)));
        await close();
      }
    }),
    { numRuns: Number(process.env.MESHRAG_HISTORIES ?? 8) },
  );
});

test('a question takes at most six statements over one connection, however many repositories it searches', {
  skip,
  timeout: 120_000,
}, async () => {
  const mesh = retrievers.get('mesh');
  assert.ok(mesh);
  const all: Repository[] = [0, 1, 2].map((n) => {
    const published = new Map(paths.map((path, i) => [path, bodies[(i + n) % bodies.length] as string]));
    const texts = new Map([...published, ['b.md', `# Bobby Darin\n\nBobby Darin sang \`openStore\` ${n} times in Harlem.\n`]]);
    return { name: `trips ${n}`, published, texts };
  });
  for (const { name, published } of all) await shared.push(name, published);
  for (const count of [1, 2, 3]) {
    const { reader, parts, connections, close } = await opened(all.slice(0, count), createLexicons());
    assert.equal(connections, 1);
    const { connection } = parts[0] as PostgresPart;
    // The content of hidden chunks is read once, with the first question.
    await mesh.search(reader, 'Harlem', { limit: 10 });
    for (const question of [...questions, 'What is Harlem?', 'where is `openStore` called in src/openStore.ts', 'marmalade']) {
      const before = connection.statements;
      await mesh.search(reader, question, { limit: 10 });
      assert.ok(connection.statements - before <= 6, `${count}, ${question}: ${connection.statements - before}`);
    }
    await close();
  }
});

test('two branches of a repository, or one that two folders have, are read for each', { skip, timeout: 60_000 }, async () => {
  const published = new Map(paths.map((path, i) => [path, bodies[i % bodies.length] as string]));
  await shared.push('twice', published);
  const branch = new Map([...published, ['b.md', '# Bobby Darin\n\nBobby Darin sang `openStore` in Harlem.\n']]);
  await shared.push('twice@branch', branch);
  const one = { name: 'twice', published, texts: published };
  const over = { ...one, texts: new Map([['a.md', 'Sandra Dee sang in Harlem.\n']]) };
  for (const both of [
    [one, { name: 'twice@branch', published: branch, texts: branch }],
    [one, over],
  ]) {
    const { reader, close } = await opened(both, createLexicons());
    assert.deepEqual(await answers(reader), await answers(local(both)));
    await close();
  }
});
