/** One conversation under a line: its questions, their streaming answers, and the lines it belongs to. */

import * as vscode from 'vscode';
import type { WirePlace } from '../../protocol/places.ts';
import { openPlaceCommand, placeLink } from '../../protocol/text/placeLink.ts';
import { t } from '../../protocol/text/translate.ts';
import { shown } from '../../protocol/text/visible.ts';
import { messageOf } from '../client/strings.ts';
import { placeOfLines } from '../editor/activeEditor.ts';
import { withToken } from '../editor/cancellation.ts';
import { toLinkedPlace } from '../editor/linkedPlaces.ts';
import { plainText } from '../editor/plainText.ts';
import { showSentCommand } from '../editor/sentLink.ts';
import type { Answerer } from '../models/answerer.ts';
import type { AskPermission } from '../models/requests/consent.ts';
import { answerMarkdown } from './answerMarkdown.ts';
import { type AskedLines, linesAfter, toRange } from './askedLines.ts';
import { createInlineTurns, type InlineTurn, type InlineTurns } from './inlineTurns.ts';
import { type Paced, paced } from './paced.ts';

/** Comment threads apply changes 100 ms after the last one: updates faster than 150 ms are not drawn before they end. */
const drawIntervalMs = 200;

export interface InlineThread {
  /** The editor's own object, which its menus pass as the argument. */
  readonly thread: vscode.CommentThread;
  /** Identifies the thread in links and keybindings. */
  readonly slot: number;
  /** The selection or line on which the thread was opened. */
  readonly context: string;
  /** Its current lines; undefined if they are in no file. */
  readonly about: WirePlace | undefined;
  readonly turns: Pick<InlineTurns, 'all' | 'ask' | 'stop' | 'retry'>;
  /** Moves the thread along with its lines. */
  follow(changes: readonly vscode.TextDocumentContentChangeEvent[]): void;
  dispose(): void;
}

export interface InlineThreadOptions {
  readonly controller: vscode.CommentController;
  readonly answerer: Pick<Answerer, 'answer' | 'modelName'>;
  readonly askPermission: AskPermission;
  readonly asked: AskedLines;
  readonly slot: number;
  readonly log: vscode.LogOutputChannel;
}

/** Opens a thread under lines with its first question. */
export function createInlineThread(question: string, options: InlineThreadOptions): InlineThread {
  const { controller, answerer, askPermission, asked, slot, log } = options;
  const { document, context } = asked;
  let { lines } = asked;
  /** The answers' comments, by turn. The question is the heading of its answer, so that both share one. */
  const answers = [commentOf(question, progress(`${t('Looking through the workspace')}…`))];
  const thread = controller.createCommentThread(document.uri, toRange(lines), [...answers]);
  const turns = createInlineTurns({
    answer: (query, onEvent, signal) => withToken(signal, (token) => answerer.answer(query, onEvent, token)),
    askPermission,
    context,
    about: () => placeOfLines(document, lines),
    log,
    messageOf,
    changed,
  });
  let pace: Paced | undefined;
  thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  turns.ask(question);

  function showState(): void {
    // The only value by which menus and keybindings can distinguish threads and their actions.
    const last = turns.all.at(-1);
    const running = last?.state === 'waiting' ? 'waiting.running' : 'running';
    thread.contextValue = `inline${slot}.${turns.isRunning ? running : outcomeOf(last)}`;
    const model = answerer.modelName ?? t('quoted, no model');
    thread.label = `${t('Ask workspace')} · ${model}`;
  }

  function changed(i: number): void {
    const turn = turns.all[i] as InlineTurn;
    if (turn.state === 'asking' && turn.answer.answer !== '') {
      pace ??= paced(() => draw(i), drawIntervalMs);
      pace.draw();
      return;
    }
    pace?.stop();
    pace = undefined;
    if (i === answers.length) answers.push(commentOf(turn.question, bodyOf(turn)));
    draw(i);
    showState();
  }

  function draw(i: number): void {
    const comment = answers[i] as vscode.Comment;
    comment.body = bodyOf(turns.all[i] as InlineTurn);
    thread.comments = [...answers];
  }

  function bodyOf({ state, answer, error = '' }: InlineTurn): vscode.MarkdownString {
    if (state === 'waiting') return progress(t('Waiting for your permission in the answer panel'));
    const hasLooked = answer.found === undefined && answer.looks !== undefined;
    const isEmpty = answer.answer === '' && state !== 'done';
    const written = isEmpty && !hasLooked ? '' : answerMarkdown(answer, linkTo);
    if (state === 'asking' && isEmpty) return progress(`${t('Looking through the workspace')}…`, written);
    if (state === 'asking' || state === 'done') return trusted(written);
    return state === 'stopped' ? trusted(`${written}\n\n${t('Stopped.')}`) : plainText(error);
  }

  return {
    thread,
    slot,
    context,
    turns,
    get about() {
      return placeOfLines(document, lines);
    },
    follow(changes) {
      lines = linesAfter(lines, changes);
      if (!thread.range?.isEqual(toRange(lines))) thread.range = toRange(lines);
    },
    dispose() {
      pace?.stop();
      turns.dispose();
      thread.dispose();
    },
  };
}

function commentOf(question: string, body: vscode.MarkdownString): vscode.Comment {
  return { author: { name: shown(question) }, body, mode: vscode.CommentMode.Preview };
}

function progress(text: string, before = ''): vscode.MarkdownString {
  return trusted(`${before}\n\n*${text}*`.trimStart());
}

/** Controls the buttons of a thread: whether its last question can be retried or searched for. */
function outcomeOf(turn: InlineTurn | undefined): string {
  if (turn?.state === 'stopped' || turn?.state === 'failed') return 'unanswered';
  return turn?.answer.found === false ? 'notFound' : 'answered';
}

function linkTo(place: WirePlace): string | undefined {
  const link = toLinkedPlace(place);
  return link && placeLink(link);
}

/** Markdown whose links may open places of the workspace and requests that were sent; all other content is already inert. */
function trusted(value: string): vscode.MarkdownString {
  const body = new vscode.MarkdownString(value);
  body.isTrusted = { enabledCommands: [openPlaceCommand, showSentCommand] };
  return body;
}
