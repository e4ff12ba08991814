/** What a client may see by the roots that it lists, with a real client and server of the protocol. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { clientFolders, createRoots, narrowed } from '../../../src/cli/mcp/roots.ts';
import { InputError } from '../../../src/tools/inputSchema.ts';
import { until } from '../../support/until.ts';
import { workFolder } from '../../support/workFolder.ts';

const uri = (file: string): string => pathToFileURL(file).href;

async function connected(t: TestContext, roots: (() => readonly string[]) | undefined) {
  const server = new Server({ name: 'server', version: '1' }, { capabilities: {} });
  const client = new Client(
    { name: 'client', version: '1' },
    { capabilities: roots === undefined ? {} : { roots: { listChanged: true } } },
  );
  let asked = 0;
  if (roots !== undefined)
    client.setRequestHandler(ListRootsRequestSchema, () => {
      asked++;
      return { roots: roots().map((one) => ({ uri: one })) };
    });
  const [a, b] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(a), client.connect(b)]);
  t.after(() => Promise.all([client.close(), server.close()]));
  return { server, client, asked: () => asked };
}

test('roots narrow the folders to what lies in them', (t) => {
  const { root, parent } = workFolder(t, { 'a/x.ts': 'x', 'b/y.ts': 'y' });
  const other = workFolder(t, { 'z.ts': 'z' }).root;
  const [a, b] = [path.join(root, 'a'), path.join(root, 'b')];
  assert.equal(narrowed([], [root]), undefined);
  assert.equal(narrowed([uri(root)], [root]), undefined);
  assert.equal(narrowed([uri(parent)], [root]), undefined);
  assert.equal(narrowed([uri(root), uri(other)], [root, other]), undefined);
  assert.deepEqual(narrowed([uri(a)], [root]), [a]);
  assert.deepEqual(narrowed([uri(a), uri(b)], [root]), [a, b]);
  assert.deepEqual(narrowed([uri(other), uri(b)], [root, other]), [b, other]);
  assert.deepEqual(narrowed([uri(a), 'https://example.org/', uri(path.join(root, 'none'))], [root]), [a]);
  assert.throws(() => narrowed([uri(other)], [root]), InputError);
  assert.throws(() => narrowed(['https://example.org/'], [root]), InputError);
});

test('a client is asked once, and again when it says that its roots have changed or when it failed', async (t) => {
  const { root } = workFolder(t, { 'a/x.ts': 'x', 'b/y.ts': 'y' });
  let roots = [uri(path.join(root, 'a'))];
  const { server, client, asked } = await connected(t, () => roots);
  const notes: string[] = [];
  const visible = createRoots(server, [root], (note) => notes.push(note));
  assert.deepEqual(await Promise.all([visible(), visible()]), [[path.join(root, 'a')], [path.join(root, 'a')]]);
  roots = [uri(path.join(root, 'b'))];
  assert.deepEqual(await visible(), [path.join(root, 'a')]);
  assert.equal(asked(), 1);
  await client.sendRootsListChanged();
  await until('the other root', async () => ((await visible())?.[0] === path.join(root, 'b') ? true : undefined));
  assert.equal(asked(), 2);
  roots = [uri(workFolder(t, {}).root)];
  await client.sendRootsListChanged();
  await until('a refusal', () =>
    visible().then(
      () => undefined,
      (error) => error instanceof InputError || undefined,
    ),
  );
  roots = [uri(root)];
  assert.equal(await visible(), undefined);
  assert.deepEqual(notes, []);
});

test('a client without roots sees everything, one that does not list them nothing', async (t) => {
  const { root } = workFolder(t, {});
  const plain = await connected(t, undefined);
  assert.equal(await createRoots(plain.server, [root], () => undefined)(), undefined);
  const failing = await connected(t, () => {
    throw new Error('no roots today');
  });
  const notes: string[] = [];
  const visible = createRoots(failing.server, [root], (note) => notes.push(note));
  await assert.rejects(visible(), (error: unknown) => error instanceof InputError && /no roots today/.test(error.message));
  await assert.rejects(visible(), InputError);
  assert.deepEqual([notes.length, failing.asked()], [2, 2]);
  assert.match(notes[0] ?? '', /does not list its roots: .*no roots today/);
});

test('a server that was given no folder takes those of the client', async (t) => {
  const { root } = workFolder(t, { 'a/x.ts': 'x' });
  const file = path.join(root, 'a/x.ts');
  const { server } = await connected(t, () => [uri(file), uri(root), uri(path.join(root, 'none'))]);
  assert.deepEqual(await clientFolders(server), [fs.realpathSync.native(root)]);
  await assert.rejects(clientFolders((await connected(t, () => [uri(file)])).server), /outside of any project/);
  await assert.rejects(clientFolders((await connected(t, undefined)).server), /outside of any project/);
});
