/** The first sentence of a text, if it says something. */

import { sentencesOf } from '../../text/sentences.ts';
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
  const plain = withoutMarks(text);
  const [first] = sentencesOf(plain);
  if (first === undefined) return undefined;
  const sentence = plain.slice(first.from, first.to);
  if (!saysSomething(sentence) || ':{'.includes(sentence.at(-1) as string)) return undefined;
  if (sentence.length <= maxLength) return sentence;
  const end = sentence.lastIndexOf(' ', maxLength - 1);
  return `${sentence.slice(0, end > maxLength / 2 ? end : maxLength - 1)} …`;
}

/** Links and images by their text, without emphasis, white space as one blank. */
function withoutMarks(text: string): string {
  return text
    .replace(/!?\[([^\][]*)\](?:\([^()\s]*(?:\s"[^"]*")?\)|\[[^\][]*\])/g, '$1')
    .replace(/\*\*|__|<[^<>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** An address is not a word. */
const addresses = /https?:\/\/\S+/g;

function saysSomething(text: string): boolean {
  const sentence = text.replace(addresses, '').trim();
  if (sentence === '') return false;
  const isUnspaced = (sentence.codePointAt(0) as number) > 0x2e80;
  // Paths and names of files have no blanks, lists of links have marks between them.
  if ((!isUnspaced && sentence.split(' ').length < minWords) || sentence.includes('•') || sentence.includes(' | ')) return false;
  const lengths = wordsIn(sentence).map(({ text }) => text.length);
  const letters = lengths.reduce((sum, length) => sum + length, 0);
  const words = lengths.filter((length) => length > 1).length;
  return (words >= minWords || (isUnspaced && letters >= 6)) && letters >= sentence.length / 2;
}
