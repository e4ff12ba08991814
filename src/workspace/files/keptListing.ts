/**
 * Caches the listing of a folder in a file, so that the next process need not read and judge every directory: as long as no directory, ignore
 * file or git setting that it was made from has changed, only the files themselves are checked. Nothing is cached where that cannot be verified:
 * on Windows, if something had changed within two seconds before, and if a rule read other files.
 */

import fs from 'node:fs';
import zlib from 'node:zlib';
import { readJson } from '../../engine/util/budget.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { listingVersion } from '../../engine/version.ts';
import { type FolderListing, isSkipped, type SkippedFile } from '../entries.ts';
import { FileStamps } from '../fileStamps.ts';
import { type RuleOptions, realPathOf } from '../ignore/folderRules.ts';
import type { IndexSettings } from '../settings.ts';
import { statEntry } from './judgeEntry.ts';
import { removeQuietly } from './removeQuietly.ts';

/** Fewer files are listed quickly anyway; the cache of more would take too long to read and write. */
const [minFiles, maxFiles] = [500, 20_000];
/** On some Windows file systems a directory's time does not reflect changes of its entries. A Node without `crc32` keeps no index either. */
const canKeep = process.platform !== 'win32' && zlib.crc32 !== undefined;

/** A listing, and what it was made from. */
export interface Listed {
  readonly listing: FolderListing;
  readonly stamps: FileStamps;
  /** Paths that no rule about names leaves out: their `lstat` decides. */
  readonly wanted: string[];
}

interface Kept {
  readonly key: string;
  readonly stamps: unknown;
  readonly wanted: readonly string[];
  /** Left out by their names alone. */
  readonly skipped: readonly SkippedFile[];
  readonly directories: readonly string[];
}

/** The cached listing with the current files; undefined if there is none, or it is stale. Awaits `yieldThread` before each check. */
export async function readKept(
  file: string,
  root: string,
  settings: IndexSettings,
  options: RuleOptions,
  yieldThread: Yield,
): Promise<FolderListing | undefined> {
  const kept = canKeep ? read(file) : undefined;
  const realRoot = realPathOf(root);
  if (kept?.key !== keyOf(realRoot, settings, options)) return undefined;
  if ((await FileStamps.restored(kept.stamps)?.areCurrentYielding(yieldThread)) !== true) return undefined;
  const listing: FolderListing = { files: [], skipped: [...kept.skipped], directories: [...kept.directories], problems: [] };
  for (const path of kept.wanted) {
    const yielded = yieldThread();
    if (yielded !== undefined) await yielded;
    const outcome = statEntry(realRoot, settings, path);
    if (outcome === undefined) continue;
    if (isSkipped(outcome)) listing.skipped.push(outcome);
    else listing.files.push(outcome);
  }
  return listing;
}

/** Caches a listing. A failure to write is ignored: the cache only saves time. */
export function keep(file: string, root: string, settings: IndexSettings, options: RuleOptions, { listing, stamps, wanted }: Listed): void {
  const saved = stamps.saved();
  const files = listing.files.length;
  if (!canKeep || saved === undefined || listing.problems.length > 0 || files < minFiles || files > maxFiles) return;
  const own = new Set(wanted);
  const kept: Kept = {
    key: keyOf(realPathOf(root), settings, options),
    stamps: saved,
    wanted: wanted.sort(),
    skipped: listing.skipped.filter(({ path }) => !own.has(path)),
    directories: listing.directories,
  };
  const text = JSON.stringify(kept);
  const beside = `${file}.new`;
  try {
    fs.writeFileSync(beside, `${zlib.crc32(text)}\n${text}`, { mode: 0o600 });
    fs.renameSync(beside, file);
  } catch {
    removeQuietly(beside);
  }
}

/** Removes the cache; one that cannot be removed is still checked before it is used. */
export function forgetKept(file: string): void {
  removeQuietly(file, `${file}.new`);
}

function read(file: string): Kept | undefined {
  try {
    const content = fs.readFileSync(file, 'utf8');
    const end = content.indexOf('\n');
    const text = content.slice(end + 1);
    return Number(content.slice(0, end)) === zlib.crc32(text) ? (readJson(text) as Kept) : undefined;
  } catch {
    return undefined;
  }
}

/** What the listing depends on besides files: git finds its settings by environment variables. */
function keyOf(realRoot: string, settings: IndexSettings, { env = process.env, runGit }: RuleOptions): string {
  const variables = Object.entries(env).filter(([name]) => /^(?:GIT_.*|HOME|XDG_CONFIG_HOME)$/.test(name));
  return JSON.stringify([listingVersion, realRoot, settings, runGit === true, variables.sort()]);
}
