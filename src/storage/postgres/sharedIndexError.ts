/** Why a shared index cannot be used. The messages name neither addresses nor credentials, whatever the server says. */

const sentences = {
  address: 'The address of a shared index is postgres://USER@HOST:PORT/DATABASE, with sslmode and sslrootcert at most.',
  'password in address': 'The address of a shared index must not hold a password; PGPASSWORD in the environment does.',
  'plain text': 'Only a server on this machine may be asked in plain text; leave sslmode out, or set it to verify-full.',
  user: 'The address of a shared index names no user, and neither does PGUSER.',
  'certificate file': 'The file of certificates that sslrootcert or PGSSLROOTCERT names cannot be read.',
  name: 'The name of a shared index has 1 to 200 characters, none of them a control character.',
  unreachable: 'The server of the shared index cannot be reached, or has closed the connection.',
  'too slow': 'The server of the shared index does not answer in time.',
  'too many connections': 'The server of the shared index has no connection left.',
  credentials: 'The server of the shared index refuses the user or the password; PGUSER and PGPASSWORD name them.',
  certificate:
    'The certificate of the shared index is not valid for its server, has expired, or is not trusted (sslrootcert names its issuer).',
  encryption: 'The server of the shared index offers no encryption.',
  rights: 'The user lacks rights to the shared index.',
  empty: 'There is no shared index in this database; meshrag push makes one.',
  'unknown name': 'No index of that name was published there.',
  'newer schema': 'The shared index was made by a newer version of this program.',
  'other analysis': 'The shared index was published by another version of this program; publish it again with this one.',
  'space left': 'The server of the shared index has no space left.',
  damaged: 'The shared index is damaged: it is not what was published.',
  gone: 'What was published has been replaced and removed meanwhile; ask again.',
  incomplete: 'The index of this folder is not complete: a file that it names has no analysis. Bring it up to date first.',
  'pushed meanwhile': 'Others keep publishing under this name; try again.',
  'whole index': 'This needs the index as a whole, which is not offered for a shared one.',
  failed: 'The server of the shared index has refused a statement',
} as const;

/** What went wrong. */
export type SharedIndexFault = keyof typeof sentences;

export class SharedIndexError extends Error {
  override readonly name = 'SharedIndexError';
  readonly fault: SharedIndexFault;

  /** @param code of the server (SQLSTATE), for a fault that has no sentence of its own. */
  constructor(fault: SharedIndexFault, { code, cause }: { readonly code?: string; readonly cause?: unknown } = {}) {
    super(code === undefined ? sentences[fault] : `${sentences[fault]} (${code}).`, { cause });
    this.fault = fault;
  }
}

/** Codes of PostgreSQL (appendix A), of Node and of `pg`. */
const faults: readonly (readonly [RegExp, SharedIndexFault])[] = [
  [/^(?:28000|28P01|28P02)$/, 'credentials'],
  [/^53300$/, 'too many connections'],
  [/^(?:53100|54000)$/, 'space left'],
  [/^(?:57014|55P03|25P03)$/, 'too slow'],
  [/^(?:08\w{3}|57P0\d|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/, 'unreachable'],
  [/^(?:ETIMEDOUT)$/, 'too slow'],
  [/^(?:42501|25006)$/, 'rights'],
  [/^(?:3F000|42P01|42703|3D000)$/, 'empty'],
  [/^(?:CERT_|ERR_TLS|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|HOSTNAME_MISMATCH)/, 'certificate'],
];

/** An error of the connection or of the server as a `SharedIndexError`. Others, of this program, stay what they are. */
export function faultOf(error: unknown): unknown {
  if (error instanceof SharedIndexError || !(error instanceof Error)) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const found = code === undefined ? undefined : faults.find(([pattern]) => pattern.test(code));
  if (found !== undefined) return new SharedIndexError(found[1]);
  // Messages of `pg` that have no code.
  if (/timeout/i.test(message)) return new SharedIndexError('too slow');
  if (/does not support SSL/.test(message)) return new SharedIndexError('encryption');
  if (/Connection terminated|not queryable|connection error|Client has encountered/.test(message))
    return new SharedIndexError('unreachable');
  if (/password must be a string|SASL|SCRAM/.test(message)) return new SharedIndexError('credentials');
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? new SharedIndexError('failed', { code }) : error;
}
