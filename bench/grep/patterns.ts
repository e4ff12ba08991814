/** Patterns as people and agents type them, made of what a folder's files hold: drawn by a seed, a kind after the other. */

export interface DrawnPattern {
  /** What it is of the patterns that are drawn. */
  readonly sort: string;
  readonly pattern: string;
  readonly ignoresCase?: boolean;
  readonly isWord?: boolean;
  readonly isFixed?: boolean;
}

/** A linear congruential generator (Numerical Recipes). */
function randomBelow(seed: number): (max: number) => number {
  let state = seed >>> 0;
  return (max) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
}

/** Some of all, without repeats, in the order in which they are drawn. */
export function drawnFrom<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  const [below, left] = [randomBelow(seed), [...all]];
  return Array.from({ length: Math.min(count, all.length) }, () => left.splice(below(left.length), 1)[0] as T);
}

const quote = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export function drawPatterns(texts: ReadonlyMap<string, string>, count: number, seed: number): readonly DrawnPattern[] {
  const below = randomBelow(seed);
  const all = [...texts.values()].filter((text) => text.length > 100);
  /** A match of an expression somewhere; of a text that has none, of the next. */
  function draw(expression: RegExp): string {
    for (let tries = 0; tries < 500; tries++) {
      const text = all[below(all.length)] as string;
      const from = below(text.length);
      const found = expression.exec(text.slice(from, from + 4000));
      if (found !== null) return found[1] ?? found[0];
    }
    return 'return';
  }
  const word = (): string => draw(/\b[A-Za-z]\w{2,30}\b/);
  const identifier = (): string => draw(/\b[a-z]+(?:[A-Z_]\w*)\b/);
  const part = (text: string): string => {
    const length = Math.min(text.length, 3 + below(5));
    const from = below(text.length - length + 1);
    return text.slice(from, from + length);
  };
  const message = (): string => draw(/["'`]([A-Za-z][\w ,.:%{}'-]{8,60})["'`]/).trim();
  /** A message with a value between two words. */
  const template = (): string => {
    const words = message().split(' ');
    words.splice(1 + below(words.length), 0, '\0');
    return quote(words.join(' ')).replace('\0', '.*');
  };
  const kinds: readonly (readonly [string, () => Omit<DrawnPattern, 'sort'>])[] = [
    ['identifier', () => ({ pattern: identifier() })],
    ['identifier', () => ({ pattern: word(), isWord: true })],
    ['part of an identifier', () => ({ pattern: part(identifier()) })],
    ['part, case ignored', () => ({ pattern: part(word()), ignoresCase: true })],
    ['text', () => ({ pattern: message(), isFixed: true })],
    ['text with a placeholder', () => ({ pattern: template() })],
    ['call', () => ({ pattern: `\\b${quote(identifier())}\\s*\\(` })],
    ['definition', () => ({ pattern: `(function|def|fn|func|class|const) +\\w*${part(word())}` })],
    ['alternatives', () => ({ pattern: `${word()}|${identifier()}|${word()}` })],
    ['words in a line', () => ({ pattern: `${word()}.+${part(word())}` })],
    ['beginning of a line', () => ({ pattern: `^\\s*${quote(draw(/^[ \t]*(\S{3,12})/m))}` })],
    ['member', () => ({ pattern: `${word()}\\.[a-z]\\w+` })],
    ['class', () => ({ pattern: `[A-Z][a-z]+${part(word())}[^\\s,]*` })],
    ['repeated', () => ({ pattern: `"[^"]{2,20}${part(word())}[^"]*"` })],
    [
      'short',
      () => ({
        pattern: draw(/[=+!-]{2}|\w\(/)
          .replace(/[(+!]/g, '\\$&')
          .replace('\\!', '!'),
      }),
    ],
  ];
  const drawn: DrawnPattern[] = [];
  for (let i = 0; i < count; i++) {
    const [sort, make] = kinds[i % kinds.length] as (typeof kinds)[number];
    drawn.push({ sort, ...make() });
  }
  return drawn;
}
