/**
 * Matches one pattern of an ignore file against a name or path, with the results of git's `wildmatch` as documented (gitignore) and
 * observed.
 *
 * Source: gitignore(5); the tests compare with `git check-ignore`. Deviation: git backtracks; here the pattern is compiled to an automaton
 * whose states are followed in parallel, so a hostile pattern cannot be slow. O(steps × characters) time, O(steps) memory.
 *
 * Pattern and text are byte strings (one character per UTF-8 byte), because git matches bytes: `?` is one byte, not one letter.
 */

/** Steps of a compiled pattern. A class is a table of 256 flags. */
type Step = { kind: 'literal'; code: number } | { kind: 'any' | 'star' | 'anything' | 'optional' } | { kind: 'class'; table: Uint8Array };

/** Whether a text matches. The text must already be in lower case (ASCII) if the pattern ignores case. */
export type TextTest = (text: string) => boolean;

const slash = 0x2f;
const never: TextTest = () => false;

/**
 * Compiles a pattern. A malformed pattern (an open class, a trailing backslash) matches nothing, as in git.
 *
 * @param pattern byte string without leading `!`, trailing `/` or trailing blanks.
 * @param ignoreCase ASCII letters of either case are equal.
 */
export function compileGlob(pattern: string, ignoreCase: boolean): TextTest {
  if (pattern === '') return never;
  const firstSpecial = pattern.search(/[*?[\\]/);
  if (firstSpecial < 0) {
    const literal = ignoreCase ? foldAscii(pattern) : pattern;
    return (text) => text === literal;
  }
  const steps = compileSteps(pattern, ignoreCase, firstSpecial);
  if (steps === undefined) return never;
  if (/^\*[^*?[\\/]*$/.test(pattern)) {
    const suffix = ignoreCase ? foldAscii(pattern.slice(1)) : pattern.slice(1);
    const last = suffix.charCodeAt(suffix.length - 1);
    // Comparing one character first halves the time of a listing.
    return (text) => (suffix === '' || text.charCodeAt(text.length - 1) === last) && text.endsWith(suffix) && !text.includes('/');
  }
  const prefix = ignoreCase ? foldAscii(pattern.slice(0, firstSpecial)) : pattern.slice(0, firstSpecial);
  const rest = steps.slice(prefix.length);
  const needed = requiredLiteral(rest);
  // Nearly all texts lack the required literal and skip the automaton.
  return (text) => text.startsWith(prefix) && text.includes(needed, prefix.length) && matchSteps(rest, text, prefix.length);
}

/** The longest run of literal steps, which every matching text contains. */
function requiredLiteral(steps: readonly Step[]): string {
  let required = '';
  let run = '';
  for (const [index, step] of steps.entries()) {
    // The slash of a `**/` is optional.
    const isNeeded = step.kind === 'literal' && steps[index - 2]?.kind !== 'optional';
    run = isNeeded ? run + String.fromCharCode(step.code) : '';
    if (run.length > required.length) required = run;
  }
  return required;
}

/** Lower-cases A to Z only, as git does with `core.ignorecase`. */
export function foldAscii(text: string): string {
  let hasCapital = false;
  let hasOthers = false;
  // For short names a loop is faster than a regular expression.
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code <= 0x5a && code >= 0x41) hasCapital = true;
    else if (code > 0x7f) hasOthers = true;
  }
  if (!hasCapital) return text;
  return hasOthers ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text.toLowerCase();
}

/** The UTF-8 bytes, one character each. */
export function toByteString(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

function compileSteps(pattern: string, ignoreCase: boolean, firstSpecial: number): Step[] | undefined {
  const steps: Step[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === '*') {
      const end = endOfStars(pattern, at);
      addStars(steps, pattern, at, end, firstSpecial);
      at = end - 1;
    } else if (char === '?') {
      steps.push({ kind: 'any' });
    } else if (char === '[') {
      const found = compileClass(pattern, at + 1, ignoreCase);
      if (found === undefined) return undefined;
      steps.push({ kind: 'class', table: found.table });
      at = found.end;
    } else if (char === '\\') {
      at++;
      if (at === pattern.length) return undefined;
      // git does not fold the case of an escaped letter, so with core.ignorecase an escaped capital never matches.
      steps.push({ kind: 'literal', code: pattern.charCodeAt(at) });
    } else {
      steps.push({ kind: 'literal', code: foldCode(pattern.charCodeAt(at), ignoreCase) });
    }
  }
  return steps;
}

function endOfStars(pattern: string, start: number): number {
  let end = start;
  while (pattern[end] === '*') end++;
  return end;
}

/**
 * A run of two or more stars spans directories if it is a whole part of the path. git cuts the literal prefix off a pattern before it looks
 * for stars, so a run right after that prefix counts as the start of a part too: `a**` followed by `/b` matches `ab` and `ax/y/b`.
 */
function addStars(steps: Step[], pattern: string, start: number, end: number, firstSpecial: number): void {
  const opensPart = start === 0 || start === firstSpecial || pattern[start - 1] === '/';
  const closesPart = end === pattern.length || pattern[end] === '/' || pattern.startsWith('\\/', end);
  if (end - start < 2 || !opensPart || !closesPart) {
    steps.push({ kind: 'star' });
    return;
  }
  if (pattern[end] === '/') {
    // `**/` may also match no directory at all: the step jumps over itself, over `anything` and over the slash.
    steps.push({ kind: 'optional' });
  }
  steps.push({ kind: 'anything' });
}

function matchSteps(steps: Step[], text: string, from: number): boolean {
  let current = new Uint8Array(steps.length + 1);
  let next = new Uint8Array(steps.length + 1);
  current[0] = 1;
  follow(steps, current);
  for (let at = from; at < text.length; at++) {
    next.fill(0);
    if (!advance(steps, current, next, text.charCodeAt(at))) return false;
    follow(steps, next);
    [current, next] = [next, current];
  }
  return current[steps.length] === 1;
}

/** Adds the states that are reached without a character. Jumps only go forward, so one pass finds all. */
function follow(steps: Step[], positions: Uint8Array): void {
  for (let index = 0; index < steps.length; index++) {
    if (positions[index] === 0) continue;
    const kind = steps[index]?.kind;
    if (kind === 'star' || kind === 'anything') {
      positions[index + 1] = 1;
    } else if (kind === 'optional') {
      positions[index + 1] = 1;
      positions[index + 3] = 1;
    }
  }
}

function advance(steps: Step[], current: Uint8Array, next: Uint8Array, code: number): boolean {
  let alive = false;
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index];
    if (current[index] === 0 || step === undefined) continue;
    if (step.kind === 'anything' || (step.kind === 'star' && code !== slash)) {
      next[index] = 1;
      alive = true;
    } else if (accepts(step, code)) {
      next[index + 1] = 1;
      alive = true;
    }
  }
  return alive;
}

function accepts(step: Step, code: number): boolean {
  switch (step.kind) {
    case 'literal':
      return step.code === code;
    case 'any':
      return code !== slash;
    case 'class':
      return code !== slash && step.table[code] === 1;
    default:
      return false;
  }
}

function foldCode(code: number, ignoreCase: boolean): number {
  return ignoreCase && code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}

const classTests: Record<string, RegExp> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this class is the control characters.
  cntrl: /[\0-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\v\f\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

/** Compiles the class whose `[` precedes `start`. `undefined` if it is not closed or names an unknown class. */
function compileClass(pattern: string, start: number, ignoreCase: boolean): { table: Uint8Array; end: number } | undefined {
  const table = new Uint8Array(256);
  const negated = pattern[start] === '!' || pattern[start] === '^';
  const first = negated ? start + 1 : start;
  let previous = 0;
  let at = first;
  for (; at === first || pattern[at] !== ']'; at++) {
    if (at >= pattern.length) return undefined;
    const named = pattern[at] === '[' && pattern[at + 1] === ':' ? namedClass(pattern, at) : undefined;
    if (named === 'open' || named === 'unknown') return undefined;
    const afterDash = pattern[at + 1];
    if (named !== undefined) {
      addNamed(table, named.name, ignoreCase);
      at = named.end;
      previous = 0;
    } else if (pattern[at] === '-' && previous !== 0 && afterDash !== undefined && afterDash !== ']') {
      at += afterDash === '\\' ? 2 : 1;
      addRange(table, previous, pattern.charCodeAt(at), ignoreCase);
      previous = 0;
    } else {
      at += pattern[at] === '\\' ? 1 : 0;
      previous = pattern.charCodeAt(at);
      table[previous] = 1;
    }
  }
  return { table: negated ? table.map((flag) => 1 - flag) : table, end: at };
}

/** The name in `[:name:]`; `undefined` if the brackets hold no colons, so that `[` is an ordinary member. */
function namedClass(pattern: string, at: number): { name: string; end: number } | 'open' | 'unknown' | undefined {
  const end = pattern.indexOf(']', at + 2);
  if (end < 0) return 'open';
  if (end === at + 2 || pattern[end - 1] !== ':') return undefined;
  const name = pattern.slice(at + 2, end - 1);
  return Object.hasOwn(classTests, name) ? { name, end } : 'unknown';
}

function addNamed(table: Uint8Array, name: string, ignoreCase: boolean): void {
  const test = classTests[ignoreCase && name === 'upper' ? 'alpha' : name];
  for (let code = 0; code < 128; code++) {
    if (test?.test(String.fromCharCode(code)) === true) table[code] = 1;
  }
}

/** Texts are folded to lower case, so a range of capitals must accept lower-case letters too. */
function addRange(table: Uint8Array, low: number, high: number, ignoreCase: boolean): void {
  for (let code = low; code <= high; code++) {
    table[code] = 1;
    if (ignoreCase) table[foldCode(code, true)] = 1;
  }
}
