/** How many rows of each level of a tree are shown: thousands at once are slow to draw and nobody reads them. */

/** Rows of a level that are shown at first, and that each "more" adds. */
const rowsPerPage = 100;

export class RowPages {
  readonly #shown = new Map<string, number>();

  /** How many of `all` rows of a level are shown. A row that would stand for one other is that other. */
  shownOf(level: string, all: number): number {
    const shown = this.#shown.get(level) ?? rowsPerPage;
    return shown + 1 >= all ? all : shown;
  }

  /** Shows the next rows of a level. */
  more(level: string): void {
    this.#shown.set(level, (this.#shown.get(level) ?? rowsPerPage) + rowsPerPage);
  }

  /** Shows as many pages of a level as row `row` (from 0) needs; tells whether there are more than before. */
  reach(level: string, row: number): boolean {
    const before = this.#shown.get(level) ?? rowsPerPage;
    const needed = Math.ceil((row + 1) / rowsPerPage) * rowsPerPage;
    this.#shown.set(level, Math.max(before, needed));
    return needed > before;
  }
}
