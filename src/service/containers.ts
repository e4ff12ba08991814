/**
 * What MkDocs adds to Markdown, as that of CommonMark: a tab of content (`=== "HTTP"`) is its title, an admonition (`!!! note`) a quote, each with the
 * lines that are indented below it; icons (`:material-apple:`) are left out. Cost: one pass over the lines.
 */

import { type Fence, fenceAfter } from '../engine/text/fences.ts';
import { indentLength } from '../engine/util/strings.ts';

const opening =
  /^[ \t]*(?:={3}[!+]?[ \t]+"(?<tab>[^"]{1,200})"|(?:!{3}|\?{3}\+?)[ \t]+(?<kind>[a-z][\w-]{0,40})[^"\n]{0,100}(?:"(?<title>[^"]{0,200})")?)[ \t]*$/;
const icon = /:(?:material|fontawesome|octicons|simple)-[a-z\d-]{1,80}:(?:\{[^}\n]{0,80}\})?[ \t]*/g;
/** What is in a tab or an admonition is indented by as much. */
const step = 4;

export function fromContainers(text: string): string {
  const made: string[] = [];
  /** What is open, outermost first: where its lines begin, and the prefix of each. */
  const open: { readonly indent: number; readonly prefix: string }[] = [];
  let fence: Fence | undefined;
  const prefixes = (): string => open.map(({ prefix }) => prefix).join('');
  const add = (line: string): void => void made.push(`${prefixes()}${line}`.trimEnd());
  for (const line of text.split('\n')) {
    const isBlank = line.trim() === '';
    for (let inner = open.at(-1); inner !== undefined && !isBlank && indentLength(line) < inner.indent; inner = open.at(-1)) {
      // Code ends with what it is in.
      if (fence !== undefined) add(fence.mark);
      fence = undefined;
      open.pop();
      if (inner.prefix !== '') add('');
    }
    // The title of what is open has a blank line below it already.
    if (isBlank && fence === undefined && open.length > 0 && made.at(-1) === prefixes().trimEnd()) continue;
    const own = line.slice(Math.min(open.at(-1)?.indent ?? 0, indentLength(line)));
    const { tab, kind, title = '' } = (fence === undefined ? opening.exec(own)?.groups : undefined) ?? {};
    if (tab === undefined && kind === undefined) {
      fence = fenceAfter(fence, own);
      add(fence === undefined ? own.replace(icon, '') : own);
      continue;
    }
    const indent = indentLength(line) + step;
    if (made.length > 0 && made.at(-1) !== '') add('');
    if (tab === undefined) open.push({ indent, prefix: '> ' });
    add(`**${tab ?? (title === '' ? `${kind?.charAt(0).toUpperCase()}${kind?.slice(1)}` : title)}**`);
    add('');
    if (tab !== undefined) open.push({ indent, prefix: '' });
  }
  if (fence !== undefined && open.length > 0) add(fence.mark);
  return made.join('\n');
}
