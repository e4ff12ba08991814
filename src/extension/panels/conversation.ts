/** The thread that the answer panel shows: asks, follows up, stops, and remembers. It knows no webview; whoever draws it listens. */

import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { PanelState, ToPanel } from '../../protocol/panel.ts';
import { mostTurns, type PanelScope, type PanelThread, type PanelTurn, wholeWorkspace } from '../../protocol/panelThread.ts';
import type { AskResult, WireTurn } from '../../protocol/places.ts';
import { examplesRequest, maxTurns } from '../../protocol/server.ts';
import type { ServerClient } from '../client.ts';
import { localFolders } from '../configuration.ts';
import type { QuestionHistory } from '../history.ts';
import type { Answerer, AnswerWish } from '../models/answerer.ts';
import { messageOf, panelWords } from '../strings.ts';
import { withOperators } from './scope.ts';
import type { ThreadStore } from './threadStore.ts';

/** Earlier threads that the empty panel offers. */
const threadsShown = 5;

export interface Question {
  readonly question: string;
  /** The selection, taken into account when ranking. */
  readonly context?: string;
  /** What the panel has where absent. */
  readonly scope?: PanelScope;
  /** Takes the place of this turn; what came after is dropped. */
  readonly turn?: number;
  /** `none` quotes, whatever model was chosen. */
  readonly model?: 'none';
}

export interface Conversation extends vscode.Disposable {
  readonly state: PanelState;
  readonly turns: readonly PanelTurn[];
  turn(id: number): PanelTurn | undefined;
  /** Asks and returns the answer; undefined where asking failed or was stopped, which the state then says. */
  ask(question: Question): Promise<AskResult | undefined>;
  stop(): void;
  /** Begins a thread; its first question is still to be asked. */
  begin(scope?: PanelScope): Promise<void>;
  /** Shows a stored thread. */
  open(id: string): void;
  setScope(scope: PanelScope): void;
}

export interface ConversationOptions {
  readonly client: ServerClient;
  readonly answerer: Answerer;
  readonly history: QuestionHistory;
  readonly store: ThreadStore;
  readonly log: vscode.LogOutputChannel;
  /** Hears every change. */
  readonly tell: (message: ToPanel) => void;
}

interface Running {
  readonly turn: number;
  readonly source: vscode.CancellationTokenSource;
}

export function createConversation({ client, answerer, history, store, log, tell }: ConversationOptions): Conversation {
  let thread: PanelThread = mended(store.current()) ?? newThread();
  let scope: PanelScope = thread.turns.at(-1)?.scope ?? wholeWorkspace;
  let examples: readonly string[] = [];
  let running: Running | undefined;

  const state = (): PanelState => {
    const hasTurns = thread.turns.length > 0;
    const view = hasTurns ? 'thread' : localFolders().length === 0 ? 'noFolder' : 'empty';
    const threads = hasTurns ? [] : store.summaries(thread.id).slice(0, threadsShown);
    return { view, turns: thread.turns, scope, model: answerer.modelName, examples, threads };
  };
  const show = (): void => tell({ type: 'show', state: state(), words: panelWords() });

  function put(turn: PanelTurn): void {
    const turns = thread.turns.map((one) => (one.id === turn.id ? turn : one));
    thread = { ...thread, turns };
    tell({ type: 'turn', turn });
  }

  function keep(): void {
    thread = { ...thread, at: new Date().toISOString() };
    store.keep(thread);
  }

  function stop(): void {
    running?.source.cancel();
  }

  /** Before another thread takes the place of this one: what is still being answered is kept as far as it has come. */
  function leave(): void {
    if (running === undefined) return;
    stop();
    running = undefined;
    thread = { ...thread, turns: thread.turns.map(settled) };
    keep();
  }

  async function ask({ question, context, scope: wanted = scope, turn: replaced, model }: Question): Promise<AskResult | undefined> {
    const text = question.trim();
    if (text === '') return undefined;
    stop();
    const before = replaced === undefined ? thread.turns.map(settled) : thread.turns.filter(({ id }) => id < replaced);
    const id = (before.at(-1)?.id ?? 0) + 1;
    const asked: PanelTurn = { id, question: text, context, scope: wanted, state: 'asking', text: '' };
    scope = wanted;
    thread = { ...thread, turns: [...before.slice(-mostTurns + 1), asked] };
    const source = new vscode.CancellationTokenSource();
    const mine: Running = { turn: id, source };
    running = mine;
    history.add(text);
    // Kept before it is answered: a window that is closed meanwhile has the question when it is opened again.
    keep();
    show();
    const wish: AnswerWish = { question: withOperators(text, wanted), context, scope: urisOf(wanted), turns: earlier(before), model };
    try {
      const result = await answer(wish, mine);
      // The count of sources and the time are worth a line; the question is not: the log may be pasted into an issue.
      log.info(`Answered with ${result.citations.length} citations from ${result.sources.length} sources in ${Math.round(result.ms)} ms`);
      if (running === mine) put({ ...asked, state: 'done', result: { ...result, question: text } });
      return result;
    } catch (error) {
      const unfinished = thread.turns.find((turn) => turn.id === id);
      if (running !== mine || unfinished === undefined) return undefined;
      if (source.token.isCancellationRequested) put({ ...unfinished, state: 'stopped' });
      else put({ ...unfinished, state: 'failed', error: messageOf(error) });
      return undefined;
    } finally {
      if (running === mine) {
        running = undefined;
        keep();
      }
      source.dispose();
    }
  }

  function answer(wish: AnswerWish, { turn: id, source }: Running): Promise<AskResult> {
    const isMine = (): boolean => running?.source === source;
    return answerer.answer(
      wish,
      (event) => {
        const turn = thread.turns.find((one) => one.id === id);
        if (!isMine() || turn === undefined) return;
        if (event.kind === 'sources') put({ ...turn, state: 'streaming', text: '', sources: event.sources });
        else if (turn.state !== 'streaming') put({ ...turn, state: 'streaming', text: event.text });
        else {
          thread = { ...thread, turns: thread.turns.map((one) => (one.id === id ? { ...turn, text: turn.text + event.text } : one)) };
          tell({ type: 'text', turn: id, text: event.text });
        }
      },
      source.token,
    );
  }

  async function findExamples(): Promise<void> {
    const { id } = thread;
    const found = await client.request(examplesRequest, {}).catch(() => undefined);
    if (found === undefined || thread.id !== id || thread.turns.length > 0) return;
    examples = found.questions;
    show();
  }

  const following = answerer.onDidChangeModel(show);
  const folders = vscode.workspace.onDidChangeWorkspaceFolders(() => thread.turns.length === 0 && show());

  return {
    get state() {
      return state();
    },
    get turns() {
      return thread.turns;
    },
    turn: (id) => thread.turns.find((turn) => turn.id === id),
    ask,
    stop,
    async begin(wanted = wholeWorkspace) {
      leave();
      if (thread.turns.length > 0) thread = newThread();
      store.keep(thread);
      scope = wanted;
      show();
      if (localFolders().length > 0) await findExamples();
    },
    open(id) {
      leave();
      thread = mended(store.find(id)) ?? thread;
      scope = thread.turns.at(-1)?.scope ?? wholeWorkspace;
      keep();
      show();
    },
    setScope(wanted) {
      scope = wanted;
      show();
    },
    dispose() {
      stop();
      following.dispose();
      folders.dispose();
    },
  };
}

function newThread(): PanelThread {
  return { id: randomUUID(), at: new Date().toISOString(), turns: [] };
}

/** A turn that is still being answered when something else takes its place has been stopped by that. */
function settled(turn: PanelTurn): PanelTurn {
  return turn.state === 'asking' || turn.state === 'streaming' ? { ...turn, state: 'stopped' } : turn;
}

/** What was being answered when the window was closed has no answer to come. */
function mended(thread: PanelThread | undefined): PanelThread | undefined {
  return thread && { ...thread, turns: thread.turns.map(settled) };
}

function earlier(turns: readonly PanelTurn[]): WireTurn[] {
  return turns
    .slice(-maxTurns)
    .map(({ question, text, result }) => ({ question, answer: result?.found ? result.answer : text || undefined }));
}

function urisOf({ places }: PanelScope): string[] | undefined {
  return places.length === 0 ? undefined : places.map(({ uri }) => uri);
}
