/** What the map shows: boxes for parts and files, some unfolded, and the arrows between those that are visible. */

import type { MapArrow, MapEnd, MapInside, MapResult } from '../../protocol/map.ts';
import type { WirePlace } from '../../protocol/places.ts';
import { t } from '../../protocol/text/translate.ts';

/** Parts with a box of their own until the others are unfolded. */
export const maxParts = 12;
/** Arrows that are drawn unasked, for each box, besides the strongest of each: more could not be distinguished. */
const arrowsOfBox = 0.75;
/** Arrows of a picture with few boxes. */
const minArrows = 12;

export interface Box {
  /** Unique in the picture. */
  readonly key: string;
  readonly kind: 'part' | 'otherParts' | 'file' | 'otherFiles';
  readonly title: string;
  /** How many files are in it; the path of a file. */
  readonly note: string;
  readonly says: string;
  readonly end: MapEnd;
  /** Of a file. */
  readonly place?: WirePlace;
  /** Of the part that it is, or is in. */
  readonly part?: string;
  /** Of an unfolded part. */
  readonly inside?: Level;
}

/** Whether a box unfolds in its place; a file opens, and further files are listed by the view of communities. */
export function unfolds({ kind }: Box): boolean {
  return kind === 'part' || kind === 'otherParts';
}

export interface Arrow {
  readonly key: string;
  /** Keys of boxes of one level. */
  readonly from: string;
  readonly to: string;
  readonly imports: number;
  readonly calls: number;
  /** Whether it is drawn unasked. */
  readonly isStrong: boolean;
}

/** Boxes with the arrows between them, those of most uses first. */
export interface Level {
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

export interface Unfolded {
  readonly map: MapResult;
  /** The unfolded parts by id. */
  readonly insides: ReadonlyMap<string, MapInside>;
  /** Whether the parts beyond the largest have boxes of their own. */
  readonly showsAll: boolean;
}

export function toLevel({ map, insides, showsAll }: Unfolded): Level {
  const { parts } = map;
  // One more part takes no more room than a box for the rest.
  const shown = showsAll || parts.length <= maxParts + 1 ? parts.length : maxParts;
  const boxes = parts.slice(0, shown).map(({ id, name, folder, files, says }): Box => {
    const inside = insides.get(id);
    const title = name === '' ? t('Top level') : name;
    return {
      ...{ key: id, kind: 'part', part: id, says, end: { parts: [id] } },
      title: folder === '' ? title : `${folder}/${title}`,
      note: filesText(files),
      ...(inside === undefined ? {} : { inside: insideOf(inside) }),
    };
  });
  const others = parts.slice(shown);
  if (others.length > 0) {
    const files = others.reduce((sum, part) => sum + part.files, 0);
    boxes.push({
      ...{ key: '\nothers', kind: 'otherParts', says: others.map(({ name }) => name).join(', ') },
      title: t('{0} more parts', others.length),
      note: filesText(files),
      end: { parts: others.map(({ id }) => id) },
    });
  }
  return { boxes, arrows: arrowsBetween(map.arrows, boxes, (position) => Math.min(position, shown)) };
}

function insideOf({ id, files, left, arrows }: MapInside): Level {
  const titles = shortPaths(files.map(({ path }) => path));
  const boxes = files.map((place, i): Box => {
    const { uri, path } = place;
    const end = { parts: [id], only: [uri] };
    return { key: `${id}\n${uri}`, kind: 'file', title: titles[i] as string, note: path, says: '', place, part: id, end };
  });
  if (left > 0) {
    const end = { parts: [id], without: files.map(({ uri }) => uri) };
    boxes.push({
      key: `${id}\n\nothers`,
      kind: 'otherFiles',
      title: t('{0} more files', left),
      note: '',
      says: t('Show in Communities'),
      part: id,
      end,
    });
  }
  return { boxes, arrows: arrowsBetween(arrows, boxes, (position) => position) };
}

/** The arrows between boxes; those of positions that are one box are added up. */
function arrowsBetween(all: readonly MapArrow[], boxes: readonly Box[], boxAt: (position: number) => number): readonly Arrow[] {
  const found = new Map<string, { from: string; to: string; imports: number; calls: number }>();
  for (const { from, to, imports, calls } of all) {
    const [a, b] = [boxes[boxAt(from)] as Box, boxes[boxAt(to)] as Box];
    if (a === b) continue;
    const key = `${a.key}\n→\n${b.key}`;
    const arrow = found.get(key) ?? { from: a.key, to: b.key, imports: 0, calls: 0 };
    found.set(key, { ...arrow, imports: arrow.imports + imports, calls: arrow.calls + calls });
  }
  const arrows = [...found].map(([key, arrow]) => ({ key, ...arrow }));
  arrows.sort((a, b) => countUses(b) - countUses(a) || (a.key < b.key ? -1 : 1));
  const strong = strongest(arrows, boxes);
  return arrows.map((arrow) => ({ ...arrow, isStrong: strong.has(arrow.key) }));
}

/** The strongest of all, and the strongest of each box; a box for several parts or files, with which all others have to do, comes last. */
function strongest(arrows: readonly Omit<Arrow, 'isStrong'>[], boxes: readonly Box[]): ReadonlySet<string> {
  const sums = new Set(boxes.flatMap(({ key, kind }) => (kind === 'otherParts' || kind === 'otherFiles' ? [key] : [])));
  const isOfSum = ({ from, to }: Omit<Arrow, 'isStrong'>): boolean => sums.has(from) || sums.has(to);
  const ranked = [...arrows.filter((arrow) => !isOfSum(arrow)), ...arrows.filter(isOfSum)];
  const strong = new Set(ranked.slice(0, Math.max(minArrows, boxes.length * arrowsOfBox)).map(({ key }) => key));
  const ends = new Set<string>();
  for (const { key, from, to } of ranked) {
    const isNew = !ends.has(from) || !ends.has(to);
    if (strong.has(key) || isNew) strong.add(key);
    if (strong.has(key)) ends.add(from).add(to);
  }
  return strong;
}

export function countUses({ imports, calls }: Pick<Arrow, 'imports' | 'calls'>): number {
  return imports + calls;
}

/** `120 imports, 336 calls`. */
export function usesText({ imports, calls }: Pick<Arrow, 'imports' | 'calls'>): string {
  const texts = [
    ...(imports === 0 ? [] : [imports === 1 ? t('1 import') : t('{0} imports', imports)]),
    ...(calls === 0 ? [] : [calls === 1 ? t('1 call') : t('{0} calls', calls)]),
  ];
  return texts.join(', ');
}

function filesText(files: number): string {
  return files === 1 ? t('1 file') : t('{0} files', files);
}

/** The ends of paths, as many names of each as tell it from the others. */
export function shortPaths(paths: readonly string[]): readonly string[] {
  return paths.map((path) => {
    const names = path.split('/');
    for (let from = names.length - 1; from > 0; from--) {
      const end = names.slice(from).join('/');
      if (!paths.some((other) => other !== path && (other === end || other.endsWith(`/${end}`)))) return end;
    }
    return path;
  });
}

/** All visible boxes, those inside of others after them. */
export function allBoxes({ boxes }: Level): readonly Box[] {
  return boxes.flatMap((box) => (box.inside === undefined ? [box] : [box, ...allBoxes(box.inside)]));
}

export function allArrows({ boxes, arrows }: Level): readonly Arrow[] {
  return [...arrows, ...boxes.flatMap(({ inside }) => (inside === undefined ? [] : allArrows(inside)))];
}
