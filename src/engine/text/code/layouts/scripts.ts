/** The scripts inside of another text: it with everything else blank, offsets kept. Cost: one pass over the text. */

import { blanked, blanks, cutAt, isOnly, startsWithAny } from '../../../util/strings.ts';
import { type Fence, fenceAfter } from '../../fences.ts';
import type { Scripts } from '../syntax.ts';

type Range = readonly [from: number, to: number];

/** The scripts of a text, or undefined if it has none. */
export function scriptsOf(text: string, { places, language = '' }: Scripts): string | undefined {
  const spans = places === 'elements' ? elementsIn(text) : places === 'cells' ? cellsIn(text, language) : modulesIn(text);
  return spans.length === 0 ? undefined : onlySpans(text, spans);
}

/** The content of front matter and of `<script>` elements. */
function elementsIn(text: string): readonly Range[] {
  const spans: Range[] = [];
  const frontMatter = text.startsWith('---\n') ? text.indexOf('\n---', 3) : -1;
  if (frontMatter > 0) spans.push([4, frontMatter]);
  const lower = text.toLowerCase();
  for (let at = lower.indexOf('<script'); at >= 0; at = lower.indexOf('<script', at)) {
    const from = lower.indexOf('>', at) + 1;
    const end = from > 0 ? lower.indexOf('</script', from) : -1;
    if (end < 0) break;
    // Data, templates and shaders are no scripts.
    const type = lower.slice(at, from);
    if (!type.includes('type=') || type.includes('javascript') || type.includes('module') || type.includes('babel'))
      spans.push([from, end]);
    at = end;
  }
  return spans;
}

/** The content of fences of a language. */
function cellsIn(text: string, language: string): readonly Range[] {
  const spans: Range[] = [];
  let open: Fence | undefined;
  let from = 0;
  for (const [start, end] of eachLine(text)) {
    const next = fenceAfter(open, text.slice(start, end));
    if (open === undefined) from = end;
    else if (next === undefined && open.language === language) spans.push([from, start]);
    open = next;
  }
  return spans;
}

const moduleWords = new Set(['import', 'export']);

/**
 * The paragraphs of MDX that begin with `import` or `export`. Deviation from its parser: after a blank line, one goes on with lines that are
 * indented or begin with a closing bracket.
 */
function modulesIn(text: string): readonly Range[] {
  const spans: Range[] = [];
  let fence: Fence | undefined;
  let from = -1;
  let to = 0;
  let isBefore = true;
  for (const [start, end] of eachLine(text)) {
    const line = text.slice(start, end);
    const isBlank = isOnly(line, blanks);
    if (from >= 0 && isBefore && !isBlank && !startsWithAny(line, ' \t)]}')) {
      spans.push([from, to]);
      from = -1;
    }
    if (from < 0) {
      const isInside = fence !== undefined;
      fence = fenceAfter(fence, line);
      if (!isInside && isBefore && moduleWords.has(cutAt(line, ' '))) from = start;
    }
    if (!isBlank) to = end;
    // Front matter may end before.
    isBefore = isBlank || isOnly(line, `-${blanks}`);
  }
  if (from >= 0) spans.push([from, to]);
  return spans;
}

/** The lines of a text with their line breaks. */
function* eachLine(text: string): Generator<Range> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start) + 1 || text.length;
    yield [start, end];
    start = end;
  }
}

/** A text with everything outside of some spans blank, offsets kept. */
export function onlySpans(text: string, spans: readonly Range[]): string {
  let found = '';
  let last = 0;
  for (const [from, to] of spans) {
    found += blanked(text.slice(last, from)) + text.slice(from, to);
    last = to;
  }
  return found + blanked(text.slice(last));
}
