/** Stores of indexes in directories, with what a test reads and writes of them. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { MemoryIndex } from '../../src/engine/index/memoryIndex.ts';
import { createLexicons, type Lexicons } from '../../src/engine/text/words/lexicon.ts';
import { finish } from '../../src/engine/util/steps.ts';
import { textOf } from '../../src/messages/messages.ts';
import { openSegmentStore, type SegmentStoreOptions } from '../../src/storage/segments/segmentStore.ts';
import { type IndexStore, isSkipNote, type StoredIndex } from '../../src/storage/store.ts';
import { lexicons } from './storeRows.ts';

export const damaged = 'Part of the stored index was damaged. The files in it are read again.';
export const opened = (directory: string, options: Partial<SegmentStoreOptions> = {}): IndexStore =>
  openSegmentStore(directory, { lexicons, ...options });

/** The title of each path whose document is stored, which is its content. */
export function contentsIn({ rows, saved }: StoredIndex, own: Lexicons = lexicons): Record<string, string> {
  const index = new MemoryIndex(own);
  const wanted = new Map(rows.map(({ path: file, content }) => [file, isSkipNote(content) ? '' : content.hash]));
  index.adopt(saved, (file, { hash }) => wanted.get(file) === hash && wanted.delete(file));
  const found: Record<string, string> = {};
  for (const file of [...index.paths()].sort()) {
    const segment = finish(index.frozen().slice((one) => one === file));
    found[file] = own.titles.text(segment?.titles[0] as number);
  }
  return found;
}

/** What a process that opens the directory now would read. */
export function reopened(directory: string, expectedMessage = ''): Record<string, string> {
  const own = createLexicons();
  const store = opened(directory, { lexicons: own });
  const contents = contentsIn(finish(store.read()), own);
  assert.equal(textOf(store.status().messages), expectedMessage);
  store.close();
  return contents;
}

/** Saves what is stored as a whole. */
export function save(store: IndexStore, live: ReadonlySet<string>): void {
  const { rows, saved } = finish(store.read());
  const left = rows.filter(({ path: file }) => live.has(file));
  const contents = new Map(left.map(({ path: file, content }) => [file, content]));
  const now = saved.map(({ segment, contents: own }) => ({
    segment,
    contents: own.map((content, i) => {
      const wanted = contents.get(segment.paths[i] as string);
      return content !== undefined && wanted !== undefined && !isSkipNote(wanted) && wanted.hash === content.hash ? content : undefined;
    }),
  }));
  finish(store.save(() => ({ rows: left, saved: now })));
}

export const segmentFiles = (directory: string): string[] => fs.readdirSync(directory).filter((name) => name.startsWith('segments-'));
