/** Real folders for tests to write to, with files old enough to be trusted as unchanged at the next check. */

import fs from 'node:fs';
import path from 'node:path';
import { temporaryDirectory } from './temporaryDirectory.ts';

/** A folder with functions to change it. Paths are relative, with `/`. */
export interface WorkFolder {
  /** Absolute real path. */
  readonly root: string;
  /** The temporary directory around the folder, for an index and the like. */
  readonly parent: string;
  /** Writes a file dated an hour ago, each a second after the one before, or `ageMs` before now. */
  write(file: string, content: string | Uint8Array, ageMs?: number): void;
  remove(file: string): void;
  rename(from: string, to: string): void;
}

/** A folder with the given files; it is removed after the test. */
export function workFolder(t: { after(fn: () => void): void }, files: Readonly<Record<string, string>> = {}): WorkFolder {
  const parent = temporaryDirectory(t);
  const root = path.join(parent, 'folder');
  fs.mkdirSync(root);
  const hour = 3_600_000;
  // Some builds of git compare whole seconds only, and would miss a second text of the same length.
  let writes = 0;
  const folder: WorkFolder = {
    root,
    parent,
    write(file, content, ageMs = hour - 1000 * (writes++ % 1800)) {
      const absolute = path.join(root, file);
      fs.mkdirSync(path.dirname(absolute), { recursive: true });
      fs.writeFileSync(absolute, content);
      const when = (Date.now() - ageMs) / 1000;
      fs.utimesSync(absolute, when, when);
    },
    remove: (file) => fs.rmSync(path.join(root, file), { recursive: true }),
    rename(from, to) {
      fs.mkdirSync(path.dirname(path.join(root, to)), { recursive: true });
      fs.renameSync(path.join(root, from), path.join(root, to));
    },
  };
  for (const [file, content] of Object.entries(files)) folder.write(file, content);
  return folder;
}
