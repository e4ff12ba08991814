/**
 * Finds what looks like a file's name: a path with a folder and any ending, or a name with one of the usual endings, after a blank, a
 * bracket or a quote.
 *
 * Cost: looks at the dots of the text and the words around them.
 */

/** With folders; names of files and folders hold letters, digits, `_`, `.`, `@` and `-`. */
const withFolder = /^(?:[\w.@-]+\/)+[\w.@-]+\.\w{1,8}\b/;
const usualEndings = new Set(
  'js jsx ts tsx cjs cjsx cts ctsx mjs mjsx mts mtsx py rs go java rb php c h cpp cs md rst json yml yaml toml css html sh'.split(' '),
);
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

/** Calls `found` with each path and the offset of the sign before it (or of the path, at the beginning of the text). */
export function eachPath(text: string, found: (path: string, offset: number) => void): void {
  let done = 0;
  for (let at = text.indexOf('.'); at >= 0; at = text.indexOf('.', done)) {
    let from = at;
    let hasFolder = false;
    while (from > done && isOf(text.charCodeAt(from - 1), Kind.Path)) {
      from--;
      if (text.charCodeAt(from) === slash) hasFolder = true;
    }
    let to = at + 1;
    for (; to < text.length && isOf(text.charCodeAt(to), Kind.Path); to++) if (text.charCodeAt(to) === slash) hasFolder = true;
    done = to;
    if (from > 0 && !isOf(text.charCodeAt(from - 1), Kind.Before)) continue;
    const path = hasFolder ? (withFolder.exec(text.slice(from, to))?.[0] ?? plainName(text, from, at)) : plainName(text, from, at);
    if (path !== undefined) found(path, Math.max(0, from - 1));
  }
}

/** The name that begins at `from` and has its first dot at `at`, where its ending is a usual one. */
function plainName(text: string, from: number, at: number): string | undefined {
  for (let i = from; i < at; i++) if (!isOf(text.charCodeAt(i), Kind.Ending) && text.charCodeAt(i) !== hyphen) return undefined;
  let to = at + 1;
  while (to < text.length && isOf(text.charCodeAt(to), Kind.Ending)) to++;
  if (from === at || to - at > 5 || !usualEndings.has(text.slice(at + 1, to))) return undefined;
  return text.slice(from, to);
}
