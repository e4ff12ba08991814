/**
 * The questions under a line and their answers as they grow. It knows nothing of the editor; whoever draws it listens. One question at a
 * time is being answered: what takes its place, or stops it, settles its turn at once, and whatever still comes of it is not heard.
 */

import type { AnswerEvent } from '../../protocol/answer.ts';
import { earlierTurn } from '../../protocol/earlierTurn.ts';
import type { AskResult, WirePlace } from '../../protocol/places.ts';
import type { AnswerWish } from '../models/answerer.ts';
import type { AskPermission } from '../models/requests/consent.ts';
import type { AnswerSoFar, InlineAnswer } from './answerMarkdown.ts';

/** A question with its answer, or as much as there is of it. */
export interface InlineTurn {
  readonly question: string;
  /** `waiting` for permission to send its request. */
  readonly state: 'asking' | 'waiting' | 'done' | 'stopped' | 'failed';
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
  /** Asks the user before the first request to a recipient is sent. */
  readonly askPermission: AskPermission;
  /** The selection or line that the questions are about. */
  readonly context: string;
  /** Where that is now; undefined where it is in no file. */
  readonly about: () => WirePlace | undefined;
  readonly log: { error(text: string): void };
  /** What was thrown, as a sentence for the user. */
  readonly messageOf: (error: unknown) => string;
  /** Hears which turn has changed; a new one is the last. */
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

/** What an event changes in an answer that is being written. New sources void the text that came before. */
function newsOf(event: AnswerEvent, { answer, citations }: InlineAnswer): Partial<Omit<AnswerSoFar, 'found'>> {
  if (event.kind === 'sources') return { answer: '', blocks: [], citations: [], sources: event.sources };
  return event.kind === 'text' ? { answer: answer + event.text } : { citations: [...citations, event.citation] };
}
