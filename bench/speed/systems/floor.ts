/**
 * A lower bound for any indexer: reads every file into one reused buffer and hashes each identifier in one pass over its bytes (FNV-1a),
 * keeping nothing. Cannot be searched.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import type { System } from '../system.ts';

const isWord = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) isWord[byte] = byte > 127 || /[\w$]/.test(String.fromCharCode(byte)) ? 1 : 0;

/** Paths of all files below a folder. */
export function* filesBelow(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = nodePath.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** The hashes of all identifiers, folded into one, so that no work can be optimised away. */
function scan(buffer: Uint8Array, length: number): number {
  let all = 0;
  for (let at = 0; at < length; ) {
    if (isWord[buffer[at] as number] === 0) {
      at++;
      continue;
    }
    let hash = 0x811c9dc5;
    for (; at < length && isWord[buffer[at] as number] === 1; at++) hash = Math.imul(hash ^ (buffer[at] as number), 0x01000193);
    all ^= hash;
  }
  return all;
}

export const floor: System = {
  readsFiles: true,
  async build(_chunks, { dir, tree }) {
    const buffer = Buffer.allocUnsafe(2 * 1024 * 1024);
    let all = 0;
    for (const path of filesBelow(tree)) {
      const file = fs.openSync(path, 'r');
      all ^= scan(buffer, fs.readSync(file, buffer));
      fs.closeSync(file);
    }
    fs.writeFileSync(nodePath.join(dir, 'hash'), String(all));
  },
  async open() {
    throw new Error('The floor keeps nothing that could be opened');
  },
};
