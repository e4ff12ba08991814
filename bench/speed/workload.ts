/**
 * Makes the workload of one run from a folder: a copy of the indexed files, their chunks, questions and changes. Everything is derived from
 * the content by hashes, so two runs on the same folder are the same.
 */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { chunkRanges } from '../../src/engine/text/chunks.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { linesOf } from '../../src/engine/text/lines.ts';
import { readDocument } from '../../src/workspace/files/readDocument.ts';
import { listFolder } from '../../src/workspace/files/walk.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import type { FileChange, PeerChunk } from './system.ts';

/** Paths of the parts of a workload within its folder. */
export const parts = { tree: 'tree', chunks: 'chunks.jsonl', queries: 'queries.json', changes: 'changes.json' } as const;

export interface WorkloadSize {
  readonly files: number;
  readonly bytes: number;
  readonly chunks: number;
  readonly queries: number;
  readonly changes: number;
}

const maxQueries = 200;
const maxChanges = 200;
/** Some programs collapse doubled letters or drop digits: words that differ only by these are not distinct. */
const letters = 'bcdfghjklmnprstv';

/** Writes the workload of `folder` into `into`. Throws if the folder has no indexed files. */
export async function prepareWorkload(folder: string, into: string): Promise<WorkloadSize> {
  const listing = await listFolder(folder, defaultSettings, { runGit: false });
  const chunks: PeerChunk[] = [];
  const texts = new Map<string, string>();
  let bytes = 0;
  for (const { path } of listing.files) {
    const read = readDocument(folder, path, defaultSettings);
    if (read.kind !== 'text') continue;
    texts.set(path, read.text);
    bytes += read.entry.size;
    for (const text of chunkTexts(path, read.text)) chunks.push({ id: chunks.length + 1, path, text });
    const copy = nodePath.join(into, parts.tree, path);
    fs.mkdirSync(nodePath.dirname(copy), { recursive: true });
    fs.copyFileSync(nodePath.join(folder, path), copy);
  }
  if (chunks.length === 0) throw new Error(`Nothing in ${JSON.stringify(folder)} is indexed`);
  const queries = questionsOf(chunks);
  const changes = changesOf(chunks, texts);
  const lines = fs.openSync(nodePath.join(into, parts.chunks), 'w');
  for (const chunk of chunks) fs.writeSync(lines, `${JSON.stringify(chunk)}\n`);
  fs.closeSync(lines);
  fs.writeFileSync(nodePath.join(into, parts.queries), JSON.stringify(queries));
  fs.writeFileSync(nodePath.join(into, parts.changes), JSON.stringify(changes));
  return { files: texts.size, bytes, chunks: chunks.length, queries: queries.length, changes: changes.length };
}

/** The chunks of a workload. */
export function readChunks(workload: string): PeerChunk[] {
  const bytes = fs.readFileSync(nodePath.join(workload, parts.chunks));
  const chunks: PeerChunk[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = bytes.indexOf(10, from);
    chunks.push(JSON.parse(bytes.toString('utf8', from, to)));
    from = to + 1;
  }
  return chunks;
}

function chunkTexts(path: string, text: string): string[] {
  return chunkRanges(linesOf(text), languageOf(path)).map(({ from, to }) => text.slice(from, to));
}

function inHashOrder<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  const hashed = items.map((item) => ({ item, hash: createHash('sha256').update(nameOf(item)).digest('hex') }));
  return hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ item }) => item);
}

/** Lines of comments and prose that resemble questions: five to twelve words, mostly letters. */
function questionsOf(chunks: readonly PeerChunk[]): string[] {
  const questions = new Set<string>();
  for (const { text } of inHashOrder(chunks, ({ path, id }) => `${path} ${id}`)) {
    if (questions.size === maxQueries) break;
    const line = text
      .split('\n')
      .map((one) => one.replace(/^[\s/*#>\-<!]+/, '').trim())
      .find((one) => /^[A-Z][\w ,'()-]{20,100}[.?:]?$/.test(one) && isSentence(one));
    if (line !== undefined) questions.add(line);
  }
  return [...questions];
}

function isSentence(line: string): boolean {
  const words = line.split(' ');
  return words.length >= 5 && words.length <= 12 && words.filter((word) => /^[A-Za-z]{2,}[,.?:]?$/.test(word)).length >= words.length - 2;
}

/** Files of usual size that get a line with a unique word. */
function changesOf(chunks: readonly PeerChunk[], texts: ReadonlyMap<string, string>): FileChange[] {
  const before = new Map<string, PeerChunk[]>();
  for (const chunk of chunks) before.set(chunk.path, [...(before.get(chunk.path) ?? []), chunk]);
  const usual = [...before.keys()].filter((path) => {
    const { length } = texts.get(path) as string;
    return length > 500 && length < 40_000 && !path.endsWith('.ipynb');
  });
  let id = chunks.length;
  return inHashOrder(usual, (path) => path)
    .slice(0, maxChanges)
    .map((path, i) => {
      const word = `zyxo${letters.charAt(i % letters.length)}u${letters.charAt(Math.floor(i / letters.length))}ox`;
      const content = `${texts.get(path)}\n${word} was added here\n`;
      const after = chunkTexts(path, content).map((text) => ({ id: ++id, path, text }));
      return { path, before: before.get(path) as PeerChunk[], after, content, word };
    });
}
