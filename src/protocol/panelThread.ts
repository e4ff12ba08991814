/** A thread of questions as the answer panel shows it and the workspace's storage keeps it, with the checks of what comes from either. */

import { readWrittenAnswer } from './answer.ts';
import { asArray, asInteger, asObject, asString, oneOf, optional } from './check.ts';
import type { AskResult, Source } from './places.ts';

/** Where answers may come from. Nothing set means the whole workspace. */
export interface PanelScope {
  /** Files and folders; several mean any of them. */
  readonly places: readonly ScopePlace[];
  readonly kind?: 'doc' | 'code';
  /** A language's identifier or file ending, as `lang:` takes it. */
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

/** One question with its answer, or as much as there is of it. */
export interface PanelTurn {
  /** Its number in the thread, from 1. */
  readonly id: number;
  readonly question: string;
  /** The selection that was offered with the question. */
  readonly context?: string;
  readonly scope: PanelScope;
  readonly state: 'asking' | 'streaming' | 'done' | 'stopped' | 'failed';
  /** What a model has said so far; the result's answer says it again. */
  readonly text: string;
  /** What the model was given; the result's sources say it again. */
  readonly sources?: readonly Source[];
  readonly result?: AskResult;
  /** What went wrong, in the words of whoever said it. */
  readonly error?: string;
}

/** A thread as it is stored. */
export interface PanelThread {
  readonly id: string;
  /** When it was last asked in, ISO 8601. */
  readonly at: string;
  readonly turns: readonly PanelTurn[];
}

/** Most turns that a thread keeps; the first ones go. */
export const mostTurns = 50;

/** Checks a thread that was stored, maybe by an earlier version; throws where it cannot be drawn. */
export function readThread(value: unknown): PanelThread {
  const thread = asObject(value, 'thread');
  return {
    id: asString(thread.id, 'thread.id', 100),
    at: asString(thread.at, 'thread.at', 100),
    turns: asArray(thread.turns, 'thread.turns', readTurn),
  };
}

/** Checks a turn; throws where it cannot be drawn. */
export function readTurn(value: unknown, name: string): PanelTurn {
  const turn = asObject(value, name);
  return {
    id: asInteger(turn.id, `${name}.id`, 1, 1e9),
    question: asString(turn.question, `${name}.question`),
    context: optional(turn.context, (text) => asString(text, `${name}.context`)),
    scope: readScope(turn.scope, `${name}.scope`),
    state: oneOf(turn.state, `${name}.state`, ['asking', 'streaming', 'done', 'stopped', 'failed']),
    text: asString(turn.text, `${name}.text`),
    sources: optional(turn.sources, (list) => asArray(list, `${name}.sources`, readSource)),
    result: optional(turn.result, (result) => readAskResult(result, `${name}.result`)),
    error: optional(turn.error, (text) => asString(text, `${name}.error`)),
  };
}

/** Checks a scope. */
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

/** Checks what drawing an answer and opening its places rely on. */
function readAskResult(value: unknown, name: string): AskResult {
  const result = asObject(value, name);
  asString(result.question, `${name}.question`);
  asString(result.answer, `${name}.answer`);
  asString(result.system, `${name}.system`);
  if (typeof result.found !== 'boolean') throw new TypeError(`"${name}.found" is missing`);
  if (typeof result.ms !== 'number') throw new TypeError(`"${name}.ms" is missing`);
  asInteger(result.files, `${name}.files`, 0, 1e12);
  optional(result.model, (model) => asString(model, `${name}.model`, 1000));
  optional(result.notice, (notice) => asString(notice, `${name}.notice`));
  optional(result.written, (written) => readWrittenAnswer(written, `${name}.written`));
  asArray(result.citations, `${name}.citations`, (item, at) => {
    const citation = readPlace(item, at);
    asInteger(citation.n, `${at}.n`, 1, 10_000);
    asString(citation.quote, `${at}.quote`);
  });
  asArray(result.sources, `${name}.sources`, readSource);
  return result as unknown as AskResult;
}

/** Checks what drawing a source and opening its places rely on. */
export function readSource(item: unknown, name: string): Source {
  const source = readPlace(item, name);
  asInteger(source.rank, `${name}.rank`, 1, 10_000);
  asString(source.title, `${name}.title`);
  asString(source.why, `${name}.why`);
  asArray(source.way, `${name}.way`, (step, at) => {
    const { label, names, place } = asObject(step, at);
    asString(label, `${at}.label`);
    optional(place, (where) => readPlace(where, `${at}.place`));
    optional(names, (groups) =>
      asArray(groups, `${at}.names`, (group, groupName) => {
        const { kind, list } = asObject(group, groupName);
        asString(kind, `${groupName}.kind`, 20);
        asArray(list, `${groupName}.list`, (one, oneName) => asString(one, oneName));
      }),
    );
  });
  return item as Source;
}

/** Checks a place; the fields beside it are still unknown. */
export function readPlace(value: unknown, name: string) {
  const place = asObject(value, name);
  asString(place.uri, `${name}.uri`);
  asString(place.path, `${name}.path`);
  asInteger(place.startLine, `${name}.startLine`, 1, 1e9);
  asInteger(place.endLine, `${name}.endLine`, 1, 1e9);
  return place;
}
