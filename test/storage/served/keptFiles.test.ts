/** What opening an export has read is not read again by another process, and is never trusted. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { IndexReader } from '../../../src/engine/index/reader.ts';
import type { Retriever } from '../../../src/engine/retrieval/ranking.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { forgetUnused } from '../../../src/storage/served/keptFiles.ts';
import { ServedName } from '../../../src/storage/served/servedName.ts';
import { described } from '../../support/memoryIndex.ts';
import { serveRanges } from '../../support/rangeServer.ts';
import { exportTexts, manyTexts } from '../../support/servedExport.ts';
import { retrievers } from '../../support/systems.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const mesh = retrievers.get('mesh') as Retriever;

function named(address: string, cacheFolder: string): ServedName {
  return new ServedName({ address, name: 'harbour', environment: async () => ({}), cacheFolder }, createLexicons(), () => undefined);
}

/** As a new process answers. */
async function answer(address: string, cacheFolder: string, question = 'Who winds the w1kClock at dusk?'): Promise<unknown> {
  const name = named(address, cacheFolder);
  try {
    const index = await name.current();
    const reader = index.readersOf([{ ...index, hidden: [], folder: 0 }], createLexicons(), 1)[0]?.reader as IndexReader;
    return described(reader, await mesh.search(reader, question, { limit: 10 }));
  } finally {
    await name.close();
  }
}

test('the second process reads the manifest and the rows of its question alone, and answers the same', async (t) => {
  const { root, index } = exportTexts(t, manyTexts(300));
  const server = await serveRanges(t, root);
  const cacheFolder = temporaryDirectory(t);
  const expected = await described(index.reader(), await mesh.search(index.reader(), 'Who winds the w1kClock at dusk?', { limit: 10 }));
  assert.deepEqual(await answer(server.address, cacheFolder), expected);
  server.taken();
  const name = named(server.address, cacheFolder);
  await name.current();
  assert.equal(server.taken().requests, 1);
  await name.close();
  assert.deepEqual(await answer(server.address, cacheFolder), expected);
  // Another export, of which nothing is kept yet.
  const next = exportTexts(t, { 'new.md': '# New\n\nThe lantern is green.\n' }, 'harbour', root);
  const found = await mesh.search(next.index.reader(), 'green lantern', { limit: 10 });
  assert.deepEqual(await answer(server.address, cacheFolder, 'green lantern'), await described(next.index.reader(), found));
  // Whoever may no longer read it, finds nothing.
  server.faults.token = 'open sesame';
  await assert.rejects(answer(server.address, cacheFolder, 'green lantern'), { fault: 'sharedCredentials' });
});

test('what was kept and has changed on the disk is read from the server again', async (t) => {
  const { root } = exportTexts(t, manyTexts(60));
  const server = await serveRanges(t, root);
  const cacheFolder = temporaryDirectory(t);
  const expected = await answer(server.address, cacheFolder);
  const folder = path.join(cacheFolder, 'opened');
  const kept = fs.readdirSync(folder).filter((name) => name !== 'CACHEDIR.TAG');
  assert.equal(kept.length, 2);
  for (const [i, name] of kept.flatMap((one) => Array.from({ length: 12 }, (_, at) => [at, one] as const))) {
    const bytes = fs.readFileSync(path.join(folder, name));
    const at = Math.floor((bytes.length * i) / 12);
    if (i % 4 === 3) fs.truncateSync(path.join(folder, name), at);
    else fs.writeFileSync(path.join(folder, name), bytes.fill((bytes[at] as number) ^ (1 << (i % 8)), at, at + 1));
    server.taken();
    await (await opened(server.address, cacheFolder)).close();
    assert.ok(server.taken().requests > 1, `${name}, ${at}`);
    assert.deepEqual(await answer(server.address, cacheFolder), expected);
  }
  // By another address nothing is known of it, even if that names the same files.
  const other = await serveRanges(t, root);
  await (await opened(other.address, cacheFolder)).close();
  assert.ok(other.taken().requests > 1);
});

test('nothing is kept, nor read, in a folder that others may write or that cannot be made, and all is answered', async (t) => {
  const { root } = exportTexts(t, manyTexts(60));
  const server = await serveRanges(t, root);
  const cacheFolder = temporaryDirectory(t);
  const expected = await answer(server.address, cacheFolder);
  const { requests } = server.taken();
  const folder = path.join(cacheFolder, 'opened');
  if (process.platform !== 'win32') {
    for (const name of fs.readdirSync(folder)) assert.equal(fs.statSync(path.join(folder, name)).mode & 0o077, 0, name);
    fs.chmodSync(folder, 0o777);
    assert.deepEqual(await answer(server.address, cacheFolder), expected);
    assert.equal(server.taken().requests, requests);
  }
  const file = path.join(cacheFolder, 'file');
  fs.writeFileSync(file, '');
  assert.deepEqual(await answer(server.address, path.join(file, 'cache')), expected);
});

test('what was not used for a month goes, and the oldest beyond half a gigabyte', (t) => {
  const cacheFolder = temporaryDirectory(t);
  const folder = path.join(cacheFolder, 'opened');
  forgetUnused(cacheFolder, Date.now());
  fs.mkdirSync(folder);
  const put = (digit: string, days: number, bytes = 1, suffix = ''): void => {
    const file = path.join(folder, digit.repeat(32) + suffix);
    fs.writeFileSync(file, '');
    fs.truncateSync(file, bytes);
    const used = new Date(Date.now() - days * 24 * 3600 * 1000);
    fs.utimesSync(file, used, used);
  };
  put('0', 30.5);
  put('1', 30.5, 1, '-01234567-89ab-cdef-0123-456789abcdef.new');
  put('2', 29.5);
  put('3', 10, 2 ** 28);
  put('4', 5, 2 ** 28);
  fs.writeFileSync(path.join(folder, 'of another'), '');
  forgetUnused(cacheFolder, Date.now());
  assert.deepEqual(fs.readdirSync(folder), ['3'.repeat(32), '4'.repeat(32), 'of another']);
});

async function opened(address: string, cacheFolder: string): Promise<ServedName> {
  const name = named(address, cacheFolder);
  await name.current();
  return name;
}
