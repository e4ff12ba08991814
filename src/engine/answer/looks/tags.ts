/** Tags as models' templates write them around calls, thoughts and answers: `<name …>`, `</name>`, `<|name|>`, `[NAME]`, `◁name▷`. */

import { hasAny, skip, trimEndOf } from '../../util/strings.ts';

export interface Tag {
  /** All of it. */
  readonly text: string;
  /** Its first word, without brackets and signs. */
  readonly name: string;
  /** `bars`: `<|name|>`. */
  readonly kind: 'angle' | 'bars' | 'square' | 'triangle';
  readonly begin: string;
  readonly end: string;
  readonly isClosing: boolean;
}

const pairs: ReadonlyMap<string, { readonly closes: string; readonly kind: Tag['kind'] }> = new Map([
  ['<', { closes: '>', kind: 'angle' }],
  ['[', { closes: ']', kind: 'square' }],
  ['◁', { closes: '▷', kind: 'triangle' }],
] as const);
const stops = '<>[]◁▷\n';
const bars = '|｜';
const slash = '/';
const maxLength = 120;

/** The tag at an offset; `open` if the text ends in what may become one. */
export function tagAt(text: string, at = 0): Tag | 'open' | undefined {
  const bracket = text.charAt(at);
  const pair = pairs.get(bracket);
  if (pair === undefined) return undefined;
  const { closes, kind } = pair;
  let to = at + 1;
  while (to < text.length && to < at + maxLength && !hasAny(text.charAt(to), stops)) to++;
  const inner = text.slice(at + 1, to);
  const from = skip(inner, bars);
  const isClosing = inner.startsWith(slash, from);
  const words = trimEndOf(inner.slice(from + Number(isClosing)), bars);
  if (to === text.length) return words === '' || isName(words, kind) ? 'open' : undefined;
  if (text.charAt(to) !== closes || words.length < minLength || !isName(words, kind)) return undefined;
  const end = inner.slice(trimEndOf(inner, bars).length);
  const name = words.split(blank, 1)[0] ?? '';
  const own = from > 0 && kind === 'angle' ? 'bars' : kind;
  return { text: text.slice(at, to + 1), name, kind: own, begin: bracket + inner.slice(0, from), end: end + closes, isClosing };
}
const blank = ' ';
const minLength = 1;

/** Whether a tag may be called so: in square brackets by letters alone, since numbers cite. */
function isName(words: string, kind: Tag['kind']): boolean {
  return isLetter(words.charAt(0)) && (kind !== 'square' || [...words].every(isLetter));
}

function isLetter(character: string): boolean {
  return character === joint || character.toLowerCase() !== character.toUpperCase();
}
const joint = '_';
