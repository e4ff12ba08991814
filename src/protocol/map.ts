/** Wire types of the map: the parts of the workspace, the files of one, and what they import and call of each other. */

import type { RequestName } from './messageNames.ts';
import { uri, wirePlace } from './places.ts';
import { checkRange, extend, firstOf, type Infer, integer, join, list, object, oneOf, optional, text } from './schema.ts';

/** Files of an unfolded part that have a box of their own; the others are one. */
export const maxMapFiles = 24;
/** Lines listed of one arrow. */
export const maxMapUses = 400;

const count = integer(0, 1e9);

/** What one box uses of another. Ends are positions in the list next to it. */
const mapArrow = object({ from: count, to: count, imports: count, calls: count });
export type MapArrow = Infer<typeof mapArrow>;

const mapPart = object({
  /** That of the overview. */
  id: text(),
  /** As the overview calls it: empty for the files of the folder itself. */
  name: text(),
  /** The workspace folder's name if there are several; else empty. */
  folder: text(),
  /** What its author says about it, else what it holds. */
  says: text(),
  passages: count,
  files: count,
});
export type MapPart = Infer<typeof mapPart>;

/** The parts of all folders. */
export const mapResult = object(
  {
    /** Those of most passages first. */
    parts: list(mapPart),
    arrows: list(mapArrow),
    /** Files in no part: tests, change logs, licences and the like. */
    others: count,
  },
  ({ parts, arrows }, path) => checkEnds(arrows, parts.length, join(path, 'arrows')),
);
export type MapResult = Infer<typeof mapResult>;

/** The inside of one part. */
export const mapInside = object(
  {
    id: text(),
    /** The most used first. */
    files: list(wirePlace),
    /** Files that are not listed; in `arrows` they are one box, at the end of the list. */
    left: count,
    arrows: list(mapArrow),
  },
  ({ files, arrows, left }, path) => checkEnds(arrows, files.length + Math.min(1, left), join(path, 'arrows')),
);
export type MapInside = Infer<typeof mapInside>;

function checkEnds(arrows: readonly MapArrow[], length: number, path: string): void {
  for (const [i, { from, to }] of arrows.entries()) {
    checkRange(from, `${path}[${i}].from`, 0, length - 1);
    checkRange(to, `${path}[${i}].to`, 0, length - 1);
  }
}

/** Requests the parts. */
export const mapRequest: RequestName<Record<string, never>, MapResult> = 'meshrag/map';

/** Requests the files of a part to unfold; none if it no longer exists. */
export const mapInsideRequest: RequestName<{ readonly id: string }, MapInside> = 'meshrag/mapInside';

/** What a box is for: all files of some parts, only some files, or all but some. */
export const mapEnd = object({
  parts: firstOf(text(10_000), 1000),
  only: optional(firstOf(uri, 1000)),
  without: optional(firstOf(uri, 1000)),
});
export type MapEnd = Infer<typeof mapEnd>;

export const mapUsesParams = object({ from: mapEnd, to: mapEnd });

/** A line that imports or calls. */
const mapUse = extend(wirePlace, {
  kind: oneOf(['imports', 'calls']),
  name: text(),
  /** Path of the file that is used, for display. */
  used: text(10_000),
});
export type MapUse = Infer<typeof mapUse>;

export const mapUses = object({
  /** By file and line. */
  uses: list(mapUse),
  /** Those that are not listed. */
  left: count,
});
export type MapUses = Infer<typeof mapUses>;

/** Requests the lines behind an arrow. */
export const mapUsesRequest: RequestName<Infer<typeof mapUsesParams>, MapUses> = 'meshrag/mapUses';
