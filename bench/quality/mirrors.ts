/** Public repositories that questions are made of, each at a commit of its own. */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import nodePath from 'node:path';

export interface Source {
  /** What the set is called. */
  readonly name: string;
  /** On GitHub, OWNER/NAME. */
  readonly repository: string;
  /** The commit that is used; nothing newer is looked at. */
  readonly head: string;
}

/** Git's output. */
export function git(dir: string, ...args: readonly string[]): Buffer {
  return execFileSync('git', ['--git-dir', dir, ...args], { maxBuffer: 1 << 30 });
}

/** The bare repository OWNER+NAME.git in a folder; cloned where it is not there. */
export function mirrorOf({ repository }: Source, mirrors: string): string {
  const dir = nodePath.join(mirrors, `${repository.replace('/', '+')}.git`);
  if (!fs.existsSync(dir))
    execFileSync('git', ['clone', '--quiet', '--bare', `https://github.com/${repository}`, dir], { stdio: 'inherit' });
  return dir;
}

/** Writes one JSON object a line, with the folders above the file. */
export function writeLines(file: string, values: readonly object[]): void {
  fs.mkdirSync(nodePath.dirname(file), { recursive: true });
  fs.writeFileSync(file, values.map((value) => `${JSON.stringify(value)}\n`).join(''));
}
