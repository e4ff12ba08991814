/** Wire types of highlighted excerpts, of what two places share, and of how two ends are connected. */

import type { RequestName } from './messageNames.ts';
import type { Failure } from './messages.ts';
import { docOrCode, lineRange, maxQuestionLength, wirePlace } from './places.ts';
import { boolean, checkRange, extend, firstOf, type Infer, integer, list, nullable, object, oneOf, optional, text } from './schema.ts';

/** A highlighted range of an excerpt; UTF-16 offsets in its text, end exclusive. */
const mark = object({
  from: integer(0, 1e9),
  to: integer(0, 1e9),
  /** A word of the question, or a name that led here. */
  kind: oneOf(['term', 'entity']),
  /** For an entity: its index in the requested list of names. */
  name: optional(integer(0, 10_000)),
});
export type Mark = Infer<typeof mark>;

export const excerptParams = object({
  place: wirePlace,
  /** Its words are highlighted. */
  question: text(maxQuestionLength),
  /** Names to highlight, as written. */
  names: firstOf(text(1000), 200),
  maxLines: integer(1, 1000),
});
export type ExcerptParams = Infer<typeof excerptParams>;

/** Current lines of a file, from the editor if it is open there. Secrets are masked. */
export const excerpt = object(
  {
    /** 1-based number of the first line. */
    startLine: integer(1, 1e9),
    text: text(),
    /** As in a markdown fence. */
    language: text(100),
    /** Ascending, without overlaps. */
    marks: list(mark),
    /** Whether the place has lines before these. */
    isCutAbove: optional(boolean),
    /** Whether the place has lines after these. */
    isCut: boolean,
  },
  ({ text, marks }, path) => {
    let end = 0;
    for (const [i, { from, to }] of marks.entries()) {
      checkRange(from, `${path}.marks[${i}].from`, end, text.length);
      checkRange(to, `${path}.marks[${i}].to`, from, text.length);
      end = to;
    }
  },
);
export type Excerpt = Infer<typeof excerpt>;

export const evidenceParams = object(
  {
    /** The other place of the link; absent if the question itself led there. */
    from: optional(wirePlace),
    question: optional(text(maxQuestionLength)),
    to: wirePlace,
    /** The lines of it that an answer quotes. */
    quoted: optional(lineRange),
  },
  ({ from, question }) => {
    if (from === undefined && question === undefined) throw new TypeError('"from" and "question" are both missing, expected one of them');
  },
);
export type EvidenceParams = Infer<typeof evidenceParams>;

const count = integer(0, 1e12);

/** One name that both sides hold. */
const sharedName = object({
  /** As in `StepNames`. */
  kind: text(40),
  label: optional(text(100)),
  name: text(),
  /** Chunks of the workspace that contain it. */
  chunks: count,
  /** Whether it is too common, or too ordinary a word, to link by itself. */
  isCommon: boolean,
});
export type SharedName = Infer<typeof sharedName>;

/** One side of the evidence: a chunk with its text, in which every shared name is highlighted by its index in the list. */
const evidenceSide = object({
  place: wirePlace,
  title: text(),
  kind: docOrCode,
  excerpt,
  communities: list(text()),
});
export type EvidenceSide = Infer<typeof evidenceSide>;

const rank = nullable(integer(1, 1e6));
const of = integer(1, 1e6);

export const evidenceResult = object({
  /** Absent if the evidence is for a question. */
  from: optional(evidenceSide),
  question: optional(text()),
  to: evidenceSide,
  /** Rarest first. */
  shared: list(sharedName),
  /** Chunks of the workspace. */
  chunks: count,
  /** The engine's `LostLink`. */
  lost: object({
    question: optional(object({ rank, byWords: rank, of })),
    related: optional(object({ rank, without: rank, of, name: text() })),
  }),
});
export type EvidenceResult = Infer<typeof evidenceResult>;

/** One end of a connection: a name, a file or `PATH:LINE`. */
const connectionEnd = text(4096);
export const connectParams = object({ from: connectionEnd, to: connectionEnd });
export type ConnectParams = Infer<typeof connectParams>;

/** A name, and how many passages hold it. */
const connectedLink = object({ name: text(), holders: count });
export type ConnectedLink = Infer<typeof connectedLink>;

/** A passage of a path, and how it uses the names that it shares with its neighbours. */
const connectedSource = extend(wirePlace, {
  title: text(),
  kind: docOrCode,
  names: list(object({ name: text(), use: text(40), text: text(), line: optional(integer(1, 1e9)) })),
});
export type ConnectedSource = Infer<typeof connectedSource>;

/** Best first. */
export const connectedPaths = list(object({ passages: list(connectedSource), links: list(connectedLink) }));
export type ConnectedPaths = Infer<typeof connectedPaths>;

export interface ConnectResult {
  readonly paths: ConnectedPaths;
  /** Why there is no path, what links nothing, and what was left out. */
  readonly notes: Failure['messages'];
}

/** How two names, files or places are connected. */
export const connectRequest: RequestName<ConnectParams, ConnectResult> = 'meshrag/connect';
