/** Why a shared index cannot be used. The messages name neither addresses nor credentials, whatever the server says. */

import { MessageError, message, type sentences } from '../messages/messages.ts';

/** What went wrong: the code of its sentence. */
export type SharedFault = Extract<keyof typeof sentences, `shared${string}`>;

export class SharedIndexError extends MessageError {
  override readonly name = 'SharedIndexError';
  readonly fault: SharedFault;

  /** @param code of the server (SQLSTATE), for `sharedFailed`. */
  constructor(fault: SharedFault, { code, cause }: { readonly code?: string; readonly cause?: unknown } = {}) {
    super(message(fault, code ?? ''), { cause });
    this.fault = fault;
  }
}

/** Codes of PostgreSQL (appendix A), of Node and of `pg`. */
const faults: readonly (readonly [RegExp, SharedFault])[] = [
  [/^(?:28000|28P01|28P02)$/, 'sharedCredentials'],
  [/^53300$/, 'sharedConnections'],
  [/^(?:53100|54000)$/, 'sharedSpace'],
  [/^(?:57014|55P03|25P03)$/, 'sharedTooSlow'],
  [/^(?:ETIMEDOUT)$/, 'sharedTooSlow'],
  [/^(?:42501|25006)$/, 'sharedRights'],
  [/^(?:3F000|42P01|42703|3D000)$/, 'sharedEmpty'],
  [/^(?:CERT_|CA_|EE_KEY_|ERR_TLS|SELF_SIGNED|DEPTH_ZERO|INVALID_|UNABLE_TO|HOSTNAME_MISMATCH|ERR_SSL|EPROTO)/, 'sharedCertificate'],
  // All other errors of the system, whose messages name the host.
  [/^(?:08\w{3}|57P0\d|E(?!RR_)[A-Z_]+)$/, 'sharedUnreachable'],
];

/** An error of the connection or of the server as a `SharedIndexError`. Others, of this program, stay what they are. */
export function faultOf(error: unknown): unknown {
  if (error instanceof SharedIndexError || !(error instanceof Error)) return error;
  const { code, message, severity } = error as NodeJS.ErrnoException & { readonly severity?: string };
  // What a server reports of its own end is fatal; otherwise it is the end of another one, which it has asked.
  if (severity !== undefined && severity !== 'FATAL' && /^(?:08|57P|HV)/.test(code ?? '')) return new SharedIndexError('sharedShard');
  // A pooler, whose errors have one code.
  if (/startup parameter/.test(message)) return new SharedIndexError('sharedSettings');
  const found = code === undefined ? undefined : faults.find(([pattern]) => pattern.test(code));
  if (found !== undefined) return new SharedIndexError(found[1]);
  // Messages of `pg` that have no code.
  if (/timeout/i.test(message)) return new SharedIndexError('sharedTooSlow');
  if (/SSL connection/.test(message)) return new SharedIndexError('sharedEncryption');
  if (/Connection terminated|not queryable|connection error|Client has encountered/.test(message))
    return new SharedIndexError('sharedUnreachable');
  if (/password must be a string|SASL|SCRAM/.test(message)) return new SharedIndexError('sharedCredentials');
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? new SharedIndexError('sharedFailed', { code }) : error;
}
