/**
 * Messages between the answer panel and the extension. The extension holds the thread; it sends all of it (`show`), one turn (`turn`), or a
 * piece of streamed text (`text`). The panel draws it and sends the user's actions. Both sides validate what they receive: a panel may be
 * older than the extension that restores it.
 */

import { consentCard } from '../consent.ts';
import { excerpt } from '../evidence.ts';
import { count, filesProgress } from '../places.ts';
import { boolean, extend, type Infer, integer, list, object, oneOf, optional, text, variants } from '../schema.ts';
import { colorsAnswer, colorsQuery } from './colors.ts';
import { explanation } from './explanation.ts';
import { pagePart, panelPage } from './panelPage.ts';
import { panelScope, panelTurn } from './panelThread.ts';

/** The number of a turn. */
const turn = integer(1, 10_000);
const index = integer(0, 10_000);
const nothing = object({});
const ofTurn = object({ turn });

/** An earlier thread, as listed. */
const threadSummary = object({
  id: text(100),
  /** Its first question. */
  question: text(),
  /** Number of questions. */
  turns: index,
});
export type ThreadSummary = Infer<typeof threadSummary>;

const panelState = object({
  view: oneOf(['empty', 'thread', 'noFolder']),
  turns: list(panelTurn),
  /** For the next question. */
  scope: panelScope,
  /** Name of the model that writes answers; absent if they are quoted. */
  model: optional(text(1000)),
  examples: list(text()),
  /** Earlier threads, most recent first. */
  threads: list(threadSummary),
  /** Requests that wait for permission and were not made from the panel. */
  requests: list(consentCard),
});
export type PanelState = Infer<typeof panelState>;

/** The state of the index, shown under the question while it is being built. */
const panelStatus = object({
  indexing: optional(filesProgress),
  files: count,
  /** One sentence on why answers are incomplete. */
  problem: optional(text()),
  /** Whether rebuilding the index helps. */
  isRebuildable: optional(boolean),
});
export type PanelStatus = Infer<typeof panelStatus>;

/** A list of a turn's answer, and an index in it. */
const panelItem = object({ turn, list: oneOf(['sources', 'citations', 'blocks', 'explained']), index });
export type PanelItem = Infer<typeof panelItem>;

/** Messages to the panel. */
export const toPanel = variants('type', {
  show: object({ state: panelState }),
  turn: object({ turn: panelTurn }),
  /** The next piece of a streamed answer. */
  text: extend(ofTurn, { text: text() }),
  status: object({ status: panelStatus }),
  /** The response to `excerpt`; `problem` if the file cannot be read. */
  excerpt: object({ item: panelItem, excerpt: optional(excerpt), problem: optional(text()) }),
  /** The response to `explain`; without both there is nothing to explain. */
  explained: extend(ofTurn, { explanation: optional(explanation), problem: optional(text()) }),
  /** Move the focus to the last answer. */
  focus: nothing,
  /** Whether another webview announces the thread to screen readers. */
  quiet: object({ isQuiet: boolean }),
  colors: colorsAnswer,
  /** What is shown in place of the thread; without a page, the thread. */
  page: object({ page: optional(panelPage) }),
  /** The response to `showRequest`. */
  request: object({ card: text(100), parts: list(pagePart) }),
});
export type ToPanel = Infer<typeof toPanel>;

/** Commands that links and buttons of the panel may run, and no others. */
const panelCommand = oneOf([
  'showLog',
  'showReport',
  'rebuild',
  'manageTrust',
  'openFolder',
  'pickScope',
  'pickModel',
  'new',
  'leavePage',
  'threads',
  'stop',
]);
export type PanelCommand = Infer<typeof panelCommand>;

/** Messages from the panel: the user's actions. */
export const fromPanel = variants('type', {
  /** The panel's script is ready for messages. */
  ready: nothing,
  /** A question; with `turn` it replaces that one, and later turns are dropped. */
  ask: object({ question: text(), turn: optional(turn) }),
  retry: extend(ofTurn, { quote: boolean }),
  /** Asks again without looking for a term of the restated question. */
  dropTerm: extend(ofTurn, { term: text(2000) }),
  /** The turn's quotes are being read: what comes is to be offered. */
  read: ofTurn,
  /** Shows what was offered. */
  showOffered: ofTurn,
  /** Opens a place; of a listing one of its lines. */
  open: extend(panelItem, { line: optional(integer(1, 2 ** 31)) }),
  /** Opens what a link in a quoted block leads to. */
  openLink: extend(ofTurn, { block: index, target: text(1000) }),
  /** Opens a place on a source's path of links. */
  openStep: extend(ofTurn, { source: index, step: index }),
  /** Requests a source's lines when it is unfolded or a citation is hovered. */
  excerpt: panelItem,
  evidence: extend(ofTurn, { source: index }),
  /** Requests what the retriever found on its way. */
  explain: ofTurn,
  /** Grants or denies permission for a request, or shows it verbatim; `card` is the `id` of its card. */
  permit: object({ card: text(100), send: boolean }),
  /** Allows that questions alone are sent to the recipient of a request, from now on. */
  permitQuestions: object({ card: text(100) }),
  showRequest: object({ card: text(100) }),
  /** Copies the answer as markdown. */
  copy: ofTurn,
  copyCode: object({ text: text() }),
  colors: colorsQuery,
  /** Opens the last request of an answer, or the one that brought what a look has found. */
  sent: extend(ofTurn, { look: optional(index) }),
  /** Searches for the turn's question with the editor's own search. */
  searchText: ofTurn,
  thread: object({ id: text(100) }),
  /** Removes a part of the scope. */
  dropScope: object({ part: oneOf(['place', 'near', 'kind', 'language']), index }),
  /** Follows a link of the page. */
  pageLink: object({ link: integer(0, 1_000_000) }),
  run: object({ command: panelCommand }),
});
export type FromPanel = Infer<typeof fromPanel>;
