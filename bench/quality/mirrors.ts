/** Public repositories that questions are made from, each at a pinned commit. */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import nodePath from 'node:path';

export interface Source {
  /** Name of the set. */
  readonly name: string;
  /** On GitHub, OWNER/NAME. */
  readonly repository: string;
  /** The commit that is used; later ones are ignored. */
  readonly head: string;
}

/** Git's output. */
export function git(dir: string, ...args: readonly string[]): Buffer {
  return execFileSync('git', ['--git-dir', dir, ...args], { maxBuffer: 1 << 30 });
}

/** The bare repository OWNER+NAME.git in a folder; cloned if missing. */
export function mirrorOf({ repository }: Source, mirrors: string): string {
  const dir = nodePath.join(mirrors, `${repository.replace('/', '+')}.git`);
  if (!fs.existsSync(dir))
    execFileSync('git', ['clone', '--quiet', '--bare', `https://github.com/${repository}`, dir], { stdio: 'inherit' });
  return dir;
}

/** Writes one JSON object per line, creating the folders. */
export function writeLines(file: string, values: readonly object[]): void {
  fs.mkdirSync(nodePath.dirname(file), { recursive: true });
  fs.writeFileSync(file, values.map((value) => `${JSON.stringify(value)}\n`).join(''));
}
