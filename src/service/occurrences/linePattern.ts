/**
 * The lines that a pattern matches, by `re2js`: RE2's syntax, in linear time. Texts that a match must hold are looked for first, and only lines
 * that hold one are matched.
 * Cost: a search for each of these texts, and for each line with one a table look-up a character.
 */

import { RE2JS, RE2JSSyntaxException } from 're2js';
import type { Steps } from '../../engine/util/steps.ts';
import { MessageError, message, phrase } from '../../messages/messages.ts';
import type { OccurrenceOptions } from '../types/options.ts';
import { holdsRequired, type Required, rarestTexts, requiredBy, withoutCase } from './required.ts';

/** A line that matches: its number, from 1, and where it is in the text, without its line break. */
export interface MatchingLine {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

const maxInstructions = 4000;
/** Characters between two occasions to yield the thread: some milliseconds. */
const stride = 1 << 16;

export class LinePattern {
  readonly required: Required;
  readonly #matcher: RE2JS;
  readonly #ignoresCase: boolean;
  /** One of these is in every line that matches, if they are known. */
  readonly #texts: readonly string[] | undefined;

  /** Throws a readable error for a pattern that cannot be used. */
  constructor(pattern: string, { ignoresCase = false, isFixed = false, isWord = false }: OccurrenceOptions = {}) {
    if (pattern.length > maxInstructions) refuse(pattern, 'it is too large');
    // Flags at the beginning are as good as the option, which keeps what is required known.
    const own = isFixed ? RE2JS.quote(pattern) : pattern.replace(/^\(\?i\)/, '');
    this.#ignoresCase = ignoresCase || (!isFixed && own !== pattern);
    const plain = compiled(pattern, own, 0);
    this.required = requiredBy(plain, this.#ignoresCase);
    this.#texts = rarestTexts(this.required);
    // In a line, what is beyond a word is its end or one more character.
    const whole = isWord ? `(?:^|\\W)(?:${own})(?:\\W|$)` : own;
    this.#matcher = whole === own && !this.#ignoresCase ? plain : compiled(pattern, whole, this.#ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
  }

  isMatch(line: string): boolean {
    return this.#matcher.test(line);
  }

  /** The lines that match, in order, as editors break them. */
  *lines(text: string): Steps<readonly MatchingLine[]> {
    const found: MatchingLine[] = [];
    const compared = this.#ignoresCase ? withoutCase(text) : text;
    if (!holdsRequired(this.required, compared)) return found;
    // Where lower case has another length, every line is matched.
    const texts = compared.length === text.length ? this.#texts : undefined;
    const next = texts === undefined ? (from: number) => from : placesOf(texts, compared);
    const breaks = /\r\n?|\n/g;
    let work = 0;
    for (let [line, from, at] = [1, 0, next(0)]; from < text.length && at < text.length; line++) {
      const end = breaks.exec(text);
      const to = end?.index ?? text.length;
      if (at < to || at === from) {
        if (this.isMatch(text.slice(from, to))) found.push({ line, from, to });
        work += to - from + 1;
        if (work > stride) yield;
        work %= stride;
      }
      from = end === null ? text.length : breaks.lastIndex;
      if (at < from) at = next(from);
    }
    return found;
  }
}

/** The first place of one of some texts from a place on. */
function placesOf(texts: readonly string[], whole: string): (from: number) => number {
  const places = texts.map(() => -1);
  return (from) => {
    for (const [i, one] of texts.entries()) {
      if ((places[i] as number) >= from) continue;
      const at = whole.indexOf(one, from);
      places[i] = at < 0 ? Number.POSITIVE_INFINITY : at;
    }
    return Math.min(...places);
  };
}

function compiled(written: string, pattern: string, flags: number): RE2JS {
  let made: RE2JS;
  try {
    made = RE2JS.compile(pattern, flags);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return refuse(written, faultOf(error));
    throw error;
  }
  return made.programSize() > maxInstructions ? refuse(written, 'it is too large') : made;
}

function refuse(pattern: string, fault: string): never {
  throw new MessageError(message('patternRefused', JSON.stringify(pattern), phrase(fault)));
}

/** What is wrong with a pattern, as a phrase of `messages.ts`. */
function faultOf(error: RE2JSSyntaxException): string {
  const part = error.getPattern() ?? '';
  switch (error.getDescription()) {
    case 'missing closing )':
    case 'missing closing ]':
      return 'a group or a class is not closed';
    case 'unexpected )':
      return 'a parenthesis closes no group';
    case 'missing argument to repetition operator':
    case 'invalid nested repetition operator':
      return 'there is nothing to repeat';
    case 'invalid repeat count':
    case 'expression nests too deeply':
    case 'expression too large':
      return 'it is too large';
    default:
      return /^(?:\\[1-9]|\(\?(?:<?[=!]|$))/.test(part)
        ? 'look-around and back-references cannot be matched in linear time'
        : 'an escape, class, flag or group name is unknown';
  }
}
