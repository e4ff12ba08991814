/**
 * The directory of an index: `manifest.json` names what belongs to it, the files of segments and the journal. Publishing replaces the manifest
 * at once; files that it does not name are leftovers. Other files in the directory (what models have said, the past, the lock) have their own
 * rules.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import { readJson } from '../../engine/util/budget.ts';
import { indexVersion } from '../../engine/version.ts';
import { replaceFile, temporaryName } from '../arrays/arraysFile.ts';
import { fileSize } from '../fileFigures.ts';
import { tagAsCache } from './cacheTag.ts';
import { isSegmentFile } from './segmentFiles.ts';

/** What a manifest says. */
export interface Manifest {
  /** Of what is stored. */
  readonly version: string;
  readonly segments: readonly string[];
  readonly journal: string;
}

/** Where each of the files next to the index is kept. */
const sideFiles = {
  lock: 'lock',
  listing: 'listing',
  past: 'past',
  derived: 'derived',
  enriched: 'enriched',
  gates: 'gates',
  embeddings: 'embeddings',
  vectors: 'vectors',
  receipts: 'receipts',
} as const;

const manifestName = 'manifest.json';
const journalPattern = /^journal-\d+$/;
/** What a process that was killed may leave, or one of an older version. */
const temporaryPattern = /^(?:segments|(?:segments.*|manifest\.json)\.new|derived\.sqlite.*)$/;

/** The path of a file next to an index. */
export function sideFile(directory: string, name: keyof typeof sideFiles): string {
  return nodePath.join(directory, sideFiles[name]);
}

export function manifestFile(directory: string): string {
  return nodePath.join(directory, manifestName);
}

/** The manifest of a directory; undefined if none can be read, `unusable` if it is damaged or of another version. */
export function readManifest(directory: string): Manifest | 'unusable' | undefined {
  const found = manifestIn(directory);
  return typeof found === 'object' && found.version !== indexVersion ? 'unusable' : found;
}

/** As `readManifest`, of any version. */
function manifestIn(directory: string): Manifest | 'unusable' | undefined {
  let text: string;
  try {
    text = fs.readFileSync(manifestFile(directory), 'utf8');
  } catch {
    return undefined;
  }
  try {
    const { version, segments, journal } = readJson(text) as Partial<Manifest>;
    const areNames = Array.isArray(segments) && segments.every((name) => typeof name === 'string' && isSegmentFile(name));
    if (typeof version === 'string' && areNames && typeof journal === 'string' && journalPattern.test(journal))
      return { version, segments, journal };
  } catch {
    // Reported below.
  }
  return 'unusable';
}

/** Makes this the manifest of a directory. Throws file system errors; the one before then remains. */
export function publishManifest(directory: string, manifest: Manifest): void {
  tagAsCache(directory);
  const file = manifestFile(directory);
  const descriptor = fs.openSync(temporaryName(file), 'w', 0o600);
  try {
    fs.writeSync(descriptor, `${JSON.stringify(manifest)}\n`);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
  replaceFile(file, temporaryName(file));
}

/** Removes what other manifests have named, as far as that is possible now. */
export function removeLeftovers(directory: string, { segments, journal }: Pick<Manifest, 'segments' | 'journal'>): void {
  const kept = new Set([...segments, journal]);
  for (const name of namesIn(directory)) {
    const isOurs = isSegmentFile(name) || journalPattern.test(name) || temporaryPattern.test(name);
    if (!isOurs || kept.has(name)) continue;
    try {
      fs.rmSync(nodePath.join(directory, name), { force: true });
    } catch {
      // Open in another process: the next one removes it.
    }
  }
}

/** The name of the journal after this one. */
export function nextJournal(journal: string | undefined): string {
  return `journal-${journal === undefined ? 0 : Number(journal.slice('journal-'.length)) + 1}`;
}

/** Bytes of what a manifest names, and its own. */
export function sizeOnDisk(directory: string, { segments, journal }: Manifest): number {
  return [manifestName, journal, ...segments].reduce((sum, name) => sum + fileSize(nodePath.join(directory, name)), 0);
}

/**
 * Takes over what models have said of an index of the older form, a file with others next to it, and removes the rest. Returns whether there was
 * one. Throws file system errors.
 */
export function takeOverOlderForm(directory: string): boolean {
  const older = directory.replace(/\.index$/, '.sqlite');
  if (older === directory || !fs.existsSync(older)) return false;
  const [parent, base] = [nodePath.dirname(older), nodePath.basename(older)];
  for (const name of namesIn(parent).filter((one) => one.startsWith(base))) {
    const kept = (['enriched', 'gates', 'embeddings'] as const).find((kind) => name === `${base}-${kind}`);
    if (kept === undefined) fs.rmSync(nodePath.join(parent, name), { force: true });
    else fs.renameSync(nodePath.join(parent, name), sideFile(directory, kept));
  }
  return true;
}

/** Whether a directory is an index, or could become one: it is missing, empty, or has what only an index has. */
export function mayBeIndex(directory: string): boolean {
  const names = namesIn(directory);
  if (names.length === 0) return !fs.existsSync(directory) || fs.statSync(directory).isDirectory();
  return typeof manifestIn(directory) === 'object' || names.some((name) => isSegmentFile(name) || journalPattern.test(name));
}

function namesIn(directory: string): readonly string[] {
  try {
    return fs.readdirSync(directory);
  } catch {
    return [];
  }
}
