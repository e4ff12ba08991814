/** The map: parts, and the files of one, with what they import and call of each other. */

import { visible } from '../../engine/text/visible.ts';
import { type MapArrow, type MapEnd, type MapInside, type MapResult, type MapUses, maxMapFiles, maxMapUses } from '../../protocol/map.ts';
import { partId, placeAt } from '../../service/treeRows/overviewRows.ts';
import type { FolderUses, OverviewAnswer } from '../../service/types/results.ts';
import { type Conversion, folderName, toWire, toWirePlace } from './wire.ts';

type Overview = Pick<OverviewAnswer, 'folder' | 'parts' | 'corners'>;

/** The parts of all folders. */
export function toMap(overviews: readonly Overview[], uses: readonly FolderUses[], conversion: Conversion): MapResult {
  const hasSeveral = conversion.folderNames.size > 1;
  const parts = overviews
    .flatMap(({ folder, parts: own }) => own.map((part) => ({ folder, part })))
    .sort((a, b) => b.part.passages - a.part.passages);
  const at = new Map(parts.flatMap(({ folder, part }, i) => part.files.map(({ path }) => [fileKey(folder, path), i] as const)));
  return {
    parts: parts.map(({ folder, part }) => ({
      id: partId(folder, 'part', part.name),
      name: visible(part.name),
      folder: hasSeveral ? visible(folderName(folder, conversion)) : '',
      says: visible(part.says?.text ?? part.holds.join(', ')),
      passages: part.passages,
      files: part.files.length,
    })),
    arrows: arrowsBetween(uses, (folder, path) => at.get(fileKey(folder, path))),
    others: overviews.reduce((sum, { corners }) => corners.reduce((files, { paths }) => files + paths.length, sum), 0),
  };
}

/** The files of a part; none if it no longer exists. */
export function toMapInside(id: string, overviews: readonly Overview[], uses: readonly FolderUses[], conversion: Conversion): MapInside {
  const found = overviews.flatMap(({ folder, parts }) => parts.map((part) => ({ folder, part })));
  const own = found.find(({ folder, part }) => partId(folder, 'part', part.name) === id);
  if (own === undefined) return { id, files: [], left: 0, arrows: [] };
  const { folder, part } = own;
  // One more file takes no more room than a box for the rest.
  const shown = part.files.length <= maxMapFiles + 1 ? part.files : part.files.slice(0, maxMapFiles);
  const at = new Map(part.files.map(({ path }, i) => [fileKey(folder, path), Math.min(i, shown.length)]));
  return {
    id,
    files: shown.map(({ path }) => toWirePlace(placeAt(folder, path), conversion)),
    left: part.files.length - shown.length,
    arrows: arrowsBetween(uses, (one, path) => at.get(fileKey(one, path))),
  };
}

/** Counts the uses between different boxes; those of most uses first. */
function arrowsBetween(all: readonly FolderUses[], boxOf: (folder: string, path: string) => number | undefined): readonly MapArrow[] {
  const found = new Map<string, { from: number; to: number; imports: number; calls: number }>();
  for (const { folder, uses } of all) {
    for (const use of uses) {
      const [from, to] = [boxOf(folder, use.from), boxOf(folder, use.to)];
      if (from === undefined || to === undefined || from === to) continue;
      const arrow = found.get(`${from} ${to}`) ?? { from, to, imports: 0, calls: 0 };
      found.set(`${from} ${to}`, arrow);
      arrow[use.kind]++;
    }
  }
  const size = ({ imports, calls }: MapArrow): number => imports + calls;
  return [...found.values()].sort((a, b) => size(b) - size(a) || a.from - b.from || a.to - b.to);
}

/** The lines by which one box uses another. */
export function toMapUses(
  [from, to]: readonly [MapEnd, MapEnd],
  overviews: readonly Overview[],
  all: readonly FolderUses[],
  conversion: Conversion,
): MapUses {
  const [isFrom, isTo] = [insideTest(from, overviews, conversion), insideTest(to, overviews, conversion)];
  const found = all.flatMap(({ folder, uses }) =>
    uses.filter((use) => isFrom(folder, use.from) && isTo(folder, use.to)).map((use) => ({ folder, use })),
  );
  const placed = ({ folder, use }: { folder: string; use: FolderUses['uses'][number] }) => {
    const { path, startLine, endLine } = placeAt(folder, use.from, use.line);
    return {
      folder,
      path,
      startLine,
      endLine,
      kind: use.kind,
      name: use.name,
      used: toWirePlace(placeAt(folder, use.to), conversion).path,
    };
  };
  return { uses: toWire(found.slice(0, maxMapUses).map(placed), conversion), left: Math.max(0, found.length - maxMapUses) };
}

/** Whether a file is in a box. */
function insideTest(
  { parts, only, without = [] }: MapEnd,
  overviews: readonly Overview[],
  { uris }: Conversion,
): (folder: string, path: string) => boolean {
  const ids = new Set(parts);
  const files = new Set(
    overviews.flatMap(({ folder, parts: own }) =>
      own
        .filter(({ name }) => ids.has(partId(folder, 'part', name)))
        .flatMap((part) => part.files.map(({ path }) => fileKey(folder, path))),
    ),
  );
  const uriOf = (folder: string, path: string): string => uris.toUri(uris.join(folder, path));
  return (folder, path) =>
    files.has(fileKey(folder, path)) &&
    (only === undefined || only.includes(uriOf(folder, path))) &&
    (without.length === 0 || !without.includes(uriOf(folder, path)));
}

function fileKey(folder: string, path: string): string {
  return `${folder}\n${path}`;
}
