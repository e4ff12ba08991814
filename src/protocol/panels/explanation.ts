/** Wire types of what a system found on its way to a ranking. */

import { sectionKinds } from '../../engine/retrieval/explanation.ts';
import { count, wirePlace } from '../places.ts';
import { boolean, extend, type Infer, integer, list, object, oneOf, optional, text } from '../schema.ts';

const position = integer(0, 1e6);
const id = integer(-1e9, 1e9);

export const explanation = object({
  sections: list(
    object({
      kind: oneOf(sectionKinds),
      rows: list(object({ label: text(), detail: text(), places: list(position) })),
      more: count,
    }),
  ),
  drawing: optional(
    object({
      nodes: list(object({ id, label: text(), place: optional(position), isDropped: boolean })),
      edges: list(object({ from: id, to: id, label: text() })),
      isDirected: boolean,
    }),
  ),
  /** What rows and nodes refer to. */
  places: list(extend(wirePlace, { title: text() })),
});
export type WireExplanation = Infer<typeof explanation>;
