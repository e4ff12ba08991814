/** How a folded name is written. */

import type { ChunkInfo } from '../index/reader.ts';
import { foldedWords } from '../text/names/entities.ts';
import { nameOfTitle } from '../text/names/names.ts';

/** A name (folded words) as a title among the chunks writes it, else with capitals. */
export function written(name: string, chunks: readonly ChunkInfo[]): string {
  return asTitled(name, chunks) ?? asWithinTitle(name, chunks) ?? capitalised(name);
}

/** A name as a title or heading of the chunks writes it. */
function asTitled(text: string, chunks: readonly ChunkInfo[]): string | undefined {
  const [first = ''] = text.split(' ');
  for (const { title } of chunks) {
    if (title === '' || !title.toLowerCase().includes(first)) continue;
    const part = title.split(' › ').find((one) => nameOfTitle(one, foldedWords) === text);
    if (part !== undefined) return part.replace(/\s*[([][^([]*[)\]]$/, '').trim();
  }
  return undefined;
}

/** A name as it stands within a title, with the capitals that it has there. */
function asWithinTitle(text: string, chunks: readonly ChunkInfo[]): string | undefined {
  for (const { title } of chunks) {
    const at = title.toLowerCase().indexOf(text);
    if (at < 0 || isWordAt(title, at - 1) || isWordAt(title, at + text.length)) continue;
    const part = title.slice(at, at + text.length);
    if (part !== text) return part;
  }
  return undefined;
}

function isWordAt(text: string, at: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text[at] ?? ' ');
}

/** Words that titles write small. */
const small = new Set(['a', 'an', 'and', 'at', 'by', 'de', 'for', 'in', 'la', 'of', 'on', 'or', 'the', 'to', 'with']);

function capitalised(words: string): string {
  return words
    .split(' ')
    .map((word, i) => {
      if (isAcronym(word) || word.includes('_')) return word.toUpperCase();
      return i > 0 && small.has(word) ? word : word.slice(0, 1).toUpperCase() + word.slice(1);
    })
    .join(' ');
}

const acronyms = new Set(
  (
    'ai ajax api apis ascii aws ci cjs cli cors cpu csrf dom eol esm faq gpu ide io ip iso json mit oauth os pcre pdf qa rest sdk seo ssr ' +
    'ui uri url urls utf ux wsgi yaml'
  ).split(' '),
);
/** Abbreviations that are written as words. */
const forms = new Set('dr ft jr mr mrs ms mt sr st'.split(' '));

/** Whether a word is read letter by letter: known to be, or without a vowel. */
function isAcronym(word: string): boolean {
  return acronyms.has(word) || (/^[b-df-hj-np-tv-xz]{2,5}$/.test(word) && !forms.has(word));
}
