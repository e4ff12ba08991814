/** Who may hold up, read or change what: readers against writers, and writers of different repositories. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { readAddress } from '../../../src/storage/postgres/address.ts';
import { Connection } from '../../../src/storage/postgres/connection.ts';
import { publish } from '../../../src/storage/postgres/openPublished.ts';
import { isFault, makeRole, makeRoles, openPublished, sharedServer, sourceOf } from '../../support/publishedIndex.ts';

const shared = await sharedServer();
const { skip } = shared;
after(() => shared.server?.stop());
const timeout = 120_000;
const texts = new Map([['quay.md', '# Quay\n\nShips are moored at the quay.\n']]);

test('no lock that a reader can hold keeps a writer from making the tables, nor two writers from making them at once', {
  skip,
  timeout,
}, async () => {
  await makeRoles(shared, 'reader');
  const reader = new Connection(readAddress(shared.address.replace(/\/\/[^@]*@/, '//meshrag_reader@'), {}), {
    ...{ password: 'reader', isReader: false, statementMs: 60_000 },
  });
  // The number that a push would have waited for.
  await reader.query('select pg_catalog.pg_advisory_lock($1)', [0x6d657368]);
  const pushing = Promise.all([shared.push('harbour', texts), shared.push('pier', texts)]);
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, 30_000, 'late').unref());
  assert.notEqual(await Promise.race([pushing, late]), 'late');
  for (const mode of ['row share', 'row exclusive', 'share row exclusive', 'exclusive'])
    await assert.rejects(
      reader.transaction(() => reader.query(`lock table meshrag.schema in ${mode} mode`)),
      isFault('sharedRights'),
      mode,
    );
  await assert.rejects(reader.query('select 1 from meshrag.schema for share'), isFault('sharedRights'));
  await reader.close();
});

test('names that look like others are refused', { skip, timeout }, async () => {
  const names = [
    '',
    'har\u200bbour',
    'harbour\u200d',
    '\u202eruobrah',
    'har\u00adbour',
    'har\u00a0bour',
    ' harbour',
    'harbour ',
    'a\nb',
    '\u3164',
    'a\ud800',
  ];
  for (const name of names) await assert.rejects(shared.push(name, texts), isFault('sharedName'), JSON.stringify(name));
  for (const name of ['Häfen am Meer', '港', 'ميناء', 'my-app@feature/x']) await shared.push(name, texts);
});

test('writers with a database each, made as the documentation says, neither read nor change what the other publishes', {
  skip,
  timeout,
}, async () => {
  const guide = fs.readFileSync(path.join(import.meta.dirname, '../../../docs/shared-index.md'), 'utf8');
  const statements = /### A writer for each repository\n[\s\S]*?```sql\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
  const made = await Promise.all(
    ['payroll', 'harbour'].map(async (name) => {
      const address = await shared.server.createDatabase();
      const database = new URL(address).pathname.slice(1);
      const filled = statements
        .replaceAll('DATABASE', database)
        .replaceAll('WRITER', `${name}_writer`)
        .replaceAll('READER', `${name}_reader`);
      return { name, address, statements: filled.split(';').filter((statement) => statement.trim() !== '') };
    }),
  );
  const as = (role: string, address: string): string => address.replace(/\/\/[^@]*@/, `//${role}@`);
  for (const { name, address, statements: own } of made) {
    for (const statement of own) {
      const role = /create role (\w+)/.exec(statement)?.[1];
      if (role === undefined) await shared.server.query(address, statement);
      else await makeRole(shared.server, address, role, 'word');
    }
    await publish(
      { address: as(`${name}_writer`, address), name },
      sourceOf(texts, createLexicons()),
      { PGPASSWORD: 'word' },
      async () => undefined,
    );
  }
  const refused = isFault('sharedRights', 'sharedFailed');
  for (const [i, { name, address }] of made.entries()) {
    const other = made[1 - i]?.name;
    const published = await openPublished({ address: as(`${name}_reader`, address), name }, createLexicons(), { PGPASSWORD: 'word' });
    assert.equal(published.files.size, 1);
    await published.close();
    for (const role of [`${other}_writer`, `${other}_reader`])
      await assert.rejects(openPublished({ address: as(role, address), name }, createLexicons(), { PGPASSWORD: 'word' }), refused, role);
    const pushing = publish(
      { address: as(`${other}_writer`, address), name },
      sourceOf(new Map(), createLexicons()),
      { PGPASSWORD: 'word' },
      async () => undefined,
    );
    await assert.rejects(pushing, refused);
  }
});
