/**
 * Finds file paths: with a folder and any extension, or a bare name with a common extension, after white space, a bracket or a quote.
 *
 * Cost: checks the dots of the text and the characters around them.
 */

import type { TextSlice } from '../textSlice.ts';

/** With folders; names consist of letters, digits, `_`, `.`, `@` and `-`. */
const withFolder = /^(?:[\w.@-]+\/)+[\w.@-]+\.\w{1,8}\b/;
/** Extensions of files that texts mention without a folder. */
export const commonExtensions: ReadonlySet<string> = new Set(
  'js jsx ts tsx cjs cjsx cts ctsx mjs mjsx mts mtsx py rs go java rb php c h cpp cs md rst json yml yaml toml css html sh'.split(' '),
);
const maxExtensionLength = 4;
const dot = 46;
const slash = 47;
const hyphen = 45;

/** Characters of a path, of its extension, and those that may precede it. */
const Kind = { Path: 1, Extension: 2, Before: 4 } as const;
const kinds = new Uint8Array(128);
for (let unit = 0; unit < 128; unit++) {
  const character = String.fromCharCode(unit);
  kinds[unit] =
    (/[\w.@/-]/.test(character) ? Kind.Path : 0) |
    (/\w/.test(character) ? Kind.Extension : 0) |
    (/[\s("'`[]/.test(character) ? Kind.Before : 0);
}

function isKind(unit: number, kind: number): boolean {
  return unit < 128 ? ((kinds[unit] as number) & kind) !== 0 : kind === Kind.Before && /\s/.test(String.fromCharCode(unit));
}

/** Calls `found` with each path and the offset, in the slice, of the character before it (at the beginning: of the path). */
export function eachPath(slice: TextSlice, found: (path: string, offset: number) => void): void {
  const { text, scan, from: first, to: last, firstMark, endMark } = slice;
  const { units, marks } = scan;
  let done = first;
  for (let mark = firstMark; mark < endMark; mark++) {
    const at = marks[mark] as number;
    if (at < done || units[at] !== dot) continue;
    let from = at;
    let hasFolder = false;
    for (; from > done && isKind(units[from - 1] as number, Kind.Path); from--) if (units[from - 1] === slash) hasFolder = true;
    let to = at + 1;
    for (; to < last && isKind(units[to] as number, Kind.Path); to++) if (units[to] === slash) hasFolder = true;
    done = to;
    if (from > first && !isKind(units[from - 1] as number, Kind.Before)) continue;
    const path = (hasFolder ? withFolder.exec(text.slice(from, to))?.[0] : undefined) ?? bareName(slice, from, at);
    if (path !== undefined) found(path, Math.max(0, from - 1 - first));
  }
}

/** The bare name that begins at `from` and has its first dot at `at`, if its extension is a common one. */
function bareName({ text, scan, to: last }: TextSlice, from: number, at: number): string | undefined {
  const { units } = scan;
  let to = at + 1;
  while (to < last && isKind(units[to] as number, Kind.Extension)) to++;
  if (from === at || to - at < 2 || to - at > maxExtensionLength + 1) return undefined;
  for (let i = from; i < at; i++) if (!isKind(units[i] as number, Kind.Extension) && units[i] !== hyphen) return undefined;
  return commonExtensions.has(text.slice(at + 1, to)) ? text.slice(from, to) : undefined;
}
