/**
 * Marks that name their source otherwise than by a number in brackets, `[docs/tides.md:3-9]`, `(docs/tides.md, line 3)`, `<cite id="2"/>`,
 * `<ref>2</ref>`, written as numbers; tokens by which templates end a message are left out. One pass over a text, for up to some dozens of paths.
 */

import { fileNameOf } from '../../util/paths.ts';
import { citeTags, lineNouns, sourceNouns } from '../../vocabulary/replies/replyWords.ts';
import { alternatives } from './marks.ts';

/** A source that a mark may name by its path. */
export interface NamedSource {
  readonly path: string;
  /** Counted from 1, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

const tags = alternatives([...sourceNouns, ...citeTags]);
const spelled = new RegExp(
  [
    `<${tags}[\\w-]{0,12} [a-z]{1,8}=["']?(\\d{1,3})["']? ?/?>`,
    `<(${tags})>(\\d{1,3})</\\2>`,
    // `<|im_end|>`, `</s>`.
    '<[|｜][^<>\\n]{1,40}[|｜]>|</s>',
  ].join('|'),
  'giu',
);
const lines = `(?:[:#, ]{1,2}\\(?(?:${alternatives(lineNouns)}\\.? ?)?(\\d{1,6})(?: ?[-–—] ?L?(\\d{1,6}))?\\)?)`;

/** Writes the marks of a text as numbers of the sources. */
export function numberedBy(sources: readonly NamedSource[]): (text: string) => string {
  const names = sources.flatMap(({ path }, n) => namesOf(path).map((name) => [name, n] as const));
  const isOne = (name: string): boolean => new Set(names.filter(([one]) => one === name).map(([, n]) => sources[n]?.path)).size === 1;
  const known = [...new Set(names.map(([name]) => name))].filter((name) => isOne(name));
  const path = `\`?(${alternatives(known.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')))})`;
  const named = new RegExp(`(?<!\\w)\\[${path}\`?${lines}?\`?\\](?!\\()|(?<!\\])[(（]${path}\`?${lines}\`?[)）]`, 'giu');
  const numberOf = (name: string, line: number): number => {
    const held = sources.flatMap((source, i) => (namesOf(source.path).includes(name) ? [{ ...source, n: i + 1 }] : []));
    return (held.find(({ startLine, endLine }) => startLine <= line && line <= endLine) ?? held[0])?.n ?? 0;
  };
  const byPath = (whole: string, ...groups: readonly (string | undefined)[]): string => {
    const [name, from, to] = groups[0] === undefined ? groups.slice(3) : groups;
    const n = numberOf(name ?? '', Number(from));
    return n === 0 ? whole : `[${n}${from === undefined ? '' : `:${from}${to === undefined ? '' : `-${to}`}`}]`;
  };
  return (text) => {
    const plain = text.replace(spelled, (_, attribute?: string, __?: string, inner?: string) => {
      const digits = attribute ?? inner;
      return digits === undefined ? '' : `[${digits}]`;
    });
    return known.length === 0 ? plain : plain.replace(named, byPath);
  };
}

/** A path, and the file's name. */
function namesOf(path: string): readonly string[] {
  return [...new Set([path, fileNameOf(path)])];
}
