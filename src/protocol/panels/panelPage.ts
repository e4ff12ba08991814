/**
 * Pages of the answer panel: what is shown in place of the thread until the next question, such as the description of the workspace or the
 * report of the index. A page is plain parts, in order. Its links are numbers: only the extension knows where they lead.
 */

import { boolean, type Infer, integer, list, object, optional, text, variants } from '../schema.ts';

const pieces = list(object({ text: text(), link: optional(integer(0, 1_000_000)) }));
/** Texts in a row, some of them links. */
export type PagePieces = Infer<typeof pieces>;

/** A request may hold hundreds of passages. UTF-16 units. */
const maxVerbatim = 20_000_000;

export const pagePart = variants('kind', {
  heading: object({ level: integer(2, 4), text: text() }),
  line: object({ pieces }),
  /** A sentence of a file, then where it is. */
  quote: object({ pieces }),
  /** With `fold`, behind that line; unfolded at first if `isOpen`. */
  list: object({ items: list(pieces), fold: optional(text()), isOpen: optional(boolean) }),
  /** The first cell of a row names it. Without `head` there are no column headers. */
  table: object({ head: list(text()), rows: list(list(pieces)) }),
  /** As it is, to the last character. */
  verbatim: object({ text: text(maxVerbatim) }),
  button: object({ text: text(), link: integer(0, 1_000_000) }),
});
export type PagePart = Infer<typeof pagePart>;

/** Without parts it is still being made. */
export const panelPage = object({ title: text(), parts: list(pagePart) });
export type PanelPage = Infer<typeof panelPage>;
