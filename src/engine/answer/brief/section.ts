/**
 * The units of a block: the section or definition around a unit, whole if it fits, with its subsections if these fit too; otherwise the unit
 * with, in this order, the code of its section, unless it is code itself, what else matches the question, the nearest first, the section's first paragraph,
 * what follows and what precedes.
 */

import type { BriefQuery } from './briefQuery.ts';
import { isContents, isLicence, type ParsedSource } from './parsedSource.ts';
import { Selection } from './selection.ts';
import type { Unit } from './units/unit.ts';
import { weights } from './weights.ts';

/** Units of a long section that are farther from the seed are not shown. */
const maxDistance = 100;

/** How much of the question the unit at a position contains: 0 to 1. */
export type HeldAt = (at: number) => number;

/** The selection around the unit `seed`, of at most `maxLines` lines. */
export function sectionAround(parsed: ParsedSource, seed: number, heldAt: HeldAt, query: BriefQuery, maxLines: number): Selection {
  const selection = new Selection(parsed, seed, maxLines, query.words);
  const isShown = (at: number): boolean => !isContents(parsed, parsed.units[at] as Unit) && !isLicence(parsed, parsed.units[at] as Unit);
  if (enclosing(parsed, seed).some((units) => selection.addAll(units, isShown))) return selection;
  const own = ownUnits(parsed, seed).filter((at) => Math.abs(at - seed) <= maxDistance && isShown(at));
  for (const at of byUse(parsed, own, seed, heldAt)) {
    if (!isNear(parsed, at, selection.kept)) continue;
    if (!selection.add(at) && query.asksHow && parsed.source.kind === 'doc' && (parsed.units[at] as Unit).kind === 'code')
      selection.addAlone(at);
  }
  for (const at of own) if (at > seed && !selection.add(at)) break;
  for (const at of [...own].reverse()) if (at < seed && !selection.add(at)) break;
  return selection;
}

/** Whether a unit is near to one that is shown, or in a section or definition: elsewhere nothing says that lines far apart belong together. */
function isNear({ units }: ParsedSource, at: number, shown: ReadonlySet<number>): boolean {
  const { first, last, subject } = units[at] as Unit;
  const gap = (other: Unit): number => Math.max(first - other.last, other.first - last);
  return subject.length > 0 || [...shown].some((one) => gap(units[one] as Unit) <= weights.maxGap);
}

/** The sections around a unit, the wider first: that of its heading with its subsections, and without. */
function enclosing(parsed: ParsedSource, seed: number): readonly (readonly number[])[] {
  const { units, source } = parsed;
  const own = ownUnits(parsed, seed);
  if (source.kind === 'code') return [own];
  const path = (units[seed] as Unit).subject;
  let to = seed + 1;
  while (to < units.length && path.every((title, i) => units[to]?.subject[i] === title)) to++;
  return [positions(own[0] as number, to), own];
}

/** The units of the unit's own section or definition; outside of definitions, from the unit on. */
function ownUnits({ units, source }: ParsedSource, seed: number): readonly number[] {
  const { scope, subject } = units[seed] as Unit;
  let [from, to] = [seed, seed + 1];
  const isBare = source.kind === 'code' && subject.length === 0;
  while (!isBare && from > 0 && (units[from - 1] as Unit).first >= scope[0]) from--;
  while (to < units.length && (units[to] as Unit).last < scope[1]) to++;
  return positions(from, to);
}

function positions(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

/** Units worth showing apart from the seed, the most useful first. */
function byUse({ units, source }: ParsedSource, own: readonly number[], seed: number, heldAt: HeldAt): readonly number[] {
  const distance = (at: number): number => (at >= seed ? at - seed : 1.5 * (seed - at));
  const nearest = [...own].sort((a, b) => distance(a) - distance(b));
  const matching = nearest.filter((at) => heldAt(at) >= weights.alsoMatching * heldAt(seed)).sort((a, b) => heldAt(b) - heldAt(a));
  if (source.kind === 'code') return matching;
  const isCode = (at: number): boolean => (units[at] as Unit).kind === 'code' && (units[seed] as Unit).kind !== 'code';
  return [...nearest.filter(isCode), ...matching, ...own.slice(0, 1)];
}
