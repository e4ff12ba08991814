/**
 * What the answer panel and the extension say to each other. The extension holds the state and sends it whole (`show`); the panel
 * draws it and sends what the user did. Both sides check what they get: a panel may be older than the extension that restores it.
 */

import { type AnswerEvent, readAnswerEvent, readWrittenAnswer } from './answer.ts';
import { asArray, asInteger, asObject, asString, optional } from './check.ts';
import type { AskResult, FilesProgress } from './places.ts';

/** What the panel shows. It is also what the panel keeps over a reload, so it is plain data. */
export interface PanelState {
  readonly view: 'empty' | 'asking' | 'answer' | 'error' | 'noFolder';
  readonly question: string;
  /** The selection that was offered with the question. */
  readonly context?: string;
  /** Where the answer may come from; absent means the whole workspace. */
  readonly scope?: PanelScope;
  readonly result?: AskResult;
  /** What went wrong, in the words of whoever said it. */
  readonly error?: string;
  readonly examples?: readonly string[];
  /** Earlier questions, last first. */
  readonly history?: readonly string[];
}

export interface PanelScope {
  readonly label: string;
  readonly uris: readonly string[];
}

/** How the index stands, shown under the question while it is being built. */
export interface PanelStatus {
  readonly indexing?: FilesProgress;
  readonly files: number;
  /** One sentence on why questions find less than they should. */
  readonly problem?: string;
}

/** The extension sends the whole state whenever it changes. `words` are the panel's texts in the user's language. */
export type ToPanel =
  | { readonly type: 'show'; readonly state: PanelState; readonly words: PanelWords }
  | { readonly type: 'status'; readonly status: PanelStatus }
  /** The first lines of a source, by its position in the list; what the panel asked for by `excerpt`. */
  | { readonly type: 'excerpt'; readonly source: number; readonly text: string }
  /** What a model says, while the state on show is `asking`; a later `show` holds all of it and replaces what was drawn. */
  | { readonly type: 'event'; readonly event: AnswerEvent };

/** The panel's fixed texts. `{0}`, `{1}` are filled in. */
export const defaultPanelWords = {
  title: 'Ask workspace',
  newQuestion: 'New question',
  edit: 'Edit question',
  questionLabel: 'Question',
  askPlaceholder: 'Ask another question',
  ask: 'Ask',
  stop: 'Stop',
  asking: 'Looking through the workspace',
  sources: 'Sources',
  nearest: 'Nearest places',
  more: '{0} more',
  facts: '{0} sources · {1} · {2}',
  oneSource: '1 source · {1} · {2}',
  quoted: 'quoted, no model',
  scopeAll: 'Whole workspace',
  scopeLabel: 'Scope: {0}. Change it',
  withSelection: 'With the selection',
  soFar: 'Answered from {0} of {1} files so far.',
  indexing: 'Indexing: {0} of {1} files.',
  askAgain: 'Ask again',
  lines: 'lines {0} to {1}',
  line: 'line {0}',
  way: 'The way from the question',
  question: 'question',
  lookedIn: 'Looked in {0} files.',
  searchText: 'Search file text instead',
  failed: 'The question could not be answered.',
  details: 'Details',
  retry: 'Try again',
  showLog: 'Show log',
  showReport: 'Show report',
  rebuild: 'Rebuild index',
  noFolder: 'No folder is open. MeshRAG answers from the files of a folder.',
  openFolder: 'Open folder',
  emptyTitle: 'Ask about this workspace',
  emptyHint: 'Answers are quoted from its files. Nothing leaves this machine.',
  tryOne: 'For example',
  earlier: 'Earlier questions',
  citation: 'Citation {0}: {1}, {2}',
  copy: 'Copy answer',
} as const;

export type PanelWords = Readonly<Record<keyof typeof defaultPanelWords, string>>;

/** Commands that a link or button of the panel may run; nothing else can be run from it. */
export const panelCommands = [
  'searchText',
  'showLog',
  'showReport',
  'rebuild',
  'openFolder',
  'pickScope',
  'new',
  'stop',
  'retry',
  'copy',
  /** Opens the list of models, of which "none (quote sources)" is one. */
  'chooseModel',
  /** Opens exactly what was sent for the answer on show, by its `written.sent`. */
  'showSent',
] as const;
export type PanelCommand = (typeof panelCommands)[number];

export type FromPanel =
  /** The panel's script runs and can be sent to. */
  | { readonly type: 'ready' }
  | { readonly type: 'ask'; readonly question: string }
  /** Open a source or citation of the answer on show, by its position in the list. */
  | { readonly type: 'open'; readonly list: 'sources' | 'citations'; readonly index: number }
  /** Open a place that a source's way passes. */
  | { readonly type: 'openStep'; readonly source: number; readonly step: number }
  /** A source was unfolded and its first lines are wanted. */
  | { readonly type: 'excerpt'; readonly source: number }
  | { readonly type: 'run'; readonly command: PanelCommand };

/** Checks a message of the panel; throws where it is not one. */
export function readFromPanel(value: unknown): FromPanel {
  const message = asObject(value, 'message');
  switch (message.type) {
    case 'ready':
      return { type: 'ready' };
    case 'ask':
      return { type: 'ask', question: asString(message.question, 'question') };
    case 'open':
      return {
        type: 'open',
        list: oneOf(message.list, 'list', ['sources', 'citations']),
        index: asInteger(message.index, 'index', 0, 10_000),
      };
    case 'openStep':
      return { type: 'openStep', source: asInteger(message.source, 'source', 0, 10_000), step: asInteger(message.step, 'step', 0, 10_000) };
    case 'excerpt':
      return { type: 'excerpt', source: asInteger(message.source, 'source', 0, 10_000) };
    case 'run':
      return { type: 'run', command: oneOf(message.command, 'command', panelCommands) };
    default:
      throw new TypeError(`"type" is ${JSON.stringify(message.type)}, which no message of the panel has`);
  }
}

/** Checks a message of the extension; throws where it is not one. */
export function readToPanel(value: unknown): ToPanel {
  const message = asObject(value, 'message');
  if (message.type === 'show') {
    return { type: 'show', state: readPanelState(message.state), words: asObject(message.words, 'words') as PanelWords };
  }
  if (message.type === 'status') {
    const status = asObject(message.status, 'status');
    const problem = optional(status.problem, (text) => asString(text, 'problem'));
    const indexing = optional(status.indexing, readProgress);
    return { type: 'status', status: { files: asInteger(status.files, 'files', 0, 1e12), indexing, problem } };
  }
  if (message.type === 'excerpt') {
    return { type: 'excerpt', source: asInteger(message.source, 'source', 0, 10_000), text: asString(message.text, 'text') };
  }
  if (message.type === 'event') return { type: 'event', event: readAnswerEvent(message.event) };
  throw new TypeError(`"type" is ${JSON.stringify(message.type)}, which no message of the extension has`);
}

/** Checks a state, also one that an earlier version kept over a reload; throws where it cannot be drawn. */
export function readPanelState(value: unknown): PanelState {
  const state = asObject(value, 'state');
  return {
    view: oneOf(state.view, 'view', ['empty', 'asking', 'answer', 'error', 'noFolder']),
    question: asString(state.question, 'question'),
    context: optional(state.context, (text) => asString(text, 'context')),
    scope: optional(state.scope, (scope) => readScope(scope)),
    result: optional(state.result, (result) => readAskResult(result)),
    error: optional(state.error, (text) => asString(text, 'error')),
    examples: optional(state.examples, (list) => asArray(list, 'examples', (item, name) => asString(item, name))),
    history: optional(state.history, (list) => asArray(list, 'history', (item, name) => asString(item, name))),
  };
}

/** Checks what drawing an answer and opening its places rely on. */
export function readAskResult(value: unknown): AskResult {
  const result = asObject(value, 'result');
  asString(result.question, 'result.question');
  asString(result.answer, 'result.answer');
  asString(result.system, 'result.system');
  if (typeof result.found !== 'boolean') throw new TypeError('"result.found" is missing');
  if (typeof result.ms !== 'number') throw new TypeError('"result.ms" is missing');
  optional(result.written, (written) => readWrittenAnswer(written, 'result.written'));
  optional(result.notice, (text) => asString(text, 'result.notice'));
  asArray(result.citations, 'result.citations', (item, name) => {
    const citation = readPlace(item, name);
    asInteger(citation.n, `${name}.n`, 1, 10_000);
    asString(citation.quote, `${name}.quote`);
  });
  asArray(result.sources, 'result.sources', (item, name) => {
    const source = readPlace(item, name);
    asString(source.title, `${name}.title`);
    asString(source.why, `${name}.why`);
    asArray(source.way, `${name}.way`, (step, stepName) => asString(asObject(step, stepName).label, `${stepName}.label`));
  });
  return result as unknown as AskResult;
}

function readPlace(value: unknown, name: string) {
  const place = asObject(value, name);
  asString(place.uri, `${name}.uri`);
  asString(place.path, `${name}.path`);
  asInteger(place.startLine, `${name}.startLine`, 1, 1e9);
  asInteger(place.endLine, `${name}.endLine`, 1, 1e9);
  return place;
}

function readScope(value: unknown): PanelScope {
  const scope = asObject(value, 'scope');
  return { label: asString(scope.label, 'scope.label'), uris: asArray(scope.uris, 'scope.uris', (uri, name) => asString(uri, name)) };
}

function readProgress(value: unknown): FilesProgress {
  const progress = asObject(value, 'indexing');
  return {
    filesDone: asInteger(progress.filesDone, 'filesDone', 0, 1e12),
    filesTotal: asInteger(progress.filesTotal, 'filesTotal', 0, 1e12),
  };
}

function oneOf<const T extends string>(value: unknown, name: string, allowed: readonly T[]): T {
  if (!allowed.includes(value as T)) throw new TypeError(`"${name}" is ${JSON.stringify(value)}, expected one of ${allowed.join(', ')}`);
  return value as T;
}
