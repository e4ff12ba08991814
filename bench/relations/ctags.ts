/** What universal-ctags finds in a tree. */

import { execFileSync } from 'node:child_process';
import nodePath from 'node:path';

export interface Tag {
  readonly name: string;
  /** Relative to the tree, with `/`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** The last line of what it declares. */
  readonly end?: number;
  /** As ctags calls it. */
  readonly kind: string;
  /** What it is declared in. */
  readonly scope?: string;
  readonly scopeKind?: string;
}

/** @param language as ctags calls it. */
export function ctagsOf(tree: string, language: string): readonly Tag[] {
  const options = ['-R', `--languages=${language}`, '--output-format=json', '--fields=+neKs', '-f', '-', '.'];
  const output = execFileSync('ctags', options, { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Tag)
    .map((tag) => ({ ...tag, path: nodePath.posix.normalize(tag.path) }));
}
