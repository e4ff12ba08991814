/** Addresses of servers, and the messages when they fail. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAddress } from '../../../src/storage/postgres/address.ts';
import type { SharedFault } from '../../../src/storage/sharedIndexError.ts';
import { isFault } from '../../support/publishedIndex.ts';

test('a plain address is encrypted and checked; only this machine may do without', () => {
  const { host, port, database, user, tls } = readAddress('postgres://reader%40crew@db.example.org/search%20index', {});
  assert.deepEqual([host, port, database, user, tls], ['db.example.org', 5432, 'search index', 'reader@crew', {}]);
  for (const local of ['localhost', '127.0.0.1', '127.0.0.53', '[::1]']) {
    assert.equal(readAddress(`postgres://u@${local}`, {}).tls, false);
    assert.deepEqual(readAddress(`postgres://u@${local}?sslmode=verify-full`, {}).tls, {});
  }
  assert.deepEqual(readAddress('postgresql://db.example.org', { PGUSER: 'reader' }).database, 'reader');
});

test('an address that is invalid, has a password or asks for too little security is rejected', () => {
  const refused: readonly (readonly [string, SharedFault])[] = [
    ['db.example.org/search', 'sharedAddress'],
    ['https://u@db.example.org/search', 'sharedAddress'],
    ['postgres:///search', 'sharedAddress'],
    ['postgres://u@h/search?options=-csearch_path=public', 'sharedAddress'],
    ['postgres://%zz@h/search', 'sharedAddress'],
    ['postgres://u@h/%zz', 'sharedAddress'],
    ['postgres://u:secret@h/search', 'sharedPassword'],
    ['postgres://u@h/search?password=secret', 'sharedPassword'],
    ...['disable', 'allow', 'prefer', 'require', 'verify-ca', 'no-verify', ''].map(
      (mode) => [`postgres://u@h/search?sslmode=${mode}`, 'sharedPlainText'] as const,
    ),
    ['postgres://u@127.0.0.1.example.org/search?sslmode=disable', 'sharedPlainText'],
    ['postgres://u@localhost/search?sslmode=prefer', 'sharedPlainText'],
    ['postgres://h/search', 'sharedUser'],
    ['postgres://u@h/search?sslrootcert=/no/such/file', 'sharedCertificateFile'],
  ];
  for (const [address, fault] of refused) assert.throws(() => readAddress(address, {}), isFault(fault), address);
});
