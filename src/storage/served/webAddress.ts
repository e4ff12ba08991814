/** Addresses of shared indexes on web servers. */

import { SharedIndexError } from '../sharedIndexError.ts';
import { checkName, isThisMachine, parseAddress } from '../sharedName.ts';

/** The environment variable whose value a web server gets as a bearer token (RFC 6750). */
export const tokenVariable = 'MESHRAG_SHARED_TOKEN';

export function isWebAddress(address: string): boolean {
  return /^https?:/i.test(address);
}

/** The address of a name's directory. Throws `SharedIndexError` for one that would show a secret, or send one to be read on the way. */
export function directoryAddress(address: string, name: string): string {
  checkName(name);
  // As a part of a path, these lead elsewhere.
  if (name === '.' || name === '..') throw new SharedIndexError('sharedName');
  const url = parseAddress(address);
  if (url === undefined || [url.username, url.password, url.search, url.hash].some((part) => part !== ''))
    throw new SharedIndexError('sharedAddress');
  if (url.protocol === 'http:' && !isThisMachine(url)) throw new SharedIndexError('sharedPlainText');
  return `${url.href.replace(/\/+$/, '')}/${encodeURIComponent(name)}/`;
}
