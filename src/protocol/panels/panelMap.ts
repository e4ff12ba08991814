/** Messages between the map and the extension. */

import { asArray, asInteger, asObject, asString, oneOf, optional } from '../check.ts';
import { type Excerpt, readExcerpt } from '../evidence.ts';
import { type MapDetail, type MapResult, readMapDetail, readMapResult } from '../map.ts';
import type { MapWords } from './mapWords.ts';

/** The cursor's file and the areas that contain its place. */
export interface MapCursor {
  readonly uri: string;
  /** 1-based. */
  readonly line: number;
  readonly here: readonly string[];
}

/** Messages to the map. */
export type ToMap =
  | { readonly type: 'words'; readonly words: MapWords }
  | { readonly type: 'map'; readonly map: MapResult }
  /** Nothing to draw yet, or a failure that can be retried; one sentence. */
  | { readonly type: 'wait'; readonly text: string; readonly hasFailed?: boolean }
  | { readonly type: 'detail'; readonly detail: MapDetail }
  | { readonly type: 'excerpts'; readonly key: string; readonly excerpts: readonly Excerpt[] }
  | { readonly type: 'cursor'; readonly cursor: MapCursor }
  /** Shows one area: unfolds and centres it. */
  | { readonly type: 'focus'; readonly id: string };

/** A chunk of an area that was sent. */
export interface ChunkOfMap {
  readonly id: string;
  readonly index: number;
}

/** Messages from the map: the user's actions. */
export type FromMap =
  | { readonly type: 'ready' }
  | { readonly type: 'refresh' }
  | { readonly type: 'detail'; readonly id: string }
  | ({ readonly type: 'open' } & ChunkOfMap)
  /** Requests the lines of both ends of a link; `key` is returned with them. */
  | { readonly type: 'excerpts'; readonly key: string; readonly ends: readonly ChunkOfMap[]; readonly names: readonly string[] }
  | { readonly type: 'evidence'; readonly from: ChunkOfMap; readonly to: ChunkOfMap }
  | { readonly type: 'ask'; readonly id: string };

/** Validates a message from the map; throws if it is invalid. */
export function readFromMap(value: unknown): FromMap {
  const message = asObject(value, 'message');
  const type = oneOf(message.type, 'type', ['ready', 'refresh', 'detail', 'open', 'excerpts', 'evidence', 'ask']);
  switch (type) {
    case 'ready':
    case 'refresh':
      return { type };
    case 'detail':
    case 'ask':
      return { type, id: asString(message.id, 'id', 10_000) };
    case 'open':
      return { type, ...readChunk(message, 'message') };
    case 'excerpts':
      return {
        type,
        key: asString(message.key, 'key', 100),
        ends: asArray(message.ends, 'ends', readChunk).slice(0, 2),
        names: asArray(message.names, 'names', (name, path) => asString(name, path, 1000)).slice(0, 20),
      };
    case 'evidence':
      return { type, from: readChunk(message.from, 'from'), to: readChunk(message.to, 'to') };
  }
}

function readChunk(value: unknown, name: string): ChunkOfMap {
  const chunk = asObject(value, name);
  return { id: asString(chunk.id, `${name}.id`, 10_000), index: asInteger(chunk.index, `${name}.index`, 0, 1e6) };
}

/** Validates a message to the map; throws if it is invalid. */
export function readToMap(value: unknown): ToMap {
  const message = asObject(value, 'message');
  const type = oneOf(message.type, 'type', ['words', 'map', 'wait', 'detail', 'excerpts', 'cursor', 'focus']);
  switch (type) {
    case 'words':
      return { type, words: asObject(message.words, 'words') as MapWords };
    case 'map':
      return { type, map: readMapResult(message.map) };
    case 'wait':
      return { type, text: asString(message.text, 'text'), hasFailed: message.hasFailed === true };
    case 'detail':
      return { type, detail: readMapDetail(message.detail) };
    case 'excerpts':
      return { type, key: asString(message.key, 'key'), excerpts: asArray(message.excerpts, 'excerpts', readExcerpt) };
    case 'cursor':
      return { type, cursor: readCursor(message.cursor) };
    case 'focus':
      return { type, id: asString(message.id, 'id') };
  }
}

function readCursor(value: unknown): MapCursor {
  const cursor = asObject(value, 'cursor');
  return {
    uri: asString(cursor.uri, 'uri'),
    line: asInteger(cursor.line, 'line', 1, 1e9),
    here: optional(cursor.here, (here) => asArray(here, 'here', asString)) ?? [],
  };
}
