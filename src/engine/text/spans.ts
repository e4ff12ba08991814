/** A range of a text: UTF-16 offsets, end exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Whether two spans share a code unit. */
export function overlap(a: Span, b: Span): boolean {
  return a.from < b.to && b.from < a.to;
}
