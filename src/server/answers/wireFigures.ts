/** Converts the sketch plot from the service's data to wire types. */

import type { SketchesResult } from '../../protocol/figures.ts';
import type { MapResult } from '../../protocol/map.ts';
import { communityId } from '../../service/explorer/communityRows.ts';
import type { CommunitiesAnswer, SketchPlot } from '../../service/types/results.ts';
import { type Conversion, toWirePlace } from './wire.ts';

/** The points of all folders, each with the largest area of the map that contains its chunk. */
export function toSketches(
  plots: readonly SketchPlot[],
  answers: readonly CommunitiesAnswer[],
  map: MapResult,
  conversion: Conversion,
): SketchesResult {
  const position = new Map(map.communities.map(({ id }, i) => [id, i]));
  const areaOf = new Map<string, number>();
  for (const { folder, communities } of answers) {
    for (const { id, chunks } of communities) {
      const area = position.get(communityId(folder, id));
      if (area === undefined) continue;
      for (const chunk of chunks) {
        const key = `${chunk.folder}\n${chunk.path}\n${chunk.startLine}`;
        // Areas are sorted by size, so the smallest index is the largest area.
        areaOf.set(key, Math.min(area, areaOf.get(key) ?? area));
      }
    }
  }
  const points = plots.flatMap(({ points: found }) =>
    found.map((point) => ({
      x: Math.round(point.x * 1000) / 1000,
      y: Math.round(point.y * 1000) / 1000,
      kind: point.kind,
      label: `${toWirePlace(point, conversion).path}:${point.startLine}`,
      area: areaOf.get(`${point.folder}\n${point.path}\n${point.startLine}`) ?? -1,
    })),
  );
  return { points, chunks: plots.reduce((sum, { chunks }) => sum + chunks, 0) };
}
