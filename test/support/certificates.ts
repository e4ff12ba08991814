/** Certificates for tests of encrypted connections. */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { PostgresServer } from './postgresServer.ts';

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const authority = `[ca]
default_ca=d
[d]
database=index
serial=serial
new_certs_dir=.
certificate=ca.pem
private_key=ca.key
default_md=sha256
policy=p
[p]
commonName=supplied
`;

/** Makes `good` for localhost and `expired`, by the authority `ca.pem`, and another authority, `other.pem`. Returns false without openssl. */
export function makeCertificates(directory: string): boolean {
  const openssl = (...args: readonly string[]): void => void execFileSync('openssl', args, { cwd: directory, stdio: 'ignore' });
  try {
    for (const name of ['ca', 'other'])
      openssl('req', '-x509', ...newKey, '-subj', `/CN=${name}`, '-days', '2', '-keyout', `${name}.key`, '-out', `${name}.pem`);
  } catch {
    return false;
  }
  for (const [file, text] of [
    ['names', 'subjectAltName=DNS:localhost\n'],
    ['ca.cnf', authority],
    ['index', ''],
    ['serial', '02\n'],
  ] as const)
    fs.writeFileSync(path.join(directory, file), text);
  for (const [name, from, to] of [
    ['good', '20200101000000Z', '20991231000000Z'],
    ['expired', '20200101000000Z', '20200102000000Z'],
  ] as const) {
    openssl('req', ...newKey, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.csr`);
    const times = ['-startdate', from, '-enddate', to];
    openssl('ca', '-batch', '-config', 'ca.cnf', '-in', `${name}.csr`, '-out', `${name}.pem`, '-extfile', 'names', ...times);
  }
  fs.chmodSync(directory, 0o755);
  for (const file of fs.readdirSync(directory)) {
    fs.chmodSync(path.join(directory, file), 0o600);
    // A server started by root runs as another user, who must own the key; both read the certificates.
    if (process.getuid?.() === 0) execFileSync('chown', ['postgres', path.join(directory, file)]);
  }
  return true;
}

/** Has the server use one of the certificates until the test ends, without a restart. */
export async function useCertificate(
  t: TestContext,
  { query, host, port }: PostgresServer,
  directory: string,
  name: string,
): Promise<void> {
  const address = `postgres://${host}:${port}/postgres`;
  const file = path.join(directory, `${name}.pem`);
  await query(address, `alter system set ssl_cert_file = '${file}'`);
  await query(address, `alter system set ssl_key_file = '${path.join(directory, name)}.key'`);
  await query(address, 'alter system set ssl = on');
  t.after(() => query(address, 'alter system reset all'));
  await query(address, 'select pg_reload_conf()');
  while ((await query(address, 'show ssl_cert_file'))[0]?.ssl_cert_file !== file) await new Promise((resolve) => setTimeout(resolve, 50));
}
