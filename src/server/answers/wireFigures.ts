/** The figures of the paper: the largest communities of all folders, and the sampled chunks in the plane of the sketches. */

import { visible } from '../../engine/text/visible.ts';
import { type FiguresResult, maxFigureCommunities } from '../../protocol/figures.ts';
import type { CommunitiesAnswer, SketchPlot } from '../../service/types/results.ts';
import { type Conversion, toWirePlace } from './wire.ts';

const namesShown = 6;

export function toFigures(plots: readonly SketchPlot[], answers: readonly CommunitiesAnswer[], conversion: Conversion): FiguresResult {
  const all = answers.flatMap(({ communities }) => communities).sort((a, b) => b.size - a.size || (a.id < b.id ? -1 : 1));
  const drawn = all.slice(0, maxFigureCommunities);
  const areaOf = new Map<string, number>();
  for (const [area, { chunks }] of drawn.entries())
    for (const { folder, path, startLine } of chunks) areaOf.set(`${folder}\n${path}\n${startLine}`, area);
  const points = plots.flatMap(({ points: found }) =>
    found.map((point) => ({
      x: Math.round(point.x * 1000) / 1000,
      y: Math.round(point.y * 1000) / 1000,
      kind: point.kind,
      label: `${toWirePlace(point, conversion).path}:${point.startLine}`,
      area: areaOf.get(`${point.folder}\n${point.path}\n${point.startLine}`) ?? -1,
    })),
  );
  const communities = drawn.map(({ name, size, labels, entities }) => ({
    name: visible(name),
    size,
    labels: labels.map(visible),
    entities: entities.slice(0, namesShown).map(visible),
  }));
  return { communities, all: all.length, points, chunks: plots.reduce((sum, { chunks }) => sum + chunks, 0) };
}
