/** Documents of settings that are a resource by their keys, as those of Kubernetes are. Each part is passed once. */

import { hasAny, wordsOf } from '../../../util/strings.ts';
import type { Draft, Drafts } from '../frames.ts';
import type { Source } from '../source.ts';
import type { Syntax } from '../syntax.ts';

type Forms = NonNullable<Syntax['resources']>;

/** Puts each resource in the place of its outer keys, which say nothing by themselves. */
export function readResources(source: Source, drafts: Drafts): void {
  const { parts, syntax } = source;
  if (syntax.resources === undefined || parts.count === 0) return;
  const kept: Draft[] = [];
  let [from, next] = [0, 0];
  for (let at = 0; at <= parts.count; at++) {
    if (at < parts.count && !isSeparator(source, at)) continue;
    const resources = resourcesIn(source, syntax.resources, from, at);
    const end = parts.ends[Math.max(0, at - 1)] as number;
    for (; (drafts.all[next]?.at ?? end) < end; next++) if (resources.length === 0) kept.push(drafts.all[next] as Draft);
    kept.push(...resources);
    from = at + 3;
  }
  drafts.all.length = 0;
  for (const draft of kept) drafts.all.push(draft);
}

/** Whether a part begins the line between two documents: `---`. */
function isSeparator(source: Source, at: number): boolean {
  return source.parts.indents[at] === 0 && source.isPair(at, '-', '-') && source.isPair(at + 1, '-', '-');
}

/** The resource that the parts in [from, end) are, or those in its list. */
function resourcesIn(source: Source, forms: Forms, from: number, end: number): readonly Draft[] {
  const { parts } = source;
  const own = from < end ? resourceIn(source, forms, from, end, 0) : undefined;
  if (own !== undefined) return [own];
  const found: Draft[] = [];
  let list = from;
  while (list < end && !(parts.indents[list] === 0 && source.textOf(list) === forms.list && source.is(list + 1, ':'))) list++;
  const indent = parts.indents[list + 2] ?? -1;
  const isItem = (at: number): boolean => parts.indents[at] === indent && source.is(at, '-');
  for (let at = list + 2; at < end && isItem(at); ) {
    let next = at + 1;
    while (next < end && !(isItem(next) || (source.isFirst(next) && (parts.indents[next] as number) <= indent))) next++;
    const column = indent + (parts.starts[at + 1] as number) - (parts.starts[at] as number);
    const item = at + 1 < next ? resourceIn(source, forms, at + 1, next, column) : undefined;
    if (item !== undefined) found.push(item);
    at = next;
  }
  return found;
}

/** The resource that the parts in [from, end) are, whose keys are in a column. */
function resourceIn(source: Source, forms: Forms, from: number, end: number, column: number): Draft | undefined {
  const { parts } = source;
  const missing = new Set(wordsOf(forms.keys));
  let isBelow = false;
  let inner = -1;
  let name: Pick<Draft, 'name' | 'at'> | undefined;
  for (let at = from; at < end; at++) {
    const indent = at === from ? column : (parts.indents[at] as number);
    if (indent < column || (indent > column && !isBelow) || !source.isWord(at) || !source.is(at + 1, ':')) continue;
    const key = source.textOf(at);
    if (indent === column) {
      missing.delete(key);
      isBelow = key === forms.below;
      if (isBelow && source.is(at + 2, '{')) name ??= valueInBraces(source, at + 2, forms.name);
      continue;
    }
    if (inner < 0) inner = indent;
    if (indent === inner && key === forms.name) name ??= valueAt(source, at + 2, end);
  }
  if (name === undefined || missing.size > 0) return undefined;
  const [start, to] = [parts.starts[from] as number, parts.ends[end - 1] as number];
  return { ...name, kind: 'value', scope: 'outermost', container: undefined, from: start, to };
}

/** The value of a key in braces: `{ name: x }`. */
function valueInBraces(source: Source, open: number, key: string): Pick<Draft, 'name' | 'at'> | undefined {
  const close = source.after(open) - 1;
  for (let at = open + 1; at < close; at = source.after(at)) {
    if (source.textOf(at) !== key || !source.is(at + 1, ':') || !source.isAny(at - 1, '{,')) continue;
    let end = at + 2;
    while (end < close && !source.is(end, ',')) end++;
    return valueAt(source, at + 2, end);
  }
  return undefined;
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
