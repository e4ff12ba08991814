/** A corpus of passages as an index: each passage is a document of one chunk, with the same chunk data and index as a workspace. */

import { MemoryIndex } from '../../engine/index/memoryIndex.ts';
import type { IndexReader } from '../../engine/index/reader.ts';
import type { TextSource } from '../../engine/index/textSource.ts';
import { passageColumns } from '../../engine/text/analyze.ts';
import { noPathNames } from '../../engine/text/names/pathNames.ts';
import { createLexicons } from '../../engine/text/words/lexicon.ts';
import { readJsonLines, textField } from './jsonLines.ts';

export interface Corpus {
  readonly reader: IndexReader;
  readonly texts: TextSource;
  readonly passages: number;
  /** Milliseconds to analyse, store and index, without reading the files. */
  readonly indexMs: number;
}

interface Passage {
  readonly title: string;
  readonly text: string;
}

async function readPassages(files: readonly string[]): Promise<Map<string, Passage>> {
  const passages = new Map<string, Passage>();
  for (const file of files) {
    for await (const record of readJsonLines(file)) {
      const title = typeof record.value.title === 'string' ? record.value.title : '';
      passages.set(textField(record, 'id', file), { title, text: textField(record, 'text', file) });
    }
  }
  return passages;
}

/** Indexes all passages of some files as one corpus. `titles: false` makes each title the first words of its text. */
export async function openCorpus(files: readonly string[], options: { readonly titles: boolean }): Promise<Corpus> {
  const passages = await readPassages(files);
  const start = performance.now();
  const lexicons = createLexicons();
  const documents = [...passages].map(([path, { title, text }]) => {
    const [name, words] = options.titles ? [title, text] : ['', title === '' ? text : `${title}. ${text}`];
    return { path, language: 'passage', names: noPathNames, columns: passageColumns(name, words, lexicons) };
  });
  const index = new MemoryIndex(lexicons);
  index.apply(documents);
  const reader = index.reader();
  return { reader, texts: passageTexts(passages), passages: passages.size, indexMs: performance.now() - start };
}

function passageTexts(passages: ReadonlyMap<string, Passage>): TextSource {
  return { chunkText: async ({ path }) => passages.get(path)?.text };
}
