/**
 * The questions under a line and their streaming answers. Independent of the editor, which listens to it. Only one question is answered at
 * a time: stopping or replacing it settles its turn at once, and its later events are ignored.
 */

import type { AnswerEvent } from '../../protocol/answer.ts';
import { type AskResult, earlierTurn, type WirePlace } from '../../protocol/places.ts';
import type { AnswerQuery } from '../models/answerer.ts';
import type { AskPermission } from '../models/requests/consent.ts';
import type { AnswerSoFar, InlineAnswer } from './answerMarkdown.ts';

/** A question with its answer so far. */
export interface InlineTurn {
  readonly question: string;
  /** `waiting`: for permission to send its request. */
  readonly state: 'asking' | 'waiting' | 'done' | 'stopped' | 'failed';
  readonly answer: InlineAnswer;
  /** The error, as a sentence. */
  readonly error?: string;
}

export interface InlineTurns {
  /** In the order in which they were asked. */
  readonly all: readonly InlineTurn[];
  readonly isRunning: boolean;
  /** Asks a question; the answer arrives later. */
  ask(question: string): void;
  stop(): void;
  /** Retries the last question, unless it is being answered. */
  retry(): void;
  /** Stops; no more changes are reported. */
  dispose(): void;
}

/** Dependencies of the turns. */
export interface InlineTurnsOptions {
  /** Answers; rejects on failure or abort. `onEvent` receives the model's events meanwhile. */
  readonly answer: (query: AnswerQuery, onEvent: (event: AnswerEvent) => void, signal: AbortSignal) => Promise<AskResult>;
  /** Asks the user for permission before the first request to a recipient. */
  readonly askPermission: AskPermission;
  /** The selection or line that the questions are about. */
  readonly context: string;
  /** Its current place; undefined if it is in no file. */
  readonly about: () => WirePlace | undefined;
  readonly log: { error(text: string): void };
  /** The message of an error for the user. */
  readonly messageOf: (error: unknown) => string;
  /** Called with the changed turn; a new one is the last. */
  readonly changed: (i: number) => void;
}

export function createInlineTurns(options: InlineTurnsOptions): InlineTurns {
  const { answer, askPermission, context, about, log, messageOf, changed } = options;
  const all: InlineTurn[] = [];
  let running: AbortController | undefined;
  let isDisposed = false;

  function put(i: number, turn: InlineTurn): void {
    all[i] = turn;
    if (!isDisposed) changed(i);
  }

  function stop(): void {
    if (running === undefined) return;
    running.abort();
    running = undefined;
    put(all.length - 1, { ...(all.at(-1) as InlineTurn), state: 'stopped' });
  }

  async function run(i: number, question: string): Promise<void> {
    const mine = new AbortController();
    running = mine;
    put(i, { question, state: 'asking', answer: { question, answer: '', blocks: [], citations: [], sources: [] } });
    const turns = all.slice(0, i).map((turn) => earlierTurn(turn.question, turn.answer.answer, turn.answer.citations));
    const end = (turn: Omit<InlineTurn, 'question'>): void => {
      running = undefined;
      put(i, { question, ...turn });
    };
    const permit: AskPermission = async (request, signal) => {
      const asking = all[i] as InlineTurn;
      if (running === mine) put(i, { ...asking, state: 'waiting' });
      const isAllowed = await askPermission({ ...request, card: { ...request.card, question } }, signal);
      if (running === mine) put(i, asking);
      return isAllowed;
    };
    try {
      const result = await answer(
        { question, context, about: about(), turns, askPermission: permit },
        (event) => running === mine && hear(i, event),
        mine.signal,
      );
      if (running === mine) end({ state: 'done', answer: result });
    } catch (error) {
      if (running !== mine) return;
      log.error(error instanceof Error ? error.message : String(error));
      end({ state: 'failed', answer: (all[i] as InlineTurn).answer, error: messageOf(error) });
    }
  }

  function hear(i: number, event: AnswerEvent): void {
    const turn = all[i] as InlineTurn;
    put(i, { ...turn, answer: { ...turn.answer, ...newsOf(event, turn.answer) } });
  }

  return {
    all,
    get isRunning() {
      return running !== undefined;
    },
    ask(question) {
      stop();
      void run(all.length, question);
    },
    stop,
    retry() {
      const last = all.at(-1);
      if (last !== undefined && running === undefined) void run(all.length - 1, last.question);
    },
    dispose() {
      isDisposed = true;
      stop();
    },
  };
}

/** Applies an event to a streaming answer. New sources void the text so far. */
function newsOf(event: AnswerEvent, { answer, citations }: InlineAnswer): Partial<Omit<AnswerSoFar, 'found'>> {
  if (event.kind === 'sources') return { answer: '', blocks: [], citations: [], sources: event.sources };
  // What was written before a look is no part of the answer.
  if (event.kind === 'looks') return { answer: '', citations: [], looks: event.looks };
  if (event.kind === 'restated') return { restated: event.restated };
  if (event.kind === 'text') return { answer: answer + event.text };
  return event.kind === 'citation' ? { citations: [...citations, event.citation] } : {};
}
