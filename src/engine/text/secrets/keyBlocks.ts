/** Finds private key blocks (PEM and similar), including unterminated ones. Cost: one pass over the blocks. */

import type { Span } from '../spans.ts';

/** Longer blocks count as unterminated. */
const maxBlockLength = 20_000;
const keyBlock = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const keyBlockEnd = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/** Adds the key blocks of a text; an unterminated block extends as far as it looks like a key. */
export function addKeyBlocks(text: string, found: Span[]): void {
  let end: Span | undefined;
  keyBlock.lastIndex = 0;
  for (let match = keyBlock.exec(text); match !== null; match = keyBlock.exec(text)) {
    const begin = match.index + match[0].length;
    // The next end marker is searched once, however many begin markers precede it.
    if (end === undefined || end.from < begin) end = nextEnd(text, begin);
    const isClosed = end.from - begin < maxBlockLength && !text.slice(begin, end.from).includes('-----BEGIN');
    const to = isClosed ? end.to : openBlockEnd(text, begin);
    // The marker alone, as in code that searches for it, contains no key.
    if (/[A-Za-z0-9+/=]{16}/.test(text.slice(begin, Math.min(to, begin + 2000)))) found.push({ from: match.index, to });
    keyBlock.lastIndex = to;
  }
}

function nextEnd(text: string, from: number): Span {
  keyBlockEnd.lastIndex = from;
  const match = keyBlockEnd.exec(text);
  return match === null ? { from: Number.POSITIVE_INFINITY, to: text.length } : { from: match.index, to: match.index + match[0].length };
}

function openBlockEnd(text: string, begin: number): number {
  const body = /[A-Za-z0-9+/=\s\\:,-]{0,8000}/y;
  body.lastIndex = begin;
  body.test(text);
  return body.lastIndex;
}
