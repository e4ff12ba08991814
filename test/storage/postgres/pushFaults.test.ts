/** A push whose server is killed, or has no space left. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import type { Yield } from '../../../src/engine/util/steps.ts';
import { readAddress } from '../../../src/storage/postgres/address.ts';
import { Connection } from '../../../src/storage/postgres/connection.ts';
import { push } from '../../../src/storage/postgres/push/push.ts';
import { signalServer } from '../../support/postgresServer.ts';
import { isFault, type OpenPublished, sharedServer, sourceOf } from '../../support/publishedIndex.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const shared = await sharedServer();
const { skip } = shared;
after(() => shared.server?.stop());

const own = new Map(Array.from({ length: 80 }, (_, i) => [`${i}.md`, `# Mole ${i}\n\nThe mole ${i} has a pier.\n`]));

async function sizeOf(published: OpenPublished): Promise<number | undefined> {
  return (await published.reader([], 1).termPostings(['pier']))[0]?.size;
}

test('a server that is killed while it is written to leaves what was published, and the push succeeds when it is repeated', {
  skip,
  timeout: 120_000,
}, async (t) => {
  if (shared.server.pid === undefined) return t.skip('the server is not one of this test');
  await shared.push('mole', new Map([...own].slice(0, 1)));
  let turns = 0;
  // The yield after the first rows of the new segment.
  const kill = async (): Promise<void> => {
    if (++turns === 2) signalServer(shared.server, 'SIGKILL');
  };
  await assert.rejects(shared.push('mole', own, kill), isFault('sharedUnreachable'));
  await shared.server.restart();
  const before = await shared.open('mole');
  assert.deepEqual([...before.files.keys()], ['0.md']);
  await before.close();
  assert.equal((await shared.push('mole', own)).files, own.size);
});

test('a full disk of the server is reported, what was published is read, and the push resumes once there is space', {
  skip,
  timeout: 120_000,
}, async (t) => {
  const { pid, query } = shared.server;
  if (pid === undefined) return t.skip('the server is not one of this test');
  const disk = temporaryDirectory(t);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=4m,mode=700,uid=${fs.statSync(`/proc/${pid}`).uid}`, 'tmpfs', disk], {
      stdio: 'ignore',
    });
  } catch {
    return t.skip('a small disk can be mounted by root of Linux alone');
  }
  const address = await shared.server.createDatabase();
  try {
    await query(address, `create tablespace small location '${disk}'`);
    await query(address, `alter database ${new URL(address).pathname.slice(1)} set default_tablespace = small`);
    const writer = new Connection(readAddress(address, {}), { password: shared.env.PGPASSWORD, isReader: false, statementMs: 5000 });
    const pushed = (count: number, yieldThread: Yield) =>
      push(writer, 'mole', sourceOf(new Map([...own].slice(0, count)), createLexicons()), yieldThread, { maxChunks: 20 });
    await pushed(1, async () => undefined);
    const filler = path.join(disk, 'filler');
    let turns = 0;
    const fill = async (): Promise<void> => {
      if (++turns !== 5) return;
      try {
        for (;;) fs.appendFileSync(filler, Buffer.alloc(4096));
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
      }
    };
    await assert.rejects(pushed(own.size, fill), isFault('sharedSpace'));
    const segments = async () => (await writer.query('select id from meshrag.segment order by id')).map(({ id }) => id);
    const written = await segments();
    assert.ok(written.length > 1, `${written.length} segments`);
    const published = await shared.open('mole', undefined, address);
    assert.deepEqual([await sizeOf(published), [...published.files.keys()]], [1, ['0.md']]);
    fs.rmSync(filler);
    assert.equal((await pushed(own.size, async () => undefined)).files, own.size);
    assert.deepEqual((await segments()).slice(0, written.length), written);
    await Promise.all([published.close(), writer.close()]);
    await query(new URL('/postgres', address).href, `drop database ${new URL(address).pathname.slice(1)} with (force)`);
    await query(new URL('/postgres', address).href, 'drop tablespace small');
  } finally {
    execFileSync('umount', ['--lazy', disk]);
  }
});
