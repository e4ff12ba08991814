/**
 * Questions about the connection of two things: "How are A and B connected?". By phrases of each language. Cost: a pattern for each phrase.
 */

import { blanks, skip, trimEndOf, wordsOf } from '../util/strings.ts';
import { vocabularies } from '../vocabulary/vocabularies.ts';

/** Longer questions ask for more than one thing. UTF-16 units. */
const maxLength = 300;
/** Quotation marks around names. */
const quotes = '`"\'“”„«»';

const patterns = vocabularies.flatMap(({ connections = [] }) =>
  connections.map((phrase) => new RegExp(`^${phrase.replace('{a}', '(?<a>.+?)').replace('{b}', '(?<b>.+)')}$`, 'iu')),
);

/** The two things of such a question, without quotes; undefined for other questions. */
export function connectionAskedFor(question: string): readonly [string, string] | undefined {
  if (question.length > maxLength) return undefined;
  const plain = wordsOf(trimEndOf(question, `${blanks}?.!`)).join(' ');
  for (const pattern of patterns) {
    const { a, b } = pattern.exec(plain)?.groups ?? {};
    if (a !== undefined && b !== undefined) return [bare(a), bare(b)];
  }
  return undefined;
}

function bare(name: string): string {
  return trimEndOf(name.slice(skip(name, quotes)), quotes);
}
