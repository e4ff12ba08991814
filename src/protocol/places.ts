/** Wire types of places and answers: plain JSON, no operating system paths, no file text but quotes. */

import { answerStates } from '../engine/answer/brief/block.ts';
import type { FolderFacts } from '../engine/answer/facts.ts';
import type { Place } from '../engine/place.ts';
import type { FolderReport, RelatedResult, SearchAnswer, ShownExplanation } from '../service/types/results.ts';
import type { CommunityList, CommunityPassage, CommunityPassages, CommunitySummary } from '../service/types/treeRows.ts';
import { message, messages } from './messages.ts';
import { boolean, checkRange, extend, type Infer, integer, join, list, nullable, number, object, oneOf, optional, text } from './schema.ts';

/** Maximum length of a question in UTF-16 units; longer ones are rejected with an explanation. */
export const maxQuestionLength = 200_000;

const maxLine = 2 ** 31;
const line = integer(1, maxLine);
/** As LSP counts. */
export const zeroBased = integer(0, maxLine);
export const uri = text(10_000);
export const count = integer(0, 1e12);
/** The number of a source, from 1. */
export const sourceNumber = integer(1, 10_000);
export const docOrCode = oneOf(['doc', 'code']);

/** A range of lines in a file. Lines are 1-based and inclusive; columns (0-based, end exclusive) only if a long line was split. */
export const lineRange = object(
  { startLine: line, endLine: line, startColumn: optional(zeroBased), endColumn: optional(zeroBased) },
  ({ startLine, endLine }, path) => checkRange(endLine, join(path, 'endLine'), startLine, maxLine),
);

/** Lines for display: `14` or `14–41`. */
export function rangeText({ startLine, endLine }: Pick<Infer<typeof lineRange>, 'startLine' | 'endLine'>): string {
  return startLine === endLine ? String(startLine) : `${startLine}–${endLine}`;
}

/** A path in two parts: its folder, empty at the top level, and its name. */
export function pathParts(path: string): { readonly folder: string; readonly name: string } {
  const slash = path.lastIndexOf('/') + 1;
  return { folder: path.slice(0, Math.max(0, slash - 1)), name: path.slice(slash) };
}

export const wirePlace = extend(lineRange, {
  /** A `file:` URI. */
  uri,
  /** Display path: relative to its folder, with `/`; prefixed with the folder's name if the workspace has several. */
  path: text(10_000),
});
export type WirePlace = Infer<typeof wirePlace>;

/** What the service says, with the `file:` URI and the path for display of each place in place of its folder; a folder alone has URI and name. */
export type Wire<T> = T extends readonly (infer Item)[]
  ? readonly Wire<Item>[]
  : T extends Pick<Place, 'folder' | 'path'>
    ? WireFields<T> & Pick<WirePlace, 'uri'>
    : T extends Pick<Place, 'folder'>
      ? WireFields<T> & Pick<FolderStatus, 'uri' | 'name'>
      : T extends object
        ? WireFields<T>
        : T;
type WireFields<T> = { readonly [Key in keyof T as Exclude<Key, 'folder'>]: Wire<T[Key]> };

/** A place in the usual notation, which terminals and agents read: `docs/brewing.md:12-20`. */
export function reference({ path, startLine, endLine }: WirePlace): string {
  return `${path}:${startLine}${endLine === startLine ? '' : `-${endLine}`}`;
}

const stepNames = object({
  /** A word of the question, a role in the index, or a kind of the system's own, which has a label. */
  kind: text(40),
  label: optional(text(100)),
  /** As written, rarest first. */
  list: list(text()),
});
export type StepNames = Infer<typeof stepNames>;

/** One step on the path of links from the question to a source: shared names, or an intermediate place. */
const linkStep = object({
  kind: oneOf(['names', 'place']),
  label: text(),
  /** Set if the step consists of names: grouped by kind, the most explanatory first. */
  names: optional(list(stepNames)),
  /** Set if the step is a place. */
  place: optional(wirePlace),
});
export type LinkStep = Infer<typeof linkStep>;

/** A ranked chunk with its evidence. */
export const source = extend(wirePlace, {
  rank: sourceNumber,
  /** The heading path or the defined names; may be empty. */
  title: text(),
  kind: docOrCode,
  /** The evidence in words: `defines PanelSerializer`, `shares reload with docs/state.md`. */
  why: text(),
  /** The path of links from the question to this source, excluding the source itself. */
  steps: list(linkStep),
});
export type Source = Infer<typeof source>;

/** The relation of a place to that of the cursor. */
export type Relation = RelatedResult['relation'];

export interface RelatedSource extends Source {
  /** What it shares with the place of the cursor, by weight; at most three names. */
  readonly names: readonly string[];
  readonly relation: Relation;
}

/** Identifies the version of a quoted file. */
export const quotedFile = object({
  uri,
  /** Of its content when it was quoted. */
  fileHash: text(100),
});
export type QuotedFile = Infer<typeof quotedFile>;

/** A quote; every character of it occurs in the place. */
export const wireCitation = extend(wirePlace, {
  /** Its number in the answer, from 1. */
  n: sourceNumber,
  quote: text(),
  title: text(),
  /** As in `QuotedFile`. */
  fileHash: text(100),
});
export type WireCitation = Infer<typeof wireCitation>;

/** Self-contained lines of one place; its range is from the first line shown to the last. */
const wireBlock = extend(wirePlace, {
  /** The number of its source, from 1. */
  n: sourceNumber,
  /** The heading path, or the names of the enclosing definitions; may be empty. */
  subject: text(),
  kind: docOrCode,
  /** As in a fence; empty if unknown. */
  language: text(100),
  /** Code, or the Markdown of a document, with a mark where lines are left out (`protocol/text/omissions.ts`). */
  shown: text(),
  /** Of a listing: what its lines have in common. The extension makes it the subject, in the user's language. */
  heading: optional(message),
  /** Of a listing: its lines. */
  pieces: optional(list(object({ startLine: line, text: text(), isCut: optional(boolean), within: optional(text()) }))),
  /** Of a listing: further lines that are not quoted. */
  moreLines: optional(list(line)),
});
export type WireBlock = Infer<typeof wireBlock>;

/** An earlier question and answer of the thread. */
export const wireTurn = object({
  question: text(maxQuestionLength),
  answer: optional(text()),
  /** The files that the answer quotes. If any has changed since, the turn is not sent to a model. */
  quoted: list(quotedFile),
});
export type WireTurn = Infer<typeof wireTurn>;

/** A question of a thread as sent along with the next one. An empty answer counts as none. */
export function earlierTurn(question: string, answer: string, citations: readonly QuotedFile[]): WireTurn {
  const quoted = new Map(citations.map(({ uri, fileHash }) => [`${uri} ${fileHash}`, { uri, fileHash }]));
  return { question, answer: answer || undefined, quoted: [...quoted.values()] };
}

/** A range of the answer's text: UTF-16 offsets, end exclusive. */
const textSpan = object({ from: count, to: count });
export type TextSpan = Infer<typeof textSpan>;

/** Something that a model has looked for before it answered. */
export const lookStep = object({
  verb: oneOf(['search', 'read', 'symbol', 'grep', 'outline']),
  /** Words, a path, a name or a pattern, as the model wrote them. */
  about: text(10_000),
  /** Of a file, what was asked to be read: the last line may be open. */
  startLine: optional(line),
  endLine: optional(line),
  /** New places that it led to. */
  found: count,
  /** Nothing of it may be shown. */
  isRefused: optional(boolean),
  /** The entry in the log of sent requests that brought what was found. */
  sent: optional(text(100)),
});
export type LookStep = Infer<typeof lookStep>;

/** Metadata of an answer written by a model. */
const writtenAnswer = object({
  /** How many of `AskResult.sources`, from the first, were sent to the model; citation `[n]` is the n-th. */
  given: integer(0, 10_000),
  /** Statements that cite no source; to be marked. */
  unsupported: list(textSpan),
  /** Numbers that refer to no source, replaced by `[?]`. */
  unknown: list(integer(0, 10_000)),
  /** Links, images and tags that were turned into plain text. */
  disarmed: count,
  /** Secrets that were masked in what was sent. */
  masked: count,
  /** The model stopped at its limit: the answer is incomplete. */
  isCut: boolean,
  /** The entry in the log of sent requests: the argument `{ id }` of the command `meshrag.showSent`. */
  sent: optional(text()),
  /** What the model has looked for, in order. */
  looks: optional(list(lookStep)),
});
export type WrittenAnswer = Infer<typeof writtenAnswer>;

/** The progress of a build. */
export const filesProgress = object({ filesDone: count, filesTotal: count });

/** The engine's `Restated`. */
export const restatedQuestion = object({ line: text(2000), names: list(text(1000), 100) });
export type RestatedQuestion = Infer<typeof restatedQuestion>;

/** An answer: the engine's `AnswerFacts`, with places. */
export const askResult = object({
  question: text(),
  found: boolean,
  state: oneOf(answerStates),
  answer: text(),
  /** What the blocks show. The extension words it in the user's language (`summary`). */
  lead: optional(messages),
  summary: optional(text()),
  lookedFor: list(text()),
  missing: list(text()),
  /** The question as a model restated it, if that was searched for too. */
  restated: optional(restatedQuestion),
  system: text(),
  model: nullable(text(1000)),
  ms: number,
  partial: optional(filesProgress),
  /** Of an answer without a model; empty if a model answered. */
  blocks: list(wireBlock),
  /** Numbers of sources that are not quoted but worth a look. */
  seeAlso: list(sourceNumber),
  citations: list(wireCitation),
  /** Best first. */
  sources: list(source),
  /** Number of indexed files. */
  files: count,
  /** Set if a model wrote the answer. */
  written: optional(writtenAnswer),
  /** Files that the question names but the index lacks. */
  notes: optional(messages),
  /** Why the answer is quoted although a model was selected, so that nothing was sent; the extension adds the notes in the user's language. */
  notice: optional(text()),
  /** Set if the reason is that the workspace is not trusted. */
  isRestricted: optional(boolean),
});
export type AskResult = Infer<typeof askResult>;

/** Number of sources that an answer quotes or cites. */
export function usedSources({ blocks, citations }: Pick<AskResult, 'blocks' | 'citations'>): number {
  return new Set([...blocks, ...citations].map(({ n }) => n)).size;
}

export interface SearchResult extends Omit<SearchAnswer, 'results' | 'unknownTerms' | 'notes' | 'explanation'> {
  readonly explanation?: Wire<ShownExplanation>;
  readonly sources: readonly Source[];
  /** Why the system could rank nothing, or the model did not restate the question. */
  readonly notes?: Infer<typeof messages>;
}

export type WireCommunity = Wire<CommunitySummary>;
export type CommunityChunk = Wire<CommunityPassage>;
export type CommunitiesResult = Wire<CommunityList>;
export type CommunityResult = Wire<CommunityPassages>;

/** The files in one encoding other than UTF-8. */
export interface EncodingGroup {
  readonly encoding: string;
  readonly paths: readonly string[];
}

/** The files left out for one reason. */
export interface SkippedGroup {
  readonly reason: string;
  readonly files: readonly { readonly path: string; readonly detail?: string }[];
}

/** The state of a folder for the status item. */
export interface FolderStatus extends FolderFacts {
  /** `file:` URI of the folder. */
  readonly uri: string;
  readonly name: string;
  /** Number of files left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
}

/** The state of a folder for the report. */
export interface FolderDetails extends FolderStatus, Pick<FolderReport, 'indexDirectory' | 'versions'> {
  readonly skippedFiles: readonly SkippedGroup[];
  readonly encodings: readonly EncodingGroup[];
  /** What agents were given: calls, characters, and the bytes of the files that the results named. */
  readonly given: { readonly calls: number; readonly given: number; readonly whole: number };
}
