/** A thread of questions as shown in the answer panel and kept in the workspace's storage: both are checked by the same schemas. */

import { consentCard } from '../consent.ts';
import { askResult, docOrCode, lookStep, restatedQuestion, source, uri, wireCitation, wirePlace } from '../places.ts';
import { boolean, type Infer, integer, list, object, oneOf, optional, text } from '../schema.ts';

/** A file or folder of a scope. */
const scopePlace = object({ label: text(10_000), uri, isFolder: boolean });
export type ScopePlace = Infer<typeof scopePlace>;

/** Where answers may come from. Nothing set means the whole workspace. */
export const panelScope = object({
  /** Files and folders; several mean any of them. */
  places: list(scopePlace),
  /** A file: it and what is related to it are preferred. */
  near: optional(scopePlace),
  kind: optional(docOrCode),
  /** A language's identifier or file extension, as for `lang:`. */
  language: optional(text(100)),
});
export type PanelScope = Infer<typeof panelScope>;

/** The scope of a new thread. */
export const wholeWorkspace: PanelScope = { places: [] };

/** One question with its answer so far. */
export const panelTurn = object({
  /** Its number in the thread, from 1. */
  id: integer(1, 1e9),
  question: text(),
  /** The selection offered with the question. */
  context: optional(text()),
  /** The lines of that selection. */
  about: optional(wirePlace),
  scope: panelScope,
  /** What is looked for as well: what the model has said, or what is left of it after a term was taken out. */
  restated: optional(restatedQuestion),
  state: oneOf(['asking', 'consent', 'streaming', 'done', 'stopped', 'failed']),
  /** The request that waits for permission, in the state `consent`; absent after a reload, until the question is asked again. */
  consent: optional(consentCard),
  /** The streamed text so far; superseded by the result's answer. */
  text: text(),
  /** The sources given to the model; superseded by the result's sources. */
  sources: optional(list(source)),
  /** The lines that support the numbers cited so far; superseded by the result's citations. */
  citations: optional(list(wireCitation)),
  /** What the model has looked for so far; superseded by those of the result. */
  looks: optional(list(lookStep)),
  result: optional(askResult),
  /** Quotes for the question as it is, shown until there is more. */
  quoted: optional(askResult),
  /** Whether these are being read: then what comes is offered, instead of replacing them. */
  isRead: optional(boolean),
  /** The error message. */
  error: optional(text()),
});
export type PanelTurn = Infer<typeof panelTurn>;

/** Whether a question is being answered. */
export function isOpen({ state }: PanelTurn): boolean {
  return state === 'asking' || state === 'streaming';
}

/** A turn as it is drawn: the quotes stay while they are being read, or nothing else is there. */
export function shownTurn(turn: PanelTurn): PanelTurn {
  const { quoted, isRead = false, text, result } = turn;
  const isKept = quoted !== undefined && (isRead || (text === '' && result === undefined));
  return isKept ? { ...turn, result: quoted, text: '', sources: undefined, citations: undefined, restated: undefined } : turn;
}

/** Whether something else has come while the quotes were being read. */
export function isOffered({ quoted, isRead = false, text, result }: PanelTurn): boolean {
  return quoted !== undefined && isRead && (text !== '' || result !== undefined);
}

/** A turn that shows what was offered. */
export function withOffered(turn: PanelTurn): PanelTurn {
  return isOffered(turn) ? { ...turn, quoted: undefined, isRead: undefined } : turn;
}

/** A thread as it is stored, possibly by an earlier version. */
export const panelThread = object({
  id: text(100),
  /** When it was last used, ISO 8601. */
  at: text(100),
  /** Listed first, and kept when older threads are dropped. */
  isPinned: optional(boolean),
  turns: list(panelTurn),
});
export type PanelThread = Infer<typeof panelThread>;

/** Maximum number of turns in a thread; the oldest are dropped. */
export const maxThreadTurns = 50;
