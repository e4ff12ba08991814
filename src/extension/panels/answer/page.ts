/** Makes a page of the answer panel. Independent of the editor. */

import type { PagePart, PagePieces } from '../../../protocol/panels/panelPage.ts';
import type { WirePlace } from '../../../protocol/places.ts';

/** Where a link leads. */
export type PageTarget = WirePlace | (() => unknown);

/** A text, a place under its path and line, or a link with a label of its own. */
export type Piece = string | WirePlace | { readonly label: string; readonly to: PageTarget };

export class Page {
  readonly parts: PagePart[] = [];
  /** By number. */
  readonly links: PageTarget[] = [];

  heading(level: number, text: string): void {
    this.parts.push({ kind: 'heading', level, text });
  }

  line(...pieces: readonly Piece[]): void {
    this.parts.push({ kind: 'line', pieces: this.#pieces(pieces) });
  }

  quote(text: string, place: WirePlace): void {
    this.parts.push({ kind: 'quote', pieces: this.#pieces([text, place]) });
  }

  list(items: readonly (readonly Piece[])[], folded: { readonly fold?: string; readonly isOpen?: boolean } = {}): void {
    this.parts.push({ kind: 'list', items: items.map((item) => this.#pieces(item)), ...folded });
  }

  table(head: readonly string[], rows: readonly (readonly (readonly Piece[])[])[]): void {
    this.parts.push({ kind: 'table', head, rows: rows.map((row) => row.map((cell) => this.#pieces(cell))) });
  }

  verbatim(text: string): void {
    this.parts.push({ kind: 'verbatim', text });
  }

  button(text: string, to: PageTarget): void {
    this.parts.push({ kind: 'button', text, link: this.links.push(to) - 1 });
  }

  #pieces(pieces: readonly Piece[]): PagePieces {
    return pieces.map((piece) => {
      if (typeof piece === 'string') return { text: piece };
      const { label, to } = 'to' in piece ? piece : { label: labelOf(piece), to: piece };
      return { text: label, link: this.links.push(to) - 1 };
    });
  }
}

function labelOf({ path, startLine }: WirePlace): string {
  return startLine > 1 ? `${path}:${startLine}` : path;
}
