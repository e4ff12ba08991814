/** Messages between the map and the extension. */

import { excerpt } from '../evidence.ts';
import { mapDetail, mapGates, mapResult } from '../map.ts';
import { uri } from '../places.ts';
import { boolean, extend, firstOf, type Infer, integer, list, object, optional, record, type Schema, text, variants } from '../schema.ts';
import type { MapWords } from './mapWords.ts';

/** The cursor's file and the areas that contain its place. */
const mapCursor = object({
  uri,
  /** 1-based. */
  line: integer(1, 1e9),
  here: list(text()),
});
export type MapCursor = Infer<typeof mapCursor>;

/** Messages to the map. */
export const toMap = variants('type', {
  words: object({ words: record(text()) as Schema<MapWords> }),
  map: object({ map: mapResult }),
  /** Nothing to draw yet, or a failure that can be retried; one sentence. */
  wait: object({ text: text(), hasFailed: optional(boolean) }),
  detail: object({ detail: mapDetail }),
  excerpts: object({ key: text(), excerpts: list(excerpt) }),
  cursor: object({ cursor: mapCursor }),
  gates: object({ gates: mapGates }),
  /** Shows one area: unfolds and centres it. */
  focus: object({ id: text() }),
});
export type ToMap = Infer<typeof toMap>;

const area = object({ id: text(10_000) });

/** A chunk of an area that was sent. */
const chunkOfMap = extend(area, { index: integer(0, 1e6) });
export type ChunkOfMap = Infer<typeof chunkOfMap>;

/** Messages from the map: the user's actions. */
export const fromMap = variants('type', {
  ready: object({}),
  refresh: object({}),
  detail: area,
  open: chunkOfMap,
  /** Opens one of the first files of a part. */
  openFile: chunkOfMap,
  /** Requests the lines of both ends of a link; `key` is returned with them. */
  excerpts: object({ key: text(100), ends: firstOf(chunkOfMap, 2), names: firstOf(text(1000), 20) }),
  evidence: object({ from: chunkOfMap, to: chunkOfMap }),
  ask: area,
  /** Asks for the layer of gates. */
  gates: object({}),
});
export type FromMap = Infer<typeof fromMap>;
