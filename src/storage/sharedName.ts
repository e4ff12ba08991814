/** Names of shared indexes. */

import { SharedIndexError } from './sharedIndexError.ts';

const maxLength = 200;
/** Controls, parts of characters, what shows nothing, and blanks other than a space: names with them look like others. */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}]|(?! )\p{Z}|^ | $/u;

/** Throws `SharedIndexError` for what is no name. */
export function checkName(name: string): void {
  if (name === '' || name.length > maxLength || unseen.test(name)) throw new SharedIndexError('sharedName');
}
