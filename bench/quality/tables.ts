/** Tables as text, in Markdown, so that they can be pasted where they are needed. */

/** A table with a head; all columns but the first are right-aligned. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)));
  const lineOf = (cells: readonly string[]): string =>
    `| ${head.map((_, i) => (i === 0 ? (cells[i] ?? '').padEnd(widths[i] as number) : (cells[i] ?? '').padStart(widths[i] as number))).join(' | ')} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [lineOf(head), rule, ...rows.map(lineOf)].join('\n');
}

/** A share as it is printed: three digits, or nothing where there is none. */
export function share(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(3);
}

/** A difference of shares in points with its sign. */
export function points(value: number): string {
  return `${value >= 0 ? '+' : '−'}${Math.abs(value * 100).toFixed(1)}`;
}

/** Milliseconds with two digits. */
export function milliseconds(value: number): string {
  return value.toFixed(2);
}
