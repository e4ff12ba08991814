/**
 * Looks: what a model asks to see before it answers, as lines of plain text, which any model can write: `LOOK search WORDS`,
 * `LOOK read PATH FROM-TO`, `LOOK symbol NAME`, `LOOK grep PATTERN`, `LOOK outline PATH`. Read forgivingly: bullets, numbers, quotation marks and bold type around a
 * line are taken off, lines may follow a colon (`PATH:3-9`), and what names no verb is searched for. In other than capitals the word needs a verb
 * that makes no English of the line. One pass over a line.
 */

import { endsWithAny, isOnly, skip, startsWithAny, trimEndOf, wordsOf } from '../../util/strings.ts';
import { fillers, lineNouns, rangeWords } from '../../vocabulary/replies/replyWords.ts';

export type Look =
  | { readonly verb: 'search'; readonly words: string }
  /** Lines are counted from 1, inclusive; without `to`, up to what is shown at once. */
  | { readonly verb: 'read'; readonly path: string; readonly from: number; readonly to?: number }
  | { readonly verb: 'symbol'; readonly name: string }
  /** A regular expression. */
  | { readonly verb: 'grep'; readonly pattern: string }
  | { readonly verb: 'outline'; readonly path: string };

/** Begins each line that asks for a look. */
export const lookWord = 'LOOK';
/** Looks of one reply; further ones are left out. */
export const maxLooks = 3;

/** What the model may do, to be joined with the other rules. */
export function lookRules(rounds: number): readonly string[] {
  return [
    'If the sources do not answer the question, look further before you answer. Then reply with nothing but one to three lines, each of one of these forms:',
    `${lookWord} search WORDS (passages that hold these words)`,
    `${lookWord} read PATH FROM-TO (lines of a file)`,
    `${lookWord} symbol NAME (where a name is defined and used)`,
    `${lookWord} grep PATTERN (every line that a regular expression matches)`,
    `${lookWord} outline PATH (the headings or definitions of a file)`,
    `What is found is sent to you as further sources, numbered on. You may look ${times(rounds)}.`,
  ];
}

/** How often the model may still look, or that it must answer. */
export function looksLeft(rounds: number): string {
  return rounds === 0 ? 'Do not look further: answer now, from the sources that you have.' : `You may look ${times(rounds)} more.`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** Around a line, and around what follows the verb. */
const decoration = ' \t\r>*-+•_.)0123456789`';
const around = ' \t\r\n*_`';
const afterWord = ' \t\r\n:*';
const colon = ':';
const stops = '.!?]。';
const ownVerbs = ['search', 'read', 'symbol', 'grep', 'outline'] as const satisfies readonly Look['verb'][];
export const verbs: readonly string[] = ownVerbs;

/** Where the word begins in a line; undefined if the line asks for no look. A line that is not whole `mayBe` one as long as nothing contradicts. */
export function lookAt(line: string, mayBe = false): number | undefined {
  const at = skip(line, decoration);
  const rest = line.slice(at, at + lookWord.length);
  const isWord = rest.toUpperCase() === lookWord;
  if (!isWord) return mayBe && lookWord.startsWith(rest.toUpperCase()) ? at : undefined;
  const after = line.slice(at + lookWord.length);
  if (after === '') return rest === lookWord || mayBe ? at : undefined;
  return startsWithAny(after, afterWord) && (rest === lookWord || isAsked(after, mayBe)) ? at : undefined;
}

/** Whether a verb follows "look", so that it is no sentence, which ends with a stop or a mark; "Look search" needs a colon. */
function isAsked(after: string, mayBe: boolean): boolean {
  if (!mayBe && endsWithAny(trimEndOf(after, around), stops)) return false;
  const start = skip(after, `${afterWord}${around}`);
  const asked = after.slice(start).toLowerCase();
  const hasColon = after.slice(0, start).includes(colon);
  return verbs.some((verb) => {
    if (asked.length <= verb.length) return mayBe && verb.startsWith(asked);
    const next = asked.charAt(verb.length);
    return asked.startsWith(verb) && afterWord.includes(next) && (hasColon || next === colon || verb !== 'search');
  });
}

/** The look that a line asks for; undefined if none can be made out. */
export function readLook(line: string): Look | undefined {
  const at = lookAt(line);
  if (at === undefined) return undefined;
  const asked = line.slice(at + lookWord.length);
  const whole = asked.slice(skip(asked, `${afterWord}${around}`));
  const words = wordsOf(trimEndOf(whole, around));
  const first = trimEndOf((words[0] ?? '').toLowerCase(), `:${around}`);
  const verb = ownVerbs.find((one) => one === first);
  const about = verb === undefined ? words.join(' ') : unquoted(words.slice(1).join(' '));
  if (about === '') return undefined;
  if (verb === 'grep') return { verb, pattern: patternIn(whole.slice(whole.indexOf(words[1] as string, verb.length))) };
  if (verb === 'read') return readRange(about);
  if (verb === 'symbol') return { verb, name: uncalled(unwrapped(about)) };
  if (verb === 'outline') return { verb, path: relative(unwrapped(about)) };
  return { verb: 'search', words: about };
}

/** The line that asks for a look. */
export function lookLine(look: Look): string {
  if (look.verb === 'search') return `${lookWord} search ${look.words}`;
  if (look.verb === 'symbol') return `${lookWord} symbol ${look.name}`;
  if (look.verb === 'grep') return `${lookWord} grep ${look.pattern}`;
  if (look.verb === 'outline') return `${lookWord} outline ${look.path}`;
  return `${lookWord} read ${look.path} ${look.from}${look.to === undefined ? '' : `-${look.to}`}`;
}

function unquoted(text: string): string {
  return trimEndOf(text.slice(skip(text, around)), around);
}

const quotes = '"\'<>“”`';

/** A path or a name without quotation marks around it. */
function unwrapped(text: string): string {
  return trimEndOf(text.slice(skip(text, quotes)), quotes);
}

const bold = '**';
const patternMarks = '`"/';

/** A pattern as it is written, without bold type after it or marks around it. */
function patternIn(text: string): string {
  const plain = text.trim();
  const own = plain.endsWith(bold) ? plain.slice(0, -bold.length) : plain;
  const mark = own.charAt(0);
  const isMarked = own.length > 2 && own.at(-1) === mark && isOnly(mark, patternMarks);
  return isMarked ? own.slice(1, -1) : own;
}

const call = '()';

function uncalled(name: string): string {
  return name.endsWith(call) ? name.slice(0, -call.length) : name;
}

const scheme = 'file://';
const here = './';

/** A path as in the prompt: `./a.ts` and `file://a.ts` name `a.ts`. */
function relative(path: string): string {
  let plain = path.startsWith(scheme) ? path.slice(scheme.length) : path;
  while (plain.startsWith(here) && plain !== here) plain = plain.slice(here.length);
  return plain;
}

const rangeSigns = '0123456789-–—.Ll';
const beforeRange = ' :#,(';
const digits = '0123456789';

/** `PATH 3-9`, `PATH:3-9`, `PATH#L3-L9`, `PATH lines 3-9`, `PATH lines 3 to 9`, `PATH 3 9`, `PATH`. */
function readRange(text: string): Look {
  const numbers: number[] = [];
  let path = trimEndOf(text, ' )');
  while (numbers.length < 2) {
    const begin = Math.max(...[...beforeRange].map((sign) => path.lastIndexOf(sign))) + 1;
    const range = path.slice(begin);
    if (begin === 0 || !isOnly(range, rangeSigns) || !endsWithAny(range, digits)) break;
    numbers.unshift(...numbersIn(range));
    path = withoutLineWords(trimEndOf(path.slice(0, begin), beforeRange));
  }
  const from = Math.max(1, numbers[0] ?? 1);
  const to = numbers.at(-1);
  return {
    verb: 'read',
    path: relative(unwrapped(trimEndOf(path, beforeRange))),
    from,
    ...(to === undefined ? {} : { to: Math.max(from, to) }),
  };
}

/** A path without the words between it and lines, and those between lines. */
function withoutLineWords(text: string): string {
  const words = wordsOf(text);
  const isForLines = (word: string): boolean => lineNouns.has(word) || rangeWords.has(word) || fillers.has(word);
  const last = words.findLastIndex((word) => !isForLines(word.slice(skip(word, beforeRange)).toLowerCase()));
  return last < 0 || last === words.length - 1 ? text : trimEndOf(words.slice(0, last + 1).join(' '), beforeRange);
}

function numbersIn(range: string): readonly number[] {
  const parts = [...range].map((character) => (digits.includes(character) ? character : ' ')).join('');
  return wordsOf(parts).map(Number);
}
