/** Display spelling of folded names. */

import type { ChunkInfo } from '../index/reader.ts';
import { foldedWords } from '../text/names/entities.ts';
import { nameOfTitle } from '../text/names/names.ts';
import { abbreviations } from '../text/sentences.ts';
import { isWordAt } from '../text/words/characters.ts';

/** A name (folded words) as spelt in a title of the chunks, else capitalised. */
export function displayName(name: string, chunks: readonly ChunkInfo[]): string {
  return titleSpelling(name, chunks) ?? spellingWithinTitle(name, chunks) ?? capitalised(name);
}

/** The spelling of a title or heading of the chunks that equals the name. */
function titleSpelling(text: string, chunks: readonly ChunkInfo[]): string | undefined {
  const [first = ''] = text.split(' ');
  for (const { title } of chunks) {
    if (title === '' || !title.toLowerCase().includes(first)) continue;
    const part = title.split(' › ').find((one) => nameOfTitle(one, foldedWords) === text);
    if (part !== undefined) return part.replace(/\s*[([][^([]*[)\]]$/, '').trim();
  }
  return undefined;
}

/** The capitalised spelling of the name within a title. */
function spellingWithinTitle(text: string, chunks: readonly ChunkInfo[]): string | undefined {
  for (const { title } of chunks) {
    const at = title.toLowerCase().indexOf(text);
    if (at < 0 || isWordAt(title, at - 1) || isWordAt(title, at + text.length)) continue;
    const part = title.slice(at, at + text.length);
    if (part !== text) return part;
  }
  return undefined;
}

/** Words that are lower case in titles. */
const lowerCaseWords = new Set(['a', 'an', 'and', 'at', 'by', 'de', 'for', 'in', 'la', 'of', 'on', 'or', 'the', 'to', 'with']);

function capitalised(words: string): string {
  return words
    .split(' ')
    .map((word, i) => {
      if (isAcronym(word) || word.includes('_')) return word.toUpperCase();
      return i > 0 && lowerCaseWords.has(word) ? word : word.slice(0, 1).toUpperCase() + word.slice(1);
    })
    .join(' ');
}

const acronyms = new Set(
  (
    'ai ajax api apis ascii aws ci cjs cli cors cpu csrf dom eol esm faq gpu ide io ip iso json mit oauth os pcre pdf qa rest sdk seo ssr ' +
    'ui uri url urls utf ux wsgi yaml'
  ).split(' '),
);

/** Whether a word is spelt letter by letter: a known acronym, or without a vowel. */
function isAcronym(word: string): boolean {
  return acronyms.has(word) || (/^[b-df-hj-np-tv-xz]{2,5}$/.test(word) && !abbreviations.has(word));
}
