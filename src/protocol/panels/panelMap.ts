/** Messages between the map and the extension. */

import { mapEnd, mapInside, mapResult, mapUses } from '../map.ts';
import { wirePlace } from '../places.ts';
import { boolean, type Infer, object, oneOf, optional, text, variants } from '../schema.ts';

const partId = text(10_000);
/** Names an arrow in both directions. */
const arrow = text(100_000);

/** Messages to the map. */
export const toMap = variants('type', {
  map: object({ map: mapResult }),
  /** Nothing to draw yet, or a failure that can be retried; one sentence. */
  wait: object({ text: text(), hasFailed: optional(boolean) }),
  inside: object({ inside: mapInside }),
  uses: object({ arrow, uses: mapUses }),
  /** Unfolds one part. */
  focus: object({ id: partId }),
});
export type ToMap = Infer<typeof toMap>;

/** Messages from the map: the user's actions. */
export const fromMap = variants('type', {
  ready: object({}),
  refresh: object({}),
  inside: object({ id: partId }),
  uses: object({ arrow, from: mapEnd, to: mapEnd }),
  open: object({ place: wirePlace }),
  communities: object({ id: partId }),
  copy: object({ as: oneOf(['mermaid', 'svg']), text: text(5_000_000) }),
});
export type FromMap = Infer<typeof fromMap>;
