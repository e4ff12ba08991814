/** Texts exported to a directory, with a reader of the same texts in memory. */

import fs from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { MemoryIndex } from '../../src/engine/index/memoryIndex.ts';
import { createLexicons } from '../../src/engine/text/words/lexicon.ts';
import { finish } from '../../src/engine/util/steps.ts';
import { writeExport } from '../../src/storage/segments/indexExport.ts';
import { type Files, indexed } from './memoryIndex.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

/** Texts whose words and names are drawn anew for each file. */
export function manyTexts(count: number): Files {
  const word = (i: number, k: number): string => `w${((i * 7919 + k * 104729) % 4001).toString(36)}`;
  const section = (i: number, k: number): string =>
    `## The ${word(i, k)} of Port ${word(k, i).toUpperCase()}\n\nThe keeper ${word(i, k + 1)} winds \`${word(i, k + 2)}Clock\` at dusk, and ${word(i, k + 3)} writes.\n`;
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `docs/${i % 17}/${i}.md`,
      `# Log ${i}\n\n${[0, 1, 2, 3, 4].map((k) => section(i, k)).join('\n')}`,
    ]),
  );
}

export interface ServedTexts {
  /** The directory that a server would offer. */
  readonly root: string;
  /** The texts in memory. */
  readonly index: MemoryIndex;
}

/** Exports texts under a name; those of a name that exists are replaced. */
export function exportTexts(t: TestContext, texts: Files, name = 'harbour', root = temporaryDirectory(t)): ServedTexts {
  const lexicons = createLexicons();
  const index = new MemoryIndex(lexicons);
  index.apply(Object.entries(texts).map(([file, text]) => indexed(file, text, lexicons)));
  const segment = finish(index.frozen().slice(() => true));
  if (segment === undefined) throw new Error('no texts');
  const hash = (file: string): string => Buffer.from(file).toString('hex').padEnd(64, '0').slice(0, 64);
  const contents = segment.paths.map((file, i) => ({ hash: hash(file), language: segment.languages[i] as string }));
  const directory = path.join(root, name);
  fs.rmSync(directory, { recursive: true, force: true });
  const saved = [{ segment, contents }];
  finish(writeExport(directory, { bytes: 0, saved, git: () => undefined, lexicons }));
  return { root, index };
}
