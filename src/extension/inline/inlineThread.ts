/** One conversation under a line: the questions asked there, their answers as they grow, and the lines to which it belongs. */

import * as vscode from 'vscode';
import { escapeMarkdown } from '../../protocol/markdown.ts';
import { withToken } from '../cancellation.ts';
import type { Answerer } from '../models/answerer.ts';
import { plainText } from '../plainText.ts';
import { messageOf } from '../strings.ts';
import { answerMarkdown, type InlineWords } from './answerMarkdown.ts';
import { createInlineTurns, type InlineTurn, type InlineTurns } from './inlineTurns.ts';
import { type Paced, paced } from './paced.ts';
import { type Lines, shiftLines } from './shiftLines.ts';

/** Comment threads take changes 100 ms after the last one: what comes faster than 150 ms is not drawn before it ends. */
const drawEveryMs = 200;
/** A selection beyond this colours the ranking no further. UTF-16 units. */
const longestContext = 20_000;
/** Commands that links in our comments may run. */
const linkCommands = ['meshrag.openPlace', 'meshrag.searchText', 'meshrag.inline.continueInPanel', 'meshrag.inline.retry'];

export interface InlineThread {
  /** The editor's own object, by which its menus name the thread. */
  readonly thread: vscode.CommentThread;
  /** Names the thread in links and keybindings. */
  readonly slot: number;
  /** The selection or line that the thread was opened on. */
  readonly context: string;
  readonly turns: Pick<InlineTurns, 'all' | 'ask' | 'stop' | 'retry'>;
  /** Moves the thread along with its lines. */
  follow(changes: readonly vscode.TextDocumentContentChangeEvent[]): void;
  dispose(): void;
}

export interface InlineThreadOptions {
  readonly controller: vscode.CommentController;
  readonly answerer: Pick<Answerer, 'answer' | 'modelName'>;
  readonly document: vscode.TextDocument;
  readonly selection: vscode.Selection;
  readonly slot: number;
  readonly words: InlineWords;
  readonly log: vscode.LogOutputChannel;
}

export function createInlineThread(options: InlineThreadOptions): InlineThread {
  const { controller, answerer, document, selection, slot, words, log } = options;
  let lines = linesOf(selection);
  const text = selection.isEmpty ? document.lineAt(selection.active.line).text : document.getText(selection);
  const context = text.slice(0, longestContext);
  const thread = controller.createCommentThread(document.uri, rangeOf(lines), []);
  /** The answers' comments, by turn. */
  const answers: vscode.Comment[] = [];
  const turns = createInlineTurns({
    answer: (wish, onEvent, signal) => withToken(signal, (token) => answerer.answer(wish, onEvent, token)),
    context,
    log,
    messageOf,
    changed,
  });
  let pace: Paced | undefined;
  thread.canReply = true;
  thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  showState();

  function showState(): void {
    // Menus and keybindings tell threads, and what can be done with them, by this value alone.
    thread.contextValue = `inline${slot}${turns.isRunning ? '.running' : ''}`;
    const model = answerer.modelName ?? vscode.l10n.t('quoted, no model');
    thread.label = `${vscode.l10n.t('Ask workspace')} · ${model}`;
  }

  function changed(i: number): void {
    const turn = turns.all[i] as InlineTurn;
    if (turn.state === 'asking' && turn.answer.answer !== '') {
      pace ??= paced(() => draw(i), drawEveryMs);
      pace.draw();
      return;
    }
    pace?.stop();
    pace = undefined;
    if (i === answers.length) add(turn);
    draw(i);
    // What was asked before has been left behind: only the last question is asked again.
    if (turn.state === 'asking' && i > 0) draw(i - 1);
    showState();
  }

  function add({ question }: InlineTurn): void {
    const answer = commentOf('MeshRAG', new vscode.MarkdownString());
    answers.push(answer);
    thread.comments = [...thread.comments, commentOf(vscode.l10n.t('You'), plainText(question)), answer];
  }

  function draw(i: number): void {
    const comment = answers[i] as vscode.Comment;
    comment.body = bodyOf(turns.all[i] as InlineTurn, i === turns.all.length - 1);
    thread.comments = [...thread.comments];
  }

  function bodyOf({ state, answer, error = '' }: InlineTurn, isLast: boolean): vscode.MarkdownString {
    if (state === 'asking' && answer.answer === '') return waiting();
    const isEmpty = answer.answer === '' && state !== 'done';
    const written = isEmpty ? '' : answerMarkdown(answer, words, link('meshrag.inline.continueInPanel'));
    if (state === 'asking' || state === 'done') return trusted(written);
    const again = isLast ? `[${vscode.l10n.t('Try again')}](${link('meshrag.inline.retry')})` : '';
    if (state === 'stopped') return trusted(`${written}\n\n${vscode.l10n.t('Stopped.')} ${again}`);
    return trusted(`${escapeMarkdown(error)}\n\n${again}`);
  }

  const link = (command: string) => `command:${command}?${encodeURIComponent(JSON.stringify([slot]))}`;

  return {
    thread,
    slot,
    context,
    turns,
    follow(changes) {
      const before = lines;
      for (const change of changes) lines = shiftLines(lines, editOf(change));
      if (lines.start !== before.start || lines.end !== before.end) thread.range = rangeOf(lines);
    },
    dispose() {
      pace?.stop();
      turns.dispose();
      thread.dispose();
    },
  };
}

/** The lines of a selection; one of whole lines ends at the beginning of the next line, which is none of them. */
export function linesOf({ start, end }: vscode.Selection): Lines {
  return { start: start.line, end: end.character === 0 && end.line > start.line ? end.line - 1 : end.line };
}

function rangeOf({ start, end }: Lines): vscode.Range {
  return new vscode.Range(start, 0, end, 0);
}

function editOf({ range, text }: vscode.TextDocumentContentChangeEvent) {
  const breaks = text.match(/\r\n|\r|\n/g)?.length ?? 0;
  return { startLine: range.start.line, endLine: range.end.line, endCharacter: range.end.character, breaks };
}

function commentOf(author: string, body: vscode.MarkdownString): vscode.Comment {
  return { author: { name: author }, body, mode: vscode.CommentMode.Preview };
}

function waiting(): vscode.MarkdownString {
  return new vscode.MarkdownString(`*${vscode.l10n.t('Looking through the workspace')}…*`);
}

/** Markdown in which links may run our own commands; whatever else it holds was made inert before. */
function trusted(value: string): vscode.MarkdownString {
  const body = new vscode.MarkdownString(value);
  body.isTrusted = { enabledCommands: linkCommands };
  return body;
}
