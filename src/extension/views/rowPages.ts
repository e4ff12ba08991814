/** Paging of tree levels: thousands of rows at once are slow to draw and useless. */

/** Rows of a level that are shown at first, and that each "more" adds. */
const rowsPerPage = 100;

export class RowPages {
  readonly #shown = new Map<string, number>();

  /** How many of `all` rows of a level are shown. A "more" row for a single row is replaced by that row. */
  shownOf(level: string, all: number): number {
    const shown = this.#shown.get(level) ?? rowsPerPage;
    return shown + 1 >= all ? all : shown;
  }

  /** Shows the next rows of a level. */
  more(level: string): void {
    this.#shown.set(level, (this.#shown.get(level) ?? rowsPerPage) + rowsPerPage);
  }

  /** Shows enough pages of a level to include row `row` (from 0); returns whether that added any. */
  reach(level: string, row: number): boolean {
    const before = this.#shown.get(level) ?? rowsPerPage;
    const needed = Math.ceil((row + 1) / rowsPerPage) * rowsPerPage;
    this.#shown.set(level, Math.max(before, needed));
    return needed > before;
  }
}
