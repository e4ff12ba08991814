/** Reads the templates that a text defines between `{{` and `}}`. Each part is passed once. */

import { type Drafts, outerFrame } from '../frames.ts';
import type { Source } from '../source.ts';
import { onlySpans } from './scripts.ts';

const [opening, closing] = ['{{', '}}'];

/** A text with everything outside of `{{` and `}}` blank, offsets kept; undefined if it has none. */
export function onlyActions(text: string): string | undefined {
  const spans: (readonly [from: number, to: number])[] = [];
  for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at)) {
    const end = text.indexOf(closing, at);
    if (end < 0) break;
    spans.push([at, end + closing.length]);
    at = end + closing.length;
  }
  return spans.length === 0 ? undefined : onlySpans(text, spans);
}

/** `{{ define "name" }}` … `{{ end }}`. */
export function readTemplates(source: Source, drafts: Drafts): void {
  const { parts } = source;
  const frame = outerFrame(parts.count);
  /** The definitions that are open, and -1 for other blocks. */
  const open: number[] = [];
  for (let at = 0; at < parts.count; at++) {
    if (!source.isPair(at, '{', '{')) continue;
    const word = source.is(at + 2, '-') ? at + 3 : at + 2;
    const role = source.role(word);
    if (role.isEnd) drafts.endAt(open.pop() ?? -1, parts.ends[Math.min(parts.count, source.after(at)) - 1] as number);
    if (role.isStatement) open.push(-1);
    if (role.declares === undefined || !source.isString(word + 1)) continue;
    const start = (parts.starts[word + 1] as number) + 1;
    open.push(drafts.add(frame, 'function', source.textOf(word + 1).slice(1, -1), start, parts.starts[at] as number));
  }
}
