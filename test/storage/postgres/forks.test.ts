/** Repositories with similar files: what they share, what keeps it, and who can see it. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { after, test } from 'node:test';
import { joinReaders } from '../../../src/engine/index/joinedReader.ts';
import { joinSnapshots } from '../../../src/engine/index/snapshot.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { readAddress } from '../../../src/storage/postgres/address.ts';
import { Connection } from '../../../src/storage/postgres/connection.ts';
import { publishedReaders } from '../../../src/storage/postgres/publishedReaders.ts';
import { collect } from '../../../src/storage/postgres/push/lease.ts';
import { isFault, localIndex, makeRole, openPublished, sharedServer, type Texts } from '../../support/publishedIndex.ts';
import { answers } from '../../support/readerAnswers.ts';

const shared = await sharedServer();
const { skip } = shared;
after(() => shared.server?.stop());

const files = 60;

/** Files with names and words that they share. */
function texts(word: string): Map<string, string> {
  return new Map(
    Array.from({ length: files }, (_, i) => [
      `docs/${i}.md`,
      `# Part ${i}\n\nSandra Dee calls \`open${i % 7}Store\` in Harlem ${i}, which is ${word}.\n`,
    ]),
  );
}

/** With other texts in some files, and one file less. */
function forkOf(origin: Texts, changed: number): Map<string, string> {
  const fork = new Map(origin);
  for (let i = 0; i < changed; i++)
    fork.set(`docs/${files - 1 - i * 4}.md`, `# Fork ${i}\n\nBobby Darin sang \`forkedStore${i}\` in Harlem.\n`);
  fork.delete('docs/1.md');
  return fork;
}

async function chunksOf(repository: string): Promise<number> {
  const [row] = await shared.server.query(
    shared.address,
    `select count(*)::integer as count from meshrag.chunk c join meshrag.segment s on s.id = c.id >> 32
join meshrag.repository r on r.id = s.repository where r.name = $1`,
    [repository],
  );
  return Number(row?.count);
}

/** Collects as if each commit had been replaced long ago; also what only leases hold, unless pushes are in progress. */
async function collectAll({ areLeasesKept = false } = {}): Promise<void> {
  const writer = new Connection(readAddress(shared.address, {}), { password: shared.env.PGPASSWORD, isReader: false, statementMs: 5000 });
  if (!areLeasesKept) await writer.query('delete from meshrag.lease');
  await collect(writer, { kept: 0, grace: 0 });
  await writer.close();
}

async function assertAnswers(own: Readonly<Record<string, Texts>>): Promise<void> {
  for (const [name, texts] of Object.entries(own)) {
    const published = await shared.open(name);
    assert.deepEqual(await answers(published.reader([], 1)), await answers(localIndex(texts, createLexicons()).reader()), name);
    await published.close();
  }
}

test('a fork writes only the files that differ from its origin, and each answers like its own index, whatever happens to the other', {
  skip,
  timeout: 120_000,
}, async () => {
  const origin = texts('red');
  const fork = forkOf(origin, 3);
  await shared.push('origin', origin);
  await shared.push('other', texts('green'));
  const pushed = await shared.push('fork', fork);
  assert.deepEqual([pushed.added, pushed.removed], [3, 4]);
  assert.deepEqual([await chunksOf('origin'), await chunksOf('other'), await chunksOf('fork')], [files, files, 3]);
  await assertAnswers({ origin, fork });
  // The origin has its segment written again, and the fork has it still.
  for (let i = 0; i < 40; i++) origin.set(`docs/${i}.md`, `# Part ${i}\n\nGrease ${i} is in New York.\n`);
  await shared.push('origin', origin);
  await collectAll();
  await assertAnswers({ origin, fork });
  // As is what the fork needs of a name that is gone.
  await shared.server.query(shared.address, `delete from meshrag.head where name = 'origin'`);
  await collectAll();
  await assertAnswers({ fork });
  await shared.server.query(shared.address, `delete from meshrag.head where name = 'fork'`);
  await collectAll();
  assert.deepEqual([await chunksOf('origin'), await chunksOf('other'), await chunksOf('fork')], [0, files, 0]);
});

test('the same files are written once', { skip, timeout: 60_000 }, async () => {
  const own = texts('same');
  await shared.push('one', own);
  await shared.push('copy', own);
  assert.equal(await chunksOf('copy'), 0);
  await assertAnswers({ one: own, copy: own });
  await shared.server.query(shared.address, `delete from meshrag.head where name = 'one'`);
  await collectAll();
  await assertAnswers({ copy: own });
});

test('forks and their origin can be searched in one question, even after they diverge', { skip, timeout: 120_000 }, async () => {
  const origin = texts('blue');
  const fork = forkOf(origin, 3);
  await shared.push('base', origin);
  await shared.push('way', fork);
  const ask = async (): Promise<number> => {
    const lexicons = createLexicons();
    const parts = [await shared.open('base', lexicons), await shared.open('way', lexicons)];
    // One connection, as of a program.
    const readers = publishedReaders(
      parts.map((part, folder) => ({ ...part, connection: (parts[0] as (typeof parts)[0]).connection, hidden: [], folder })),
      lexicons,
      1,
    );
    const joined = joinReaders(
      readers.map((reader) => ({ reader, folder: 0 })),
      lexicons,
    );
    const own = createLexicons();
    const local = joinSnapshots(
      [origin, fork].map((one) => localIndex(one, own).snapshot()),
      own,
    );
    assert.deepEqual(await answers(joined), await answers(local));
    for (const part of parts) await part.close();
    return readers.length;
  };
  assert.equal(await ask(), 2);
  // The fork rewrites everything that it shares with its origin; what it has counted as deleted there is still in its commit.
  for (let i = 0; i < 40; i++) fork.set(`docs/${i}.md`, `# Fork ${i}\n\nGrease ${i} is in New York.\n`);
  await shared.push('way', fork);
  assert.equal(await ask(), 1);
});

test('repositories with other readers share nothing, and what was shared is written again once roles differ', {
  skip,
  timeout: 120_000,
}, async () => {
  const { server, address } = shared;
  for (const role of ['origin_team', 'fork_team']) await makeRole(server, address, role, role);
  await server.query(
    address,
    `grant usage on schema meshrag to origin_team, fork_team; grant select on all tables in schema meshrag to origin_team, fork_team`,
  );
  const setRoles = (name: string, roles: string | null) =>
    server.query(
      address,
      'insert into meshrag.repository (name, roles) values ($1, $2::name[]) on conflict (name) do update set roles = excluded.roles',
      [name, roles],
    );
  const as = (role: string, name: string) =>
    openPublished({ address: address.replace(/\/\/[^@]*@/, `//${role}@`), name }, createLexicons(), { PGPASSWORD: role });
  /** What a role sees of everything. */
  const seenBy = async (role: string): Promise<string> => {
    const direct = new Connection(readAddress(address.replace(/\/\/[^@]*@/, `//${role}@`), {}), {
      ...{ password: role, isReader: true, statementMs: 5000 },
    });
    const rows = [];
    for (const table of ['repository', 'head', 'commit', 'segment', 'chunk', 'posting', 'dead'])
      rows.push(await direct.query(`select t::text as row from meshrag.${table} t order by 1`));
    await direct.close();
    return JSON.stringify(rows);
  };
  const origin = texts('closed');
  await setRoles('closed', '{origin_team}');
  await shared.push('closed', origin);
  await collectAll();
  const before = await seenBy('origin_team');
  for (const roles of ['{fork_team}', null]) {
    const name = `fork of ${roles}`;
    const fork = forkOf(origin, 3);
    await setRoles(name, roles);
    await shared.push(name, fork);
    assert.equal(await chunksOf(name), fork.size);
    await assertAnswers({ [name]: fork });
    const published = await as('fork_team', name);
    assert.deepEqual(await answers(published.reader([], 1)), await answers(localIndex(fork, createLexicons()).reader()));
    await published.close();
    await assert.rejects(as('fork_team', 'closed'), isFault('sharedUnknownName'));
    if (roles !== null) assert.equal(await seenBy('origin_team'), before);
    for (const table of ['head', 'repository']) await server.query(address, `delete from meshrag.${table} where name = $1`, [name]);
    await collectAll();
  }

  // With the same readers they share; then the origin is closed to those of the fork.
  const fork = forkOf(origin, 5);
  await setRoles('open fork', '{origin_team}');
  await shared.push('open fork', fork);
  assert.equal(await chunksOf('open fork'), 5);
  await setRoles('open fork', '{fork_team}');
  // Nothing of the origin is shown, although the fork's commit needs it.
  await assert.rejects(as('fork_team', 'open fork'), isFault('sharedGone'));
  assert.doesNotMatch(await seenBy('fork_team'), /closed/);
  assert.equal(await seenBy('origin_team'), before);
  assert.equal((await shared.push('open fork', fork)).files, fork.size);
  const again = await as('fork_team', 'open fork');
  assert.deepEqual(await answers(again.reader([], 1)), await answers(localIndex(fork, createLexicons()).reader()));
  await again.close();
  await assertAnswers({ closed: origin, 'open fork': fork });
});

test('an origin and forks that are pushed at once all arrive, while unneeded data is collected', {
  skip,
  timeout: 240_000,
}, async () => {
  const names = ['upstream', 'left', 'right'];
  const origin = texts('grey');
  await shared.push('upstream', origin);
  const all = new Map(names.map((name) => [name, new Map(origin)]));
  for (let round = 0; round < 5; round++) {
    for (const [name, own] of all) {
      for (let k = 0; k < 4; k++)
        own.set(`docs/${(round * 11 + k * 7) % files}.md`, `# Pier ${round}\n\nThe pier ${name} ${k} of Harlem.\n`);
      own.delete(`docs/${(round * 13 + name.length) % files}.md`);
    }
    const collecting = [collectAll({ areLeasesKept: true }), collectAll({ areLeasesKept: true })];
    await Promise.all([...[...all].map(([name, own]) => shared.push(name, own, undefined, { maxChunks: 20 })), ...collecting]);
    await assertAnswers(Object.fromEntries(all));
  }
});

test('a fork whose first push is killed changes nothing of its origin, and succeeds when it is repeated', {
  skip,
  timeout: 240_000,
}, async () => {
  const script = path.join(import.meta.dirname, '../../support/pushUntilKilled.ts');
  const run = (name: string, count: string) =>
    spawn(process.execPath, [script, shared.address, name, count], {
      env: { ...process.env, ...shared.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const ended = (child: ReturnType<typeof run>): Promise<unknown> => new Promise((resolve) => child.once('exit', resolve));
  assert.equal(await ended(run('buoys', '2000')), 0);
  for (const delay of [0, 60, 150]) {
    const child = run('buoys fork', '2600');
    await new Promise<void>((resolve) => {
      child.stdout.once('data', () => setTimeout(resolve, delay));
      child.once('exit', () => resolve());
    });
    const end = child.exitCode === null ? ended(child) : undefined;
    child.kill('SIGKILL');
    await end;
    await collectAll();
    const origin = await shared.open('buoys');
    assert.equal((await origin.reader([], 1).termCounts(['chain']))[0], 2000);
    await origin.close();
  }
  assert.equal(await ended(run('buoys fork', '2600')), 0);
  const fork = await shared.open('buoys fork');
  assert.equal((await fork.reader([], 1).termCounts(['chain']))[0], 2600);
  await fork.close();
  assert.equal(await chunksOf('buoys fork'), 600);
});
