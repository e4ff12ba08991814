/** Commits that changed several files, and the tree before the first of them. */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import nodePath from 'node:path';
import { languageOf } from '../../src/engine/text/languages.ts';
import { isLegalPath } from '../../src/engine/text/names/legal.ts';
import { isChangeLogPath, isTestPath } from '../../src/engine/text/names/pathNames.ts';
import { git } from '../quality/mirrors.ts';

/** What a commit changed; all of it is in the tree. */
export interface ChangeSet {
  readonly id: string;
  readonly others: readonly string[];
  readonly tests: readonly string[];
}

/** Commits that changed more files are left out: they are moves and reformatting. */
const maxChanged = 10;

/** The newest `count` commits that changed at least two files of the tree before them, one of them no test; merges and bots are left out. */
export function changesOf(dir: string, head: string, count: number): { readonly tree: string; readonly changes: readonly ChangeSet[] } {
  const format = ['--no-merges', '--no-renames', '--diff-filter=M', '--name-only', '--format=%x00%H%x01%an%x02'];
  const found: ChangeSet[] = [];
  for (const entry of git(dir, 'log', ...format, head)
    .toString()
    .split('\0')
    .slice(1)) {
    const [about = '', files = ''] = entry.split('\x02');
    const [id = '', author = ''] = about.split('\x01');
    if (/\bbot\b|\[bot\]|renovate|dependabot/i.test(author)) continue;
    const paths = files.trim().split('\n').filter(isCounted);
    if (paths.length < 2 || paths.length > maxChanged || paths.every(isTestPath)) continue;
    found.push({ id, others: paths.filter((path) => !isTestPath(path)), tests: paths.filter(isTestPath) });
    if (found.length < count || found.length % 10 !== 0) continue;
    const tree = git(dir, 'rev-parse', `${id}^`).toString().trim();
    const known = inTree(found, pathsOf(dir, tree));
    if (known.length >= count) return { tree, changes: known.slice(-count) };
  }
  const tree = git(dir, 'rev-parse', `${found.at(-1)?.id}^`)
    .toString()
    .trim();
  return { tree, changes: inTree(found, pathsOf(dir, tree)).slice(-count) };
}

function isCounted(path: string): boolean {
  const { id, syntax, kind } = languageOf(path);
  return (kind === 'doc' || syntax !== undefined) && id !== 'json' && !isChangeLogPath(path) && !isLegalPath(path);
}

function pathsOf(dir: string, tree: string): ReadonlySet<string> {
  return new Set(git(dir, 'ls-tree', '-r', '-z', '--name-only', tree).toString().split('\0'));
}

function inTree(changes: readonly ChangeSet[], paths: ReadonlySet<string>): readonly ChangeSet[] {
  const isThere = (path: string): boolean => paths.has(path);
  return changes
    .map(({ id, others, tests }) => ({ id, others: others.filter(isThere), tests: tests.filter(isThere) }))
    .filter(({ others, tests }) => others.length > 0 && others.length + tests.length > 1);
}

const maxBytes = 500_000;

/** The texts of a tree by path. */
export function textsOf(dir: string, tree: string): ReadonlyMap<string, string> {
  const folder = fs.mkdtempSync(nodePath.join(os.tmpdir(), 'impact-'));
  try {
    execFileSync('tar', ['-x', '-C', folder], { input: git(dir, 'archive', tree) });
    const texts = new Map<string, string>();
    for (const entry of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = nodePath.join(folder, entry);
      const stat = fs.lstatSync(file);
      if (!stat.isFile() || stat.size > maxBytes) continue;
      const text = fs.readFileSync(file, 'utf8');
      if (!text.includes('\0')) texts.set(entry.split(nodePath.sep).join('/'), text);
    }
    return texts;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
