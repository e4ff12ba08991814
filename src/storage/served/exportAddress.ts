/** Addresses of exports: on web servers, and in folders. */

import nodePath from 'node:path';
import { fileURLToPath } from 'node:url';
import { SharedIndexError } from '../sharedIndexError.ts';
import { checkName, isThisMachine, parseAddress } from '../sharedName.ts';

/** The environment variable whose value a web server gets as a bearer token (RFC 6750). */
export const tokenVariable = 'MESHRAG_SHARED_TOKEN';

export function isWebAddress(address: string): boolean {
  return /^https?:/i.test(address);
}

export function isFolderAddress(address: string): boolean {
  return /^file:/i.test(address);
}

/** The address of a name's directory on a web server. Throws `SharedIndexError` for one that would show a secret, or send one to be read on the way. */
export function webDirectory(address: string, name: string): string {
  checkName(name);
  // As a part of a path, these lead elsewhere.
  if (name === '.' || name === '..') throw new SharedIndexError('sharedName');
  const url = parseAddress(address);
  if (url === undefined || [url.username, url.password, url.search, url.hash].some((part) => part !== ''))
    throw new SharedIndexError('sharedAddress');
  if (url.protocol === 'http:' && !isThisMachine(url)) throw new SharedIndexError('sharedPlainText');
  return `${url.href.replace(/\/+$/, '')}/${encodeURIComponent(name)}/`;
}

/** The path that an address `file:///…` names. Throws `SharedIndexError` where this system knows no such path. */
export function folderPath(address: string): string {
  try {
    return fileURLToPath(address);
  } catch (cause) {
    throw new SharedIndexError('sharedAddress', { cause });
  }
}

/** The path of a name's directory in a folder. Throws `SharedIndexError` for a name that leads out of it. */
export function namedDirectory(folder: string, name: string): string {
  checkName(name);
  if (name.split(/[\\/]/).some((part) => /^\.{0,2}$/.test(part))) throw new SharedIndexError('sharedName');
  return nodePath.join(folder, name);
}
