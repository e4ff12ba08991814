/** Names and addresses of shared indexes. */

import { SharedIndexError } from './sharedIndexError.ts';

const maxLength = 200;
/** Controls, parts of characters, what shows nothing, and blanks other than a space: names with them look like others. */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}]|(?! )\p{Z}|^ | $/u;

/** Throws `SharedIndexError` for what is no name. */
export function checkName(name: string): void {
  if (name === '' || name.length > maxLength || unseen.test(name)) throw new SharedIndexError('sharedName');
}

/** Hosts that are this machine. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export function isThisMachine({ hostname }: URL): boolean {
  return loopback.test(hostname);
}

/** Undefined for what is no address. */
export function parseAddress(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
