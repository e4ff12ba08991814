/** Documents of settings that are a resource by their keys, as those of Kubernetes are. Each part is passed once. */

import { hasAny, wordsOf } from '../../../util/strings.ts';
import type { Draft, Drafts } from '../frames.ts';
import type { Source } from '../source.ts';
import type { Syntax } from '../syntax.ts';

/** Puts each resource in the place of its outer keys, which say nothing by themselves. */
export function readResources(source: Source, drafts: Drafts): void {
  const { parts, syntax } = source;
  if (syntax.resources === undefined || parts.count === 0) return;
  const kept: Draft[] = [];
  let [from, next] = [0, 0];
  for (let at = 0; at <= parts.count; at++) {
    if (at < parts.count && !isSeparator(source, at)) continue;
    const resource = resourceIn(source, syntax.resources, from, at);
    const end = parts.ends[Math.max(0, at - 1)] as number;
    for (; (drafts.all[next]?.at ?? end) < end; next++) if (resource === undefined) kept.push(drafts.all[next] as Draft);
    if (resource !== undefined) kept.push(resource);
    from = at + 3;
  }
  drafts.all.length = 0;
  for (const draft of kept) drafts.all.push(draft);
}

/** Whether a part begins the line between two documents: `---`. */
function isSeparator(source: Source, at: number): boolean {
  return source.parts.indents[at] === 0 && source.isPair(at, '-', '-') && source.isPair(at + 1, '-', '-');
}

/** The resource that the parts in [from, end) are. */
function resourceIn(source: Source, forms: NonNullable<Syntax['resources']>, from: number, end: number): Draft | undefined {
  const { parts } = source;
  const missing = new Set(wordsOf(forms.keys));
  let isBelow = false;
  let inner = -1;
  let name: Pick<Draft, 'name' | 'at'> | undefined;
  for (let at = from; at < end; at++) {
    const indent = parts.indents[at] as number;
    if (indent < 0 || (indent > 0 && !isBelow) || !source.isWord(at) || !source.is(at + 1, ':')) continue;
    const key = source.textOf(at);
    if (indent === 0) {
      missing.delete(key);
      isBelow = key === forms.below;
      continue;
    }
    if (inner < 0) inner = indent;
    if (indent === inner && key === forms.name) name ??= valueAt(source, at + 2, end);
  }
  if (name === undefined || missing.size > 0) return undefined;
  const [start, to] = [parts.starts[from] as number, parts.ends[end - 1] as number];
  return { ...name, kind: 'value', scope: 'outermost', container: undefined, from: start, to };
}

/** The value on the rest of a line, unless a template or another place fills it in. */
function valueAt(source: Source, first: number, end: number): Pick<Draft, 'name' | 'at'> | undefined {
  const { text, parts } = source;
  if (first >= end || source.isFirst(first) || !(source.isWord(first) || source.isString(first))) return undefined;
  let last = first;
  while (last + 1 < end && !source.isFirst(last + 1)) last++;
  for (let at = first + 1; at <= last; at++) if (!source.touches(at) || source.is(at, '{')) return undefined;
  const quote = source.isString(first) ? 1 : 0;
  const at = (parts.starts[first] as number) + quote;
  const name = text.slice(at, (parts.ends[last] as number) - quote);
  return name === '' || hasAny(name, '{') ? undefined : { name, at };
}
