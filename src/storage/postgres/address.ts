/**
 * The address of a PostgreSQL server: `postgres://[USER@]HOST[:PORT]/DATABASE[?sslmode=MODE&sslrootcert=FILE]`.
 *
 * A password in it is refused, since addresses end up in settings, histories and logs: credentials are in PGUSER and PGPASSWORD. The
 * connection is encrypted and the server's certificate checked for its name (`verify-full`); only a server on this machine may do without.
 */

import fs from 'node:fs';
import { SharedIndexError } from '../sharedIndexError.ts';
import { isThisMachine, parseAddress } from '../sharedName.ts';

/** What is needed to connect, without the password. */
export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** `false` for plain text to this machine; else what a certificate is checked with, by default what Node trusts. */
  readonly tls: false | { readonly ca?: string };
}

const protocols: readonly string[] = ['postgres:', 'postgresql:'];
const defaultPort = 5432;

/** Throws a `SharedIndexError` for an address that is none, has a password, or asks for less than it may. */
export function readAddress(text: string, env: Readonly<Record<string, string | undefined>>): PostgresAddress {
  const url = parseAddress(text);
  if (url === undefined || !protocols.includes(url.protocol) || url.hostname === '') throw new SharedIndexError('sharedAddress');
  if (url.password !== '' || url.searchParams.has('password')) throw new SharedIndexError('sharedPassword');
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'sslmode' && name !== 'sslrootcert');
  if (unknown !== undefined) throw new SharedIndexError('sharedAddress');
  const isLocal = isThisMachine(url);
  const mode = url.searchParams.get('sslmode') ?? (isLocal ? 'disable' : 'verify-full');
  if (mode !== 'verify-full' && !(mode === 'disable' && isLocal)) throw new SharedIndexError('sharedPlainText');
  const user = decoded(url.username) || env.PGUSER || env.USER;
  if (user === undefined || user === '') throw new SharedIndexError('sharedUser');
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPort : Number(url.port),
    database: decoded(url.pathname.slice(1)) || user,
    user,
    tls: mode === 'disable' ? false : readCertificate(url.searchParams.get('sslrootcert') ?? env.PGSSLROOTCERT),
  };
}

function readCertificate(file: string | undefined): { readonly ca?: string } {
  if (file === undefined || file === '') return {};
  try {
    return { ca: fs.readFileSync(file, 'utf8') };
  } catch (cause) {
    throw new SharedIndexError('sharedCertificateFile', { cause });
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new SharedIndexError('sharedAddress');
  }
}
