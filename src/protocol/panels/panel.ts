/**
 * Messages between the answer panel and the extension. The extension holds the thread; it sends all of it (`show`), one turn (`turn`), or a
 * piece of streamed text (`text`). The panel draws it and sends the user's actions. Both sides validate what they receive: a panel may be
 * older than the extension that restores it.
 */

import type { FilesProgress } from '../../engine/index.ts';
import { asArray, asBoolean, asInteger, asObject, asString, oneOf, optional } from '../check.ts';
import { readProgress } from '../checkPlaces.ts';
import { type ConsentCard, readConsentCard } from '../consent.ts';
import { type Excerpt, readExcerpt } from '../evidence.ts';
import { type ColorsAnswer, type ColorsQuery, readColorsAnswer, readColorsQuery } from './colors.ts';
import { type PanelScope, type PanelTurn, readScope, readTurn } from './panelThread.ts';
import type { PanelWords } from './panelWords.ts';

/** The state of the panel. */
export interface PanelState {
  readonly view: 'empty' | 'thread' | 'noFolder';
  readonly turns: readonly PanelTurn[];
  /** For the next question. */
  readonly scope: PanelScope;
  /** Name of the model that writes answers; absent if they are quoted. */
  readonly model?: string;
  readonly examples: readonly string[];
  /** Earlier threads, most recent first. */
  readonly threads: readonly ThreadSummary[];
  /** Requests that wait for permission and were not made from the panel. */
  readonly requests: readonly ConsentCard[];
}

/** An earlier thread, as listed. */
export interface ThreadSummary {
  readonly id: string;
  /** Its first question. */
  readonly question: string;
  /** Number of questions. */
  readonly turns: number;
}

/** The state of the index, shown under the question while it is being built. */
export interface PanelStatus {
  readonly indexing?: FilesProgress;
  readonly files: number;
  /** One sentence on why answers are incomplete. */
  readonly problem?: string;
  /** Whether rebuilding the index helps. */
  readonly isRebuildable?: boolean;
}

const itemLists = ['sources', 'citations', 'blocks'] as const;

/** A list of a turn's answer, and an index in it. */
export interface PanelItem {
  readonly turn: number;
  readonly list: (typeof itemLists)[number];
  readonly index: number;
}

/** Messages to the panel. */
export type ToPanel =
  /** `words` are the panel's texts in the user's language. */
  | { readonly type: 'show'; readonly state: PanelState; readonly words: PanelWords }
  | { readonly type: 'turn'; readonly turn: PanelTurn }
  /** The next piece of a streamed answer. */
  | { readonly type: 'text'; readonly turn: number; readonly text: string }
  | { readonly type: 'status'; readonly status: PanelStatus }
  /** The response to `excerpt`; `problem` if the file cannot be read. */
  | { readonly type: 'excerpt'; readonly item: PanelItem; readonly excerpt?: Excerpt; readonly problem?: string }
  /** Move the focus to the last answer. */
  | { readonly type: 'focus' }
  | ColorsAnswer;

/** Commands that links and buttons of the panel may run, and no others. */
const panelCommands = ['showLog', 'showReport', 'rebuild', 'manageTrust', 'openFolder', 'pickScope', 'pickModel', 'new', 'stop'] as const;
export type PanelCommand = (typeof panelCommands)[number];

/** Parts of the scope that a chip removes. */
const scopeParts = ['place', 'kind', 'language'] as const;

/** Messages from the panel: the user's actions. */
export type FromPanel =
  /** The panel's script is ready for messages. */
  | { readonly type: 'ready' }
  /** A question; with `turn` it replaces that one, and later turns are dropped. */
  | { readonly type: 'ask'; readonly question: string; readonly turn?: number }
  | { readonly type: 'retry'; readonly turn: number; readonly quote: boolean }
  | ({ readonly type: 'open' } & PanelItem)
  /** Opens a place on a source's path of links. */
  | { readonly type: 'openStep'; readonly turn: number; readonly source: number; readonly step: number }
  /** Requests a source's lines when it is unfolded or a citation is hovered. */
  | ({ readonly type: 'excerpt' } & PanelItem)
  | { readonly type: 'evidence'; readonly turn: number; readonly source: number }
  /** Grants or denies permission for a request, or shows it verbatim; `card` is the `id` of its card. */
  | { readonly type: 'permit'; readonly card: string; readonly send: boolean }
  | { readonly type: 'showRequest'; readonly card: string }
  /** Copies the answer as markdown. */
  | { readonly type: 'copy'; readonly turn: number }
  | { readonly type: 'copyCode'; readonly text: string }
  | ColorsQuery
  | { readonly type: 'sent'; readonly turn: number }
  /** Searches for the turn's question with the editor's own search. */
  | { readonly type: 'searchText'; readonly turn: number }
  | { readonly type: 'thread'; readonly id: string }
  | { readonly type: 'dropScope'; readonly part: (typeof scopeParts)[number]; readonly index: number }
  | { readonly type: 'run'; readonly command: PanelCommand };

const maxInteger = 10_000;

/** Validates a message from the panel; throws if it is invalid. */
export function readFromPanel(value: unknown): FromPanel {
  const message = asObject(value, 'message');
  const integer = (name: string, min = 0): number => asInteger(message[name], name, min, maxInteger);
  const turn = (): number => integer('turn', 1);
  switch (message.type) {
    case 'ready':
      return { type: 'ready' };
    case 'ask':
      return { type: 'ask', question: asString(message.question, 'question'), turn: optional(message.turn, turn) };
    case 'retry':
      return { type: 'retry', turn: turn(), quote: message.quote === true };
    case 'open':
    case 'excerpt':
      return { type: message.type, ...readItem(message) };
    case 'openStep':
      return { type: 'openStep', turn: turn(), source: integer('source'), step: integer('step') };
    case 'evidence':
      return { type: 'evidence', turn: turn(), source: integer('source') };
    case 'permit':
      return { type: 'permit', card: asString(message.card, 'card', 100), send: asBoolean(message.send, 'send') };
    case 'showRequest':
      return { type: 'showRequest', card: asString(message.card, 'card', 100) };
    case 'copy':
    case 'sent':
    case 'searchText':
      return { type: message.type, turn: turn() };
    case 'copyCode':
      return { type: 'copyCode', text: asString(message.text, 'text') };
    case 'colors':
      return readColorsQuery(message);
    case 'thread':
      return { type: 'thread', id: asString(message.id, 'id', 100) };
    case 'dropScope':
      return { type: 'dropScope', part: oneOf(message.part, 'part', scopeParts), index: integer('index') };
    case 'run':
      return { type: 'run', command: oneOf(message.command, 'command', panelCommands) };
    default:
      throw new TypeError(`"type" is ${JSON.stringify(message.type)}, which no message of the panel has`);
  }
}

/** Validates a message to the panel; throws if it is invalid. */
export function readToPanel(value: unknown): ToPanel {
  const message = asObject(value, 'message');
  switch (message.type) {
    case 'show':
      return { type: 'show', state: readPanelState(message.state), words: asObject(message.words, 'words') as PanelWords };
    case 'turn':
      return { type: 'turn', turn: readTurn(message.turn, 'turn') };
    case 'text':
      return { type: 'text', turn: asInteger(message.turn, 'turn', 1, maxInteger), text: asString(message.text, 'text') };
    case 'status':
      return { type: 'status', status: readStatus(message.status) };
    case 'focus':
      return { type: 'focus' };
    case 'colors':
      return readColorsAnswer(message);
    case 'excerpt':
      return {
        type: 'excerpt',
        item: readItem(asObject(message.item, 'item')),
        excerpt: optional(message.excerpt, (excerpt) => readExcerpt(excerpt, 'excerpt')),
        problem: optional(message.problem, (text) => asString(text, 'problem')),
      };
    default:
      throw new TypeError(`"type" is ${JSON.stringify(message.type)}, which no message of the extension has`);
  }
}

function readItem(item: Readonly<Record<string, unknown>>): PanelItem {
  return {
    turn: asInteger(item.turn, 'turn', 1, maxInteger),
    list: oneOf(item.list, 'list', itemLists),
    index: asInteger(item.index, 'index', 0, maxInteger),
  };
}

function readPanelState(value: unknown): PanelState {
  const state = asObject(value, 'state');
  return {
    view: oneOf(state.view, 'view', ['empty', 'thread', 'noFolder']),
    turns: asArray(state.turns, 'turns', readTurn),
    scope: readScope(state.scope, 'scope'),
    model: optional(state.model, (model) => asString(model, 'model', 1000)),
    examples: asArray(state.examples, 'examples', (item, name) => asString(item, name)),
    threads: asArray(state.threads, 'threads', (item, name) => {
      const thread = asObject(item, name);
      return {
        id: asString(thread.id, `${name}.id`, 100),
        question: asString(thread.question, `${name}.question`),
        turns: asInteger(thread.turns, `${name}.turns`, 0, maxInteger),
      };
    }),
    requests: asArray(state.requests, 'requests', readConsentCard),
  };
}

function readStatus(value: unknown): PanelStatus {
  const status = asObject(value, 'status');
  return {
    files: asInteger(status.files, 'files', 0, 1e12),
    indexing: optional(status.indexing, (progress) => readProgress(progress, 'indexing')),
    problem: optional(status.problem, (text) => asString(text, 'problem')),
    isRebuildable: status.isRebuildable === true,
  };
}
