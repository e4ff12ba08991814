/** Markdown tables as text. */

/** A table with a header row; all columns but the first are right-aligned. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)));
  const lineOf = (cells: readonly string[]): string =>
    `| ${head.map((_, i) => (i === 0 ? (cells[i] ?? '').padEnd(widths[i] as number) : (cells[i] ?? '').padStart(widths[i] as number))).join(' | ')} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [lineOf(head), rule, ...rows.map(lineOf)].join('\n');
}

/** A share in print: three digits, empty if undefined. */
export function share(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(3);
}

/** A difference of shares in points, with its sign. */
export function points(value: number): string {
  return `${value >= 0 ? '+' : '−'}${Math.abs(value * 100).toFixed(1)}`;
}

/** Milliseconds with two digits. */
export function milliseconds(value: number): string {
  return value.toFixed(2);
}
