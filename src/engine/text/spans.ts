/** A range of a text: UTF-16 offsets, end exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The text with the parts in these spans (ascending, disjoint) replaced. */
export function replaceSpans(text: string, spans: readonly Span[], replaced: (part: string) => string): string {
  let result = '';
  let at = 0;
  for (const { from, to } of spans) {
    result += text.slice(at, from) + replaced(text.slice(from, to));
    at = to;
  }
  return result + text.slice(at);
}

/** Whether two spans share a code unit. */
export function overlap(a: Span, b: Span): boolean {
  return a.from < b.to && b.from < a.to;
}
