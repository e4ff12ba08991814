/** Units: the smallest parts of a text that a block is made of. */

/** Lines that are shown together or not at all. Lines are 0-based, `last` inclusive. */
export interface Unit {
  readonly first: number;
  readonly last: number;
  readonly kind: 'prose' | 'comment' | 'code';
  /** Positions of the units that this one cannot be understood or parsed without: a header, a lead, a closing bracket. */
  readonly needs: readonly number[];
  /** The unit that it is indented below, in the definition around its own: it needs this if it is shown with what is outside of its definition. */
  readonly below?: number;
  /** Lines `scope[0]` to `scope[1]` (exclusive) belong to the same section or definition, outside of definitions to the rest of the file. */
  readonly scope: readonly [number, number];
  /** Headings or enclosing definitions, outermost first. */
  readonly subject: readonly string[];
}

/** A unit under construction. */
export interface DraftUnit {
  first: number;
  last: number;
  kind: Unit['kind'];
  needs: number[];
  below?: number;
  scope: readonly [number, number];
  subject: readonly string[];
}

/**
 * Positions of the units `kept` and of everything they need, transitively, in the section or definition that begins on a line. Ends with more than
 * `max` units.
 */
export function closure(units: readonly Unit[], kept: Iterable<number>, firstLine = 0, max = Number.POSITIVE_INFINITY): Set<number> {
  const all = new Set<number>();
  const open = [...kept];
  for (let next = open.pop(); next !== undefined && all.size <= max; next = open.pop()) {
    if (all.has(next)) continue;
    all.add(next);
    const { needs, below } = units[next] as Unit;
    open.push(...needs);
    if (below !== undefined && (units[below] as Unit).first >= firstLine) open.push(below);
  }
  return all;
}

/** Longer units, which fit into no block, are split. */
const maxUnitLines = 20;

/** Splits units of over `maxUnitLines` lines. Each part keeps the needs of the whole; units that need the whole need its first part. */
export function shortUnits(units: readonly Unit[]): readonly Unit[] {
  const parts = units.map(partsOf);
  const firsts: number[] = [];
  let count = 0;
  for (const { length } of parts) {
    firsts.push(count);
    count += length;
  }
  if (count === units.length) return units;
  const moved = (at: number): number => firsts[at] as number;
  return parts.flatMap((own) =>
    own.map((part) => ({ ...part, needs: part.needs.map(moved), ...(part.below === undefined ? {} : { below: moved(part.below) }) })),
  );
}

/** The unit, or parts of about equal height. */
function partsOf(unit: Unit): readonly Unit[] {
  const lines = unit.last - unit.first + 1;
  const size = Math.ceil(lines / Math.ceil(lines / maxUnitLines));
  const parts: Unit[] = [];
  for (let { first } = unit; first <= unit.last; first += size) parts.push({ ...unit, first, last: Math.min(unit.last, first + size - 1) });
  return parts;
}
