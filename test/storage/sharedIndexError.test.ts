import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOf, type SharedFault, SharedIndexError } from '../../src/storage/sharedIndexError.ts';

/** An error as `pg` or Node throws it. */
const raised = (message: string, more: { readonly code?: string; readonly severity?: string } = {}): Error =>
  Object.assign(new Error(message), more);

test('a code of the server or of the system tells what is wrong', () => {
  const faults: Readonly<Record<string, SharedFault>> = {
    '28P01': 'sharedCredentials',
    '53300': 'sharedConnections',
    '53100': 'sharedSpace',
    '57014': 'sharedTooSlow',
    ETIMEDOUT: 'sharedTooSlow',
    '42501': 'sharedRights',
    '42P01': 'sharedEmpty',
    CERT_HAS_EXPIRED: 'sharedCertificate',
    EPROTO: 'sharedCertificate',
    '08006': 'sharedUnreachable',
    '57P01': 'sharedUnreachable',
    ECONNREFUSED: 'sharedUnreachable',
    ENOTFOUND: 'sharedUnreachable',
    XX000: 'sharedFailed',
  };
  for (const [code, fault] of Object.entries(faults)) {
    const found = faultOf(raised('secret.example refused', { code })) as SharedIndexError;
    assert.equal(found.fault, fault, code);
    assert.ok(!found.message.includes('secret.example'));
    assert.equal(found.message.includes(code), fault === 'sharedFailed', found.message);
  }
});

test('an error of another server that this one asks is not its own end', () => {
  const of = (code: string, severity?: string) => (faultOf(raised('x', { code, ...(severity && { severity }) })) as SharedIndexError).fault;
  assert.equal(of('08006', 'ERROR'), 'sharedShard');
  assert.equal(of('HV000', 'ERROR'), 'sharedShard');
  assert.equal(of('57P01', 'FATAL'), 'sharedUnreachable');
  assert.equal(of('42P01', 'ERROR'), 'sharedEmpty');
});

test('a message without a code tells what is wrong where there is no other sign', () => {
  const faults: Readonly<Record<string, SharedFault>> = {
    'Connection timeout': 'sharedTooSlow',
    'The server does not support SSL connections': 'sharedEncryption',
    'Connection terminated unexpectedly': 'sharedUnreachable',
    'Client has encountered a connection error and is not queryable': 'sharedUnreachable',
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string': 'sharedCredentials',
  };
  for (const [message, fault] of Object.entries(faults)) assert.equal((faultOf(raised(message)) as SharedIndexError).fault, fault, message);
  const pooler = raised('unsupported startup parameter: jit', { code: '08P01' });
  assert.equal((faultOf(pooler) as SharedIndexError).fault, 'sharedSettings');
});

test('an error of this program stays what it is', () => {
  for (const error of [new TypeError('x is not a function'), raised('odd', { code: 'ERR_INVALID_ARG_TYPE' }), 'text', undefined])
    assert.equal(faultOf(error), error);
  const own = new SharedIndexError('sharedEmpty');
  assert.equal(faultOf(own), own);
});

test('no system error shows the host', () => {
  for (const code of ['ECONNREFUSED', 'EACCES', 'EADDRNOTAVAIL', 'EHOSTDOWN', 'EMFILE', 'ENOTFOUND', 'EAI_FAIL', 'ETIMEDOUT', 'EPROTO']) {
    const fault = faultOf(Object.assign(new Error(`connect ${code} db.example.org:5432`), { code, syscall: 'connect' }));
    assert.ok(fault instanceof SharedIndexError, code);
    assert.doesNotMatch(fault.message, /example/);
  }
});
