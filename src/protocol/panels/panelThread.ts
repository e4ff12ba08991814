/** A thread of questions as shown in the answer panel and kept in the workspace's storage, with validators for both sources. */

import { asArray, asInteger, asObject, asString, oneOf, optional } from '../check.ts';
import { readAskResult, readCitation, readPlace, readSource } from '../checkPlaces.ts';
import { type ConsentCard, readConsentCard } from '../consent.ts';
import type { AskResult, Source, WireCitation, WirePlace } from '../places.ts';

/** Where answers may come from. Nothing set means the whole workspace. */
export interface PanelScope {
  /** Files and folders; several mean any of them. */
  readonly places: readonly ScopePlace[];
  readonly kind?: 'doc' | 'code';
  /** A language's identifier or file extension, as for `lang:`. */
  readonly language?: string;
}

/** A file or folder of a scope. */
export interface ScopePlace {
  readonly label: string;
  readonly uri: string;
  readonly isFolder: boolean;
}

/** The scope of a new thread. */
export const wholeWorkspace: PanelScope = { places: [] };

const turnStates = ['asking', 'consent', 'streaming', 'done', 'stopped', 'failed'] as const;

/** One question with its answer so far. */
export interface PanelTurn {
  /** Its number in the thread, from 1. */
  readonly id: number;
  readonly question: string;
  /** The selection offered with the question. */
  readonly context?: string;
  /** The lines of that selection. */
  readonly about?: WirePlace;
  readonly scope: PanelScope;
  readonly state: (typeof turnStates)[number];
  /** The request that waits for permission, in the state `consent`; absent after a reload, until the question is asked again. */
  readonly consent?: ConsentCard;
  /** The streamed text so far; superseded by the result's answer. */
  readonly text: string;
  /** The sources given to the model; superseded by the result's sources. */
  readonly sources?: readonly Source[];
  /** The lines that support the numbers cited so far; superseded by the result's citations. */
  readonly citations?: readonly WireCitation[];
  readonly result?: AskResult;
  /** The error message. */
  readonly error?: string;
}

/** A thread as it is stored. */
export interface PanelThread {
  readonly id: string;
  /** When it was last used, ISO 8601. */
  readonly at: string;
  readonly turns: readonly PanelTurn[];
}

/** Maximum number of turns in a thread; the oldest are dropped. */
export const maxThreadTurns = 50;

/** Validates a stored thread, possibly of an earlier version; throws if it cannot be drawn. */
export function readThread(value: unknown): PanelThread {
  const thread = asObject(value, 'thread');
  return {
    id: asString(thread.id, 'thread.id', 100),
    at: asString(thread.at, 'thread.at', 100),
    turns: asArray(thread.turns, 'thread.turns', readTurn),
  };
}

/** Validates a turn; throws if it cannot be drawn. */
export function readTurn(value: unknown, name: string): PanelTurn {
  const turn = asObject(value, name);
  return {
    id: asInteger(turn.id, `${name}.id`, 1, 1e9),
    question: asString(turn.question, `${name}.question`),
    context: optional(turn.context, (text) => asString(text, `${name}.context`)),
    about: optional(turn.about, (place) => readPlace(place, `${name}.about`)),
    scope: readScope(turn.scope, `${name}.scope`),
    state: oneOf(turn.state, `${name}.state`, turnStates),
    consent: optional(turn.consent, (card) => readConsentCard(card, `${name}.consent`)),
    text: asString(turn.text, `${name}.text`),
    sources: optional(turn.sources, (list) => asArray(list, `${name}.sources`, readSource)),
    citations: optional(turn.citations, (list) => asArray(list, `${name}.citations`, readCitation)),
    result: optional(turn.result, (result) => readAskResult(result, `${name}.result`)),
    error: optional(turn.error, (text) => asString(text, `${name}.error`)),
  };
}

/** Validates a scope. */
export function readScope(value: unknown, name: string): PanelScope {
  const scope = asObject(value, name);
  return {
    places: asArray(scope.places, `${name}.places`, (item, at) => {
      const place = asObject(item, at);
      return {
        label: asString(place.label, `${at}.label`, 10_000),
        uri: asString(place.uri, `${at}.uri`, 10_000),
        isFolder: place.isFolder === true,
      };
    }),
    kind: optional(scope.kind, (kind) => oneOf(kind, `${name}.kind`, ['doc', 'code'])),
    language: optional(scope.language, (language) => asString(language, `${name}.language`, 100)),
  };
}
