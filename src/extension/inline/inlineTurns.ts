/**
 * The questions under a line and their answers as they grow. It knows nothing of the editor; whoever draws it listens. One question at a
 * time is being answered: what takes its place, or stops it, settles its turn at once, and whatever still comes of it is not heard.
 */

import type { AnswerEvent } from '../../protocol/answer.ts';
import type { AskResult } from '../../protocol/places.ts';
import type { AnswerWish } from '../models/answerer.ts';
import type { InlineAnswer } from './answerMarkdown.ts';

/** A question with its answer, or as much as there is of it. */
export interface InlineTurn {
  readonly question: string;
  readonly state: 'asking' | 'done' | 'stopped' | 'failed';
  readonly answer: InlineAnswer;
  /** What went wrong, as a sentence. */
  readonly error?: string;
}

export interface InlineTurns {
  /** In the order in which they were asked. */
  readonly all: readonly InlineTurn[];
  readonly isRunning: boolean;
  /** Asks; the answer comes later. */
  ask(question: string): void;
  stop(): void;
  /** Asks the last question again, unless it is being answered. */
  retry(): void;
  /** Stops; nothing is told any more. */
  dispose(): void;
}

/** What the turns need of the world around them. */
export interface InlineTurnsOptions {
  /** Answers, or rejects where that fails or the signal is aborted; `onEvent` hears what a model says meanwhile. */
  readonly answer: (wish: AnswerWish, onEvent: (event: AnswerEvent) => void, signal: AbortSignal) => Promise<AskResult>;
  /** The selection or line that the questions are about. */
  readonly context: string;
  readonly log: { error(text: string): void };
  /** What was thrown, as a sentence for the user. */
  readonly messageOf: (error: unknown) => string;
  /** Hears which turn has changed; a new one is the last. */
  readonly changed: (i: number) => void;
}

export function createInlineTurns({ answer, context, log, messageOf, changed }: InlineTurnsOptions): InlineTurns {
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
    put(i, { question, state: 'asking', answer: { question, answer: '', citations: [], sources: [] } });
    const turns = all.slice(0, i).map((turn) => ({ question: turn.question, answer: turn.answer.answer || undefined }));
    const end = (turn: Omit<InlineTurn, 'question'>): void => {
      running = undefined;
      put(i, { question, ...turn });
    };
    try {
      const result = await answer({ question, context, turns }, (event) => running === mine && hear(i, event), mine.signal);
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

/** What an event changes in an answer that is being written. New sources void the text that came before. */
function newsOf(event: AnswerEvent, { answer, citations }: InlineAnswer): Partial<InlineAnswer> {
  if (event.kind === 'sources') return { answer: '', citations: [], sources: event.sources };
  return event.kind === 'text' ? { answer: answer + event.text } : { citations: [...citations, event.citation] };
}
