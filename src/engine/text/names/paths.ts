/**
 * Finds what looks like a file's name: a path with a folder and any ending, or a name with one of the usual endings, after a blank, a
 * bracket or a quote.
 *
 * Cost: looks at the dots of the text and the words around them.
 */

import type { Stretch } from '../stretch.ts';

/** With folders; names of files and folders hold letters, digits, `_`, `.`, `@` and `-`. */
const withFolder = /^(?:[\w.@-]+\/)+[\w.@-]+\.\w{1,8}\b/;
const usualEndings = new Set(
  'js jsx ts tsx cjs cjsx cts ctsx mjs mjsx mts mtsx py rs go java rb php c h cpp cs md rst json yml yaml toml css html sh'.split(' '),
);
const maxEndingLength = 4;
const dot = 46;
const slash = 47;
const hyphen = 45;

/** Signs of a path, and those of its ending; and what may stand before it. */
const Kind = { Path: 1, Ending: 2, Before: 4 } as const;
const kinds = new Uint8Array(128);
for (let unit = 0; unit < 128; unit++) {
  const sign = String.fromCharCode(unit);
  kinds[unit] = (/[\w.@/-]/.test(sign) ? Kind.Path : 0) | (/\w/.test(sign) ? Kind.Ending : 0) | (/[\s("'`[]/.test(sign) ? Kind.Before : 0);
}

function isOf(unit: number, kind: number): boolean {
  return unit < 128 ? ((kinds[unit] as number) & kind) !== 0 : kind === Kind.Before && /\s/.test(String.fromCharCode(unit));
}

/** Calls `found` with each path and the offset, in the stretch, of the sign before it (or of the path, at the beginning). */
export function eachPath(stretch: Stretch, found: (path: string, offset: number) => void): void {
  const { text, scan, from: first, to: last, firstMark, endMark } = stretch;
  const { units, marks } = scan;
  let done = first;
  for (let mark = firstMark; mark < endMark; mark++) {
    const at = marks[mark] as number;
    if (at < done || units[at] !== dot) continue;
    let from = at;
    let hasFolder = false;
    for (; from > done && isOf(units[from - 1] as number, Kind.Path); from--) if (units[from - 1] === slash) hasFolder = true;
    let to = at + 1;
    for (; to < last && isOf(units[to] as number, Kind.Path); to++) if (units[to] === slash) hasFolder = true;
    done = to;
    if (from > first && !isOf(units[from - 1] as number, Kind.Before)) continue;
    const path = (hasFolder ? withFolder.exec(text.slice(from, to))?.[0] : undefined) ?? plainName(stretch, from, at);
    if (path !== undefined) found(path, Math.max(0, from - 1 - first));
  }
}

/** The name that begins at `from` and has its first dot at `at`, where its ending is a usual one. */
function plainName({ text, scan, to: last }: Stretch, from: number, at: number): string | undefined {
  const { units } = scan;
  let to = at + 1;
  while (to < last && isOf(units[to] as number, Kind.Ending)) to++;
  if (from === at || to - at < 2 || to - at > maxEndingLength + 1) return undefined;
  for (let i = from; i < at; i++) if (!isOf(units[i] as number, Kind.Ending) && units[i] !== hyphen) return undefined;
  return usualEndings.has(text.slice(at + 1, to)) ? text.slice(from, to) : undefined;
}
