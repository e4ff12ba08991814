/** The scripts of a component or page: its text with everything outside of `<script>` elements and front matter blank, offsets kept. */

import { blanked } from '../../../util/strings.ts';

/** The scripts of a text, or undefined if it has none. */
export function scriptsOf(text: string): string | undefined {
  const spans: (readonly [from: number, to: number])[] = [];
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
  return spans.length === 0 ? undefined : onlySpans(text, spans);
}

/** A text with everything outside of some spans blank, offsets kept. */
export function onlySpans(text: string, spans: readonly (readonly [from: number, to: number])[]): string {
  let found = '';
  let last = 0;
  for (const [from, to] of spans) {
    found += blanked(text.slice(last, from)) + text.slice(from, to);
    last = to;
  }
  return found + blanked(text.slice(last));
}
