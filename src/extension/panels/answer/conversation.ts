/**
 * The thread of the answer panel: asks, follows up, stops, and stores. Independent of webviews and the editor, which listen to it. Only one
 * question is answered at a time: stopping or replacing it settles its turn at once, and its later events are ignored.
 */

import { randomUUID } from 'node:crypto';
import type { AnswerEvent } from '../../../protocol/answer.ts';
import type { ConsentCard } from '../../../protocol/consent.ts';
import type { PanelState, ToPanel } from '../../../protocol/panels/panel.ts';
import {
  isOpen,
  maxThreadTurns,
  type PanelScope,
  type PanelThread,
  type PanelTurn,
  shownTurn,
  wholeWorkspace,
  withOffered,
} from '../../../protocol/panels/panelThread.ts';
import { type AskResult, earlierTurn, type RestatedQuestion, type WirePlace, type WireTurn } from '../../../protocol/places.ts';
import { maxTurns } from '../../../protocol/server.ts';
import { withoutTermIn } from '../../../protocol/text/restatedTerms.ts';
import type { QuestionHistory } from '../../editor/history.ts';
import type { AnswerQuery } from '../../models/answerer.ts';
import type { AskPermission, Permission, PermissionRequest } from '../../models/requests/consent.ts';
import { createPermissions } from './permissions.ts';
import type { ThreadStore } from './threadStore.ts';

/** Number of earlier threads offered by the empty panel. */
const threadsShown = 5;

export interface Question {
  readonly question: string;
  /** The selection, taken into account when ranking. */
  readonly context?: string;
  /** The lines of the selection: they are not the answer. */
  readonly about?: WirePlace;
  /** By default that of the panel; the whole workspace for a new thread. */
  readonly scope?: PanelScope;
  /** Starts a thread instead of following up the current one. */
  readonly isNew?: boolean;
  /** Replaces this turn; later turns are dropped. */
  readonly turn?: number;
  /** What is looked for as well, in place of what the model would say. */
  readonly restated?: RestatedQuestion;
  /** `none` quotes, whatever model is chosen. */
  readonly model?: 'none';
}

/** A question with its scope and the file that it was asked in, and what was asked before it. */
export interface AskedQuery {
  readonly query: string;
  readonly scope: string[] | undefined;
  readonly near: string | undefined;
  readonly earlier: string[];
  /** What was looked for as well. */
  readonly restated: RestatedQuestion | undefined;
}

export interface Conversation {
  readonly state: PanelState;
  readonly turns: readonly PanelTurn[];
  /** As it is drawn. */
  turn(id: number): PanelTurn | undefined;
  /** The turns as they go with the next question. */
  earlierTurns(): readonly WireTurn[];
  /** The last question, with those that it may lean on. */
  lastQuery(): AskedQuery | undefined;
  /** The question of a turn in the same way. */
  query(id: number): AskedQuery | undefined;
  /** Asks and returns the answer; undefined if asking failed or was stopped, as the state then shows. */
  ask(question: Question): Promise<AskResult | undefined>;
  /** Asks a turn's question again, in place; `quote` leaves the model out. */
  retry(id: number, quote: boolean): Promise<void>;
  /** Asks a turn's question again without looking for a term of its restated question. */
  dropTerm(id: number, term: string): Promise<void>;
  /** The quotes of a turn are being read: what comes is offered, instead of replacing them. */
  read(id: number): void;
  /** Shows what was offered, and moves the focus there. */
  showOffered(id: number): void;
  stop(): void;
  /** Stops because the answer is not visible; a question that waits for permission keeps waiting, see `resume`. */
  leave(): void;
  /** Asks the last question again if it was waiting for permission when its thread was left or the window was closed. */
  resume(): Promise<void>;
  /** Shows a request of a question that was asked elsewhere, until it is decided. */
  readonly askPermission: AskPermission;
  /** A request that waits for permission, by the `id` of its card. */
  request(card: string): PermissionRequest | undefined;
  decide(card: string, permission: Permission): void;
  /** Starts an empty thread. */
  begin(scope?: PanelScope): Promise<void>;
  /**
   * Loads example questions if none are shown yet: an index that was being built may have some now. `isForced` reloads them in any case.
   */
  suggest(isForced?: boolean): Promise<void>;
  /** Shows a stored thread. */
  open(id: string): void;
  /** Deletes a thread from the store; if it is displayed, another one is started. */
  forget(id: string): void;
  setScope(scope: PanelScope): void;
  /** Sends the whole state again. */
  show(): void;
  /** Stops, and keeps what has been written. */
  dispose(): void;
}

/** Dependencies of a conversation. */
export interface ConversationOptions {
  /** Answers; rejects on failure or abort. `onEvent` receives the model's events meanwhile. */
  readonly answer: (query: AnswerQuery, onEvent: (event: AnswerEvent) => void, signal: AbortSignal) => Promise<AskResult>;
  readonly modelName: () => string | undefined;
  readonly hasFolder: () => boolean;
  /** Suggested questions; may reject. */
  readonly examples: () => Promise<readonly string[]>;
  readonly history: QuestionHistory;
  readonly store: ThreadStore;
  readonly log: { info(text: string): void };
  /** The message of an error for the user. */
  readonly messageOf: (error: unknown) => string;
  /** Called with every change. */
  readonly post: (message: ToPanel) => void;
}

interface Running {
  readonly turn: number;
  readonly stop: AbortController;
}

export function createConversation(options: ConversationOptions): Conversation {
  const { history, store, post } = options;
  let thread: PanelThread = restored(store.current()) ?? newThread();
  let scope: PanelScope = thread.turns.at(-1)?.scope ?? wholeWorkspace;
  let examples: readonly string[] = [];
  let running: Running | undefined;
  const permissions = createPermissions();
  /** Of questions that were asked elsewhere. */
  let requests: readonly ConsentCard[] = [];

  const state = (): PanelState => {
    const hasTurns = thread.turns.length > 0;
    const view = hasTurns ? 'thread' : options.hasFolder() ? 'empty' : 'noFolder';
    const threads = hasTurns ? [] : store.summaries(thread.id).slice(0, threadsShown);
    return { view, turns: thread.turns, scope, model: options.modelName(), examples, threads, requests };
  };
  const show = (): void => post({ type: 'show', state: state() });
  const turnOf = (id: number): PanelTurn | undefined => thread.turns.find((turn) => turn.id === id);

  function set(turn: PanelTurn): void {
    thread = { ...thread, turns: thread.turns.map((one) => (one.id === turn.id ? turn : one)) };
  }

  function put(turn: PanelTurn): void {
    set(turn);
    post({ type: 'turn', turn });
  }

  function keep(): void {
    thread = { ...thread, at: new Date().toISOString() };
    store.keep(thread);
  }

  /** `waiting` is the new state of a question that waits for permission. */
  function end(waiting: 'stopped' | 'consent'): void {
    if (running === undefined) return;
    const turn = turnOf(running.turn);
    running.stop.abort();
    running = undefined;
    if (turn) put({ ...turn, state: turn.state === 'consent' ? waiting : 'stopped', consent: undefined });
    keep();
  }

  const stop = (): void => end('stopped');
  const leave = (): void => end('consent');

  async function ask({ question, isNew = false, ...asking }: Question): Promise<AskResult | undefined> {
    const { context, about, scope: wanted = isNew ? wholeWorkspace : scope, turn: replaced, restated, model } = asking;
    const text = question.trim();
    if (text === '') return undefined;
    if (isNew) leave();
    else stop();
    if (isNew && thread.turns.length > 0) thread = newThread();
    const before = (replaced === undefined ? thread.turns : thread.turns.filter(({ id }) => id < replaced)).map(withOffered);
    const id = (before.at(-1)?.id ?? 0) + 1;
    const asked: PanelTurn = { id, question: text, context, about, scope: wanted, restated, state: 'asking', text: '' };
    scope = wanted;
    thread = { ...thread, turns: [...before.slice(-maxThreadTurns + 1), asked] };
    const mine: Running = { turn: id, stop: new AbortController() };
    running = mine;
    history.add(text);
    // Stored before it is answered: a window closed meanwhile still has the question when it is reopened.
    keep();
    show();
    const askPermission: AskPermission = (request, signal) => permit(request, signal, mine);
    const query = {
      question: withOperators(text, wanted),
      context,
      about,
      scope: urisOf(wanted),
      near: wanted.near?.uri,
      turns: earlier(before),
      restated,
      model,
      askPermission,
    };
    try {
      const result = await options.answer(query, (event) => hear(event, mine), mine.stop.signal);
      if (running !== mine) return undefined;
      // Logs the number of sources and the time, not the question: the log may be pasted into an issue.
      const { citations, sources, ms } = result;
      options.log.info(`Answered with ${citations.length} citations from ${sources.length} sources in ${Math.round(ms)} ms`);
      const { quoted, isRead } = turnOf(id) ?? asked;
      const isKept = isRead === true && quoted !== undefined && !isSameAnswer(quoted, result);
      settle({ ...asked, state: 'done', result: { ...result, question: text }, ...(isKept ? { quoted, isRead } : {}) });
      return result;
    } catch (error) {
      if (running === mine) settle({ ...(turnOf(id) ?? asked), state: 'failed', error: options.messageOf(error) });
      return undefined;
    }
  }

  /** Puts the running turn into its final state. */
  function settle(turn: PanelTurn): void {
    running = undefined;
    put(turn);
    keep();
  }

  /** Shows the request of the running question in place of its answer. */
  async function permit(request: PermissionRequest, signal: AbortSignal, mine: Running): Promise<Permission> {
    const waiting = running === mine ? turnOf(mine.turn) : undefined;
    if (waiting === undefined) return false;
    put({ ...waiting, state: 'consent', consent: request.card });
    keep();
    const permission = await permissions.wait(request, signal);
    const now = running === mine ? turnOf(mine.turn) : undefined;
    // If it is still running although the signal was aborted, another request to the same recipient was allowed.
    if (now !== undefined) put({ ...now, consent: undefined, state: permission === true || signal.aborted ? 'streaming' : 'asking' });
    return permission;
  }

  async function permitElsewhere(request: PermissionRequest, signal: AbortSignal): Promise<Permission> {
    requests = [...requests, request.card];
    show();
    const permission = await permissions.wait(request, signal);
    requests = requests.filter(({ id }) => id !== request.card.id);
    show();
    return permission;
  }

  async function retry(id: number, quote: boolean): Promise<void> {
    const turn = turnOf(id);
    if (turn === undefined) return;
    const { question, context, about, scope: asked } = turn;
    await ask({ question, context, about, scope: asked, turn: id, model: quote ? 'none' : undefined });
  }

  async function dropTerm(id: number, term: string): Promise<void> {
    const turn = turnOf(id);
    const { restated } = turn?.result ?? turn ?? {};
    if (turn === undefined || restated === undefined) return;
    const { question, context, about, scope: asked } = turn;
    await ask({ question, context, about, scope: asked, turn: id, restated: withoutTermIn(restated, term) });
  }

  async function resume(): Promise<void> {
    const last = thread.turns.at(-1);
    if (running === undefined && last?.state === 'consent') await retry(last.id, false);
  }

  function read(id: number): void {
    const turn = turnOf(id);
    if (turn?.quoted !== undefined && turn.isRead !== true && turn.text === '' && isOpen(turn)) put({ ...turn, isRead: true });
  }

  function showOffered(id: number): void {
    const turn = turnOf(id);
    if (turn === undefined) return;
    put(withOffered(turn));
    post({ type: 'focus' });
    keep();
  }

  function hear(event: AnswerEvent, mine: Running): void {
    const turn = running === mine ? turnOf(mine.turn) : undefined;
    if (turn === undefined) return;
    if (event.kind === 'quoted') {
      if (turn.text === '') put({ ...turn, quoted: { ...event.result, question: turn.question } });
    } else if (event.kind === 'restated') put({ ...turn, restated: event.restated });
    else if (event.kind === 'sources') put({ ...turn, state: 'streaming', text: '', sources: event.sources, citations: [] });
    else if (event.kind === 'looks') put({ ...turn, state: 'streaming', text: '', looks: event.looks });
    else if (event.kind === 'citation') set({ ...turn, citations: [...(turn.citations ?? []), event.citation] });
    // The first piece may take the place of quotes.
    else if (turn.state !== 'streaming' || (turn.text === '' && turn.quoted !== undefined))
      put({ ...turn, state: 'streaming', text: event.text });
    else if (turn.isRead === true) set({ ...turn, text: turn.text + event.text });
    else {
      set({ ...turn, text: turn.text + event.text });
      post({ type: 'text', turn: turn.id, text: event.text });
    }
  }

  async function findExamples(): Promise<void> {
    const { id } = thread;
    const found = await options.examples().catch(() => undefined);
    if (found === undefined || thread.id !== id || thread.turns.length > 0) return;
    examples = found;
    show();
  }

  async function begin(wanted = wholeWorkspace): Promise<void> {
    leave();
    if (thread.turns.length > 0) thread = newThread();
    store.keep(thread);
    scope = wanted;
    show();
    if (options.hasFolder()) await findExamples();
  }

  /** The question of a turn, with those that it may lean on. */
  function turnQuery(at: number): AskedQuery | undefined {
    const turn = thread.turns[at];
    if (turn === undefined) return undefined;
    const { scope, result } = turn;
    const earlier = thread.turns.slice(Math.max(0, at - maxTurns), at).map(({ question }) => question);
    return { query: withOperators(turn.question, scope), scope: urisOf(scope), near: scope.near?.uri, earlier, restated: result?.restated };
  }

  return {
    get state() {
      return state();
    },
    get turns() {
      return thread.turns;
    },
    turn(id) {
      const turn = turnOf(id);
      return turn && shownTurn(turn);
    },
    earlierTurns: () => earlier(thread.turns),
    lastQuery: () => turnQuery(thread.turns.length - 1),
    query: (id) => turnQuery(thread.turns.findIndex((turn) => turn.id === id)),
    ask,
    retry,
    dropTerm,
    read,
    showOffered,
    stop,
    leave,
    resume,
    askPermission: permitElsewhere,
    request: permissions.find,
    decide: permissions.decide,
    begin,
    async suggest(isForced = false) {
      if (thread.turns.length === 0 && (isForced || examples.length === 0) && options.hasFolder()) await findExamples();
    },
    open(id) {
      const found = id === thread.id ? undefined : restored(store.find(id));
      if (found) {
        leave();
        thread = found;
        scope = thread.turns.at(-1)?.scope ?? wholeWorkspace;
        keep();
      }
      show();
      void resume();
    },
    forget(id) {
      const isShown = id === thread.id;
      if (isShown) stop();
      store.remove(id);
      if (!isShown) return;
      thread = newThread();
      void begin(scope);
    },
    setScope(wanted) {
      scope = wanted;
      show();
    },
    show,
    dispose: leave,
  };
}

function newThread(): PanelThread {
  return { id: randomUUID(), at: new Date().toISOString(), turns: [] };
}

/**
 * A question that was being answered when the window was closed will get no answer, and one that waited for permission must be asked again.
 * Turns are renumbered, since the first ones may have been dropped.
 */
function restored(thread: PanelThread | undefined): PanelThread | undefined {
  const mend = (turn: PanelTurn, i: number): PanelTurn => ({
    ...withOffered(turn),
    id: i + 1,
    state: isOpen(turn) ? 'stopped' : turn.state,
    consent: undefined,
  });
  return thread && { ...thread, turns: thread.turns.map(mend) };
}

/** Whether two answers quote the same. */
function isSameAnswer(a: AskResult, b: AskResult): boolean {
  const quotes = ({ state, answer, blocks }: AskResult): string => JSON.stringify([state, answer, blocks]);
  return quotes(a) === quotes(b);
}

function earlier(turns: readonly PanelTurn[]): WireTurn[] {
  return turns
    .slice(-maxTurns)
    .map(({ question, text, citations = [], result }) =>
      earlierTurn(question, result?.found ? result.answer : text, result?.citations ?? citations),
    );
}

function urisOf({ places }: PanelScope): string[] | undefined {
  return places.length === 0 ? undefined : places.map(({ uri }) => uri);
}

/** The question with the scope's `kind:` and `lang:`; the rest is sent separately. */
function withOperators(question: string, { kind, language }: PanelScope): string {
  return [question, kind && `kind:${kind}`, language && `lang:${language}`].filter(Boolean).join(' ');
}
