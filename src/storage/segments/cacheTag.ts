/**
 * Marks a directory as one that can be made again (https://bford.info/cachedir), so that backups leave it out, and the index of a folder around it
 * does, too.
 */

import fs from 'node:fs';
import nodePath from 'node:path';

export const cacheTagName = 'CACHEDIR.TAG';
const content = 'Signature: 8a477f597d28d172789f06886806bc55\n# An index of MeshRAG, which can be made again.\n';

/** Throws file system errors. */
export function tagAsCache(directory: string): void {
  const file = nodePath.join(directory, cacheTagName);
  if (!fs.existsSync(file)) fs.writeFileSync(file, content, { mode: 0o600 });
}
