/** Wire types of highlighted excerpts and of what two places share. */

import type { LostLink } from '../engine/index.ts';
import { asArray, asInteger, asObject, asString, oneOf, optional } from './check.ts';
import { readPlace } from './checkPlaces.ts';
import type { WirePlace } from './places.ts';

/** A highlighted range of an excerpt; UTF-16 offsets in its text, end exclusive. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  /** A word of the question, or a name that led here. */
  readonly kind: 'term' | 'entity';
  /** For an entity: its index in the requested list of names. */
  readonly name?: number;
}

export interface ExcerptParams {
  readonly place: WirePlace;
  /** Its words are highlighted. */
  readonly question: string;
  /** Names to highlight, as written. */
  readonly names: readonly string[];
  readonly maxLines: number;
}

/** Current lines of a file, from the editor if it is open there. Secrets are masked. */
export interface Excerpt {
  /** 1-based number of the first line. */
  readonly startLine: number;
  readonly text: string;
  /** Ascending, without overlaps. */
  readonly marks: readonly Mark[];
  /** Whether the place has lines before these. */
  readonly isCutAbove?: boolean;
  /** Whether the place has lines after these. */
  readonly isCut: boolean;
}

export interface EvidenceParams {
  /** The other place of the link; absent if the question itself led there. */
  readonly from?: WirePlace;
  readonly question?: string;
  readonly to: WirePlace;
}

/** One name that both sides hold. */
export interface SharedName {
  /** As in `StepNames`. */
  readonly kind: string;
  readonly label?: string;
  readonly name: string;
  /** Chunks of the workspace that contain it. */
  readonly chunks: number;
  /** Whether it is too common, or too ordinary a word, to link by itself. */
  readonly isCommon: boolean;
}

/** One side of the evidence: a chunk with its text, in which every shared name is highlighted by its index in the list. */
export interface EvidenceSide {
  readonly place: WirePlace;
  readonly title: string;
  readonly kind: 'doc' | 'code';
  readonly excerpt: Excerpt;
  readonly communities: readonly string[];
}

export interface EvidenceResult {
  /** Absent if the evidence is for a question. */
  readonly from?: EvidenceSide;
  readonly question?: string;
  readonly to: EvidenceSide;
  /** Rarest first. */
  readonly shared: readonly SharedName[];
  /** Chunks of the workspace. */
  readonly chunks: number;
  readonly lost: LostLink;
}

/** Validates an excerpt: marks lie within the text, ascending and without overlaps. */
export function readExcerpt(value: unknown, name: string): Excerpt {
  const excerpt = asObject(value, name);
  const text = asString(excerpt.text, `${name}.text`);
  let end = 0;
  const marks = asArray(excerpt.marks, `${name}.marks`, (item, at): Mark => {
    const mark = asObject(item, at);
    const from = asInteger(mark.from, `${at}.from`, end, text.length);
    end = asInteger(mark.to, `${at}.to`, from, text.length);
    return {
      from,
      to: end,
      kind: oneOf(mark.kind, `${at}.kind`, ['term', 'entity']),
      name: optional(mark.name, (position) => asInteger(position, `${at}.name`, 0, 10_000)),
    };
  });
  const startLine = asInteger(excerpt.startLine, `${name}.startLine`, 1, 1e9);
  return { startLine, text, marks, isCutAbove: excerpt.isCutAbove === true, isCut: excerpt.isCut === true };
}

/** Validates what drawing the evidence relies on. */
export function readEvidenceResult(value: unknown): EvidenceResult {
  const result = asObject(value, 'result');
  const rank = (raw: unknown, name: string): number | null => optional(raw, (number) => asInteger(number, name, 1, 1e6)) ?? null;
  const lost = asObject(result.lost, 'lost');
  return {
    from: optional(result.from, (side) => readSide(side, 'from')),
    question: optional(result.question, (text) => asString(text, 'question')),
    to: readSide(result.to, 'to'),
    shared: asArray(result.shared, 'shared', (item, name) => {
      const one = asObject(item, name);
      return {
        kind: asString(one.kind, `${name}.kind`, 40),
        label: optional(one.label, (label) => asString(label, `${name}.label`, 100)),
        name: asString(one.name, `${name}.name`),
        chunks: asInteger(one.chunks, `${name}.chunks`, 0, 1e12),
        isCommon: one.isCommon === true,
      };
    }),
    chunks: asInteger(result.chunks, 'chunks', 0, 1e12),
    lost: {
      question: optional(lost.question, (raw) => {
        const one = asObject(raw, 'lost.question');
        return { rank: rank(one.rank, 'rank'), byWords: rank(one.byWords, 'byWords'), of: asInteger(one.of, 'of', 1, 1e6) };
      }),
      related: optional(lost.related, (raw) => {
        const one = asObject(raw, 'lost.related');
        const of = asInteger(one.of, 'of', 1, 1e6);
        return { rank: rank(one.rank, 'rank'), without: rank(one.without, 'without'), of, name: asString(one.name, 'name') };
      }),
    },
  };
}

function readSide(value: unknown, name: string): EvidenceSide {
  const side = asObject(value, name);
  return {
    place: readPlace(side.place, `${name}.place`),
    title: asString(side.title, `${name}.title`),
    kind: oneOf(side.kind, `${name}.kind`, ['doc', 'code']),
    excerpt: readExcerpt(side.excerpt, `${name}.excerpt`),
    communities: asArray(side.communities, `${name}.communities`, (item, at) => asString(item, at)),
  };
}
