/** The first sentence of a text, if it says something. */

import { sentencesOf } from '../../text/sentences.ts';
import { hasWord } from '../../text/words/characters.ts';
import { wordsIn } from '../../text/words/tokens.ts';

/** A sentence and where it begins. */
export interface Sentence {
  /** 1-based. */
  readonly line: number;
  /** As written, on one line; without the marks of comments and links. */
  readonly text: string;
}

const minWords = 3;
/** Longer sentences end with an ellipsis. */
const maxLength = 200;

/** The sentence that begins a description, on one line; `undefined` if it says too little. */
export function sentenceOf(text: string): string | undefined {
  const untagged = text.replace(tags, '');
  if (!hasWord(untagged.replace(links, ''))) return undefined;
  const plain = withoutMarks(untagged);
  const [first] = sentencesOf(plain);
  if (first === undefined) return undefined;
  const sentence = plain.slice(first.from, first.to);
  if (!saysSomething(sentence.replace(addresses, '').trim())) return undefined;
  if (sentence.length <= maxLength) return sentence;
  const end = sentence.lastIndexOf(' ', maxLength - 1);
  return `${sentence.slice(0, end > maxLength / 2 ? end : maxLength - 1)} …`;
}

/** Links and images; the target of a link may be defined elsewhere. */
const links = /!?\[([^\][]*)\](?:\([^()\s]*(?:\s"[^"]*")?\)|\[[^\][]*\])?/g;

/** Emphasis and tags of HTML. */
const tags = /\*\*|__|<[^<>]*>/g;

/** Links and images with a target by their text, white space as one blank. */
function withoutMarks(text: string): string {
  const label = (link: string, text: string): string => (link.endsWith(']') && !link.includes('][') ? link : text);
  return text.replace(links, label).replace(/\s+/g, ' ').trim();
}

/** An address is not a word. */
const addresses = /https?:\/\/\S+/g;

/** Whether a sentence, without its addresses, has enough words and is no label of what follows. */
function saysSomething(sentence: string): boolean {
  if (sentence === '' || ':{'.includes(sentence.at(-1) as string)) return false;
  const isUnspaced = (sentence.codePointAt(0) as number) > 0x2e80;
  // Paths and names of files have no blanks, lists of links have marks between them.
  if ((!isUnspaced && sentence.split(' ').length < minWords) || sentence.includes('•') || sentence.includes(' | ')) return false;
  const lengths = wordsIn(sentence).map(({ text }) => text.length);
  const letters = lengths.reduce((sum, length) => sum + length, 0);
  const words = lengths.filter((length) => length > 1).length;
  return (words >= minWords || (isUnspaced && letters >= 6)) && letters >= sentence.length / 2;
}
