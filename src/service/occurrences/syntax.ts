/**
 * Reads a regular expression in the syntax of RE2 (https://github.com/google/re2/wiki/Syntax): what can be matched in linear time, so neither
 * look-around nor back-references. `\w`, `\d`, `\s` and `\b` are those of ASCII. It is matched line by line, so `\A` and `\z` are `^` and `$`.
 */

/** One character: this one, or one of a class as JavaScript writes it between brackets. */
export interface Leaf {
  readonly text?: string;
  readonly members?: string;
  readonly isNegated?: boolean;
  readonly ignoresCase: boolean;
}

/** What must be around a position; `wordStart` and `wordEnd`: no character of a word is beyond. */
export type Spot = 'lineStart' | 'lineEnd' | 'wordEdge' | 'noWordEdge' | 'wordStart' | 'wordEnd';

export type PatternNode =
  | { readonly kind: 'leaf'; readonly leaf: Leaf }
  | { readonly kind: 'spot'; readonly spot: Spot }
  | { readonly kind: 'all'; readonly of: readonly PatternNode[] }
  | { readonly kind: 'any'; readonly of: readonly PatternNode[] }
  | Repeat;

export interface Repeat {
  readonly kind: 'repeat';
  readonly of: PatternNode;
  readonly min: number;
  readonly max: number;
}

/** What is wrong with a pattern, as a phrase of `messages.ts`. */
export type PatternFault =
  | 'a group or a class is not closed'
  | 'a parenthesis closes no group'
  | 'there is nothing to repeat'
  | 'an escape is not known'
  | 'a class is not known'
  | 'look-around and back-references cannot be matched in linear time'
  | 'it is too large';

export class PatternError extends Error {
  readonly fault: PatternFault;

  constructor(fault: PatternFault) {
    super(fault);
    this.fault = fault;
  }
}

/** RE2's own limit. */
const maxRepeat = 1000;
const maxDepth = 200;

/** A text between `\Q` and `\E`, the beginning of a group, a class, a count, an escape, or one character. */
const token =
  /\\Q(?<quoted>[\s\S]*?)(?:\\E|$)|(?<look>\(\?<?[=!])|(?<open>\()(?:\?(?:P?<\w+>|(?<flags>[imsU]*(?:-[imsU]+)?)(?<mark>[:)])))?|(?<class>\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\])|(?<count>[*+?]|\{\d+(?:,\d*)?\})\??|(?<escape>\\(?:[pP](?:\{\^?\w+\}|\w)|[xu]\{[\da-fA-F]{1,6}\}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|[\s\S]))|[\s\S]/uy;
const ofClass = /\[:(?<posix>\^?\w+):\]|\\(?:[pP](?:\{\^?\w+\}|\w)|[xu]\{[\da-fA-F]{1,6}\}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|[\s\S])|\[/gu;

/** Members end with a range, so that a dash after them is no range of its own. The complements are spelled out: JavaScript's go beyond ASCII. */
const classes: Readonly<Record<string, string>> = {
  ...{ d: '0-9', s: ' \\t-\\r', w: '_0-9A-Za-z' },
  ...{ D: '\\0-\\/:-\\u{10ffff}', S: '\\0-\\x08\\x0e-\\x1f!-\\u{10ffff}', W: '\\0-\\/:-@\\[-\\^`\\{-\\u{10ffff}' },
  ...{ alnum: '0-9A-Za-z', alpha: 'A-Za-z', ascii: '\\0-\\x7f', blank: '\\t \\t-\\t', cntrl: '\\x7f\\0-\\x1f', digit: '0-9', graph: '!-~' },
  ...{ lower: 'a-z', print: ' -~', punct: '!-\\/:-@\\[-`\\{-~', space: ' \\t-\\r', upper: 'A-Z', word: '_0-9A-Za-z', xdigit: '0-9A-Fa-f' },
};
const controls: Readonly<Record<string, string>> = { 0: '\0', a: '\x07', f: '\f', t: '\t', n: '\n', r: '\r', v: '\v' };
const spots: Readonly<Record<string, Spot>> = {
  ...{ '^': 'lineStart', $: 'lineEnd' },
  ...{ '\\A': 'lineStart', '\\z': 'lineEnd', '\\b': 'wordEdge', '\\B': 'noWordEdge' },
};

/** A text as a pattern that matches itself. */
export function literalPattern(text: string, ignoresCase: boolean): PatternNode {
  return { kind: 'all', of: Array.from(text, (character) => ({ kind: 'leaf', leaf: { text: character, ignoresCase } })) };
}

/** A pattern that matches where neither side goes on with a word. */
export function asWord(node: PatternNode): PatternNode {
  return { kind: 'all', of: [{ kind: 'spot', spot: 'wordStart' }, node, { kind: 'spot', spot: 'wordEnd' }] };
}

/** Reads a pattern. Throws a `PatternError`. Cost: linear. */
export function parsePattern(pattern: string, ignoresCase: boolean): PatternNode {
  const tokens = new RegExp(token);
  return readGroup(() => tokens.exec(pattern), ignoresCase, 0);
}

/** Up to the parenthesis that closes the group, or the end of the pattern. */
function readGroup(next: () => RegExpExecArray | null, ignoresCaseBefore: boolean, depth: number): PatternNode {
  if (depth > maxDepth) throw new PatternError('it is too large');
  let ignoresCase = ignoresCaseBefore;
  const ways: PatternNode[][] = [[]];
  for (;;) {
    const found = next();
    const text = found?.[0] ?? ')';
    const { quoted, look, open, flags, mark, count } = found?.groups ?? {};
    const nodes = ways.at(-1) as PatternNode[];
    if (look !== undefined) throw new PatternError('look-around and back-references cannot be matched in linear time');
    if (quoted !== undefined) nodes.push(literalPattern(quoted, ignoresCase));
    else if (open !== undefined) {
      const own = withFlags(flags, ignoresCase);
      // Flags alone hold up to the end of the group around them.
      if (mark === ')') ignoresCase = own;
      else nodes.push(readGroup(next, own, depth + 1));
    } else if (text === ')') {
      if ((found === null) !== (depth === 0))
        throw new PatternError(found === null ? 'a group or a class is not closed' : 'a parenthesis closes no group');
      return { kind: 'any', of: ways.map((of) => ({ kind: 'all', of })) };
    } else if (text === '|') ways.push([]);
    else if (count !== undefined) nodes.push(repeated(nodes.pop(), count));
    else nodes.push(readOne(text, ignoresCase));
  }
}

function withFlags(flags = '', before: boolean): boolean {
  const [on = '', off = ''] = flags.split('-');
  return (before || on.includes('i')) && !off.includes('i');
}

function repeated(of: PatternNode | undefined, count: string): Repeat {
  if (of === undefined) throw new PatternError('there is nothing to repeat');
  const known: Readonly<Record<string, readonly [number, number]>> = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] };
  const [least = '', most = least] = count.slice(1, -1).split(',');
  const [min, max] = known[count] ?? [Number(least), most === '' ? Infinity : Number(most)];
  if (min > maxRepeat || max < min || (max > maxRepeat && max < Infinity)) throw new PatternError('it is too large');
  return { kind: 'repeat', of, min, max };
}

function readOne(text: string, ignoresCase: boolean): PatternNode {
  const spot = spots[text];
  if (spot !== undefined) return { kind: 'spot', spot };
  const leaf = (own: Omit<Leaf, 'ignoresCase'>): PatternNode => ({ kind: 'leaf', leaf: { ...own, ignoresCase } });
  if (text === '.') return leaf({ members: '\\n', isNegated: true });
  if (text === '[') throw new PatternError('a group or a class is not closed');
  if (text.startsWith('[')) {
    const isNegated = text.startsWith('[^');
    const body = text.slice(isNegated ? 2 : 1, -1).replace(/^\]/, '\\]');
    return leaf({ members: checked(body.replace(ofClass, asMember)), isNegated });
  }
  if (!text.startsWith('\\')) return leaf({ text });
  return classMembers(text) === undefined ? leaf({ text: asCharacter(text) }) : leaf({ members: classMembers(text) });
}

/** A part of a class as JavaScript writes it. */
function asMember(text: string, posix: string | undefined): string {
  if (posix !== undefined)
    return posix.length > 1 && Object.hasOwn(classes, posix) ? (classes[posix] as string) : fail('a class is not known');
  const inClass = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  return text === '[' ? inClass(text) : (classMembers(text) ?? inClass(asCharacter(text)));
}

/** The members of the class that an escape stands for; undefined for another escape. */
function classMembers(written: string): string | undefined {
  const letter = written.charAt(1);
  if (letter !== 'p' && letter !== 'P') return written.length === 2 && /[dswDSW]/.test(letter) ? classes[letter] : undefined;
  const [, sign, name] = /^\{?(\^?)(\w+)\}?$/.exec(written.slice(2)) ?? fail('a class is not known');
  const own = (letter === 'P') === (sign === '') ? '\\P' : '\\p';
  return [`${own}{${name}}`, `${own}{Script=${name}}`].find(isClass) ?? fail('a class is not known');
}

function asCharacter(written: string): string {
  const letter = written.charAt(1);
  if (written.length > 2) return String.fromCodePoint(Math.min(Number(`0x${written.slice(2).replace(/[{}]/g, '')}`), 0x10ffff));
  if (/[1-9]/.test(letter)) fail('look-around and back-references cannot be matched in linear time');
  // Letters may get a meaning; everything else stands for itself.
  return controls[letter] ?? (/[a-zA-Z]|^$/.test(letter) ? fail('an escape is not known') : letter);
}

function fail(fault: PatternFault): never {
  throw new PatternError(fault);
}

function checked(members: string): string {
  return isClass(members) ? members : fail('a class is not known');
}

function isClass(members: string): boolean {
  try {
    return classTest(members).unicode;
  } catch {
    return false;
  }
}

/** Matches one character of a class. Throws a SyntaxError for what is none. */
export function classTest(members: string): RegExp {
  return new RegExp(`^[${members}]$`, 'u');
}
