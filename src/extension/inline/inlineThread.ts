/** One conversation under a line: the questions asked there, their answers as they grow, and the lines to which it belongs. */

import * as vscode from 'vscode';
import { escapeMarkdown } from '../../protocol/markdown.ts';
import type { AskResult } from '../../protocol/places.ts';
import type { Answerer } from '../models/answerer.ts';
import { plainText } from '../plainText.ts';
import { messageOf } from '../strings.ts';
import { answerMarkdown, type InlineAnswer, type InlineWords } from './answerMarkdown.ts';
import { paced } from './paced.ts';
import { type Lines, shiftLines } from './shiftLines.ts';

/** Comment threads take changes 100 ms after the last one: what comes faster than 150 ms is not drawn before it ends. */
const drawEveryMs = 200;
/** A selection beyond this colours the ranking no further. UTF-16 units. */
const longestContext = 20_000;
/** Commands that links in our comments may run. */
const linkCommands = ['meshrag.openPlace', 'meshrag.searchText', 'meshrag.inline.continueInPanel', 'meshrag.inline.retry'];

/** A question with its answer, in the order in which they were asked. */
interface Asked {
  readonly question: string;
  answer?: AskResult;
}

export interface InlineThread {
  /** The editor's own object, by which its menus name the thread. */
  readonly thread: vscode.CommentThread;
  /** Names the thread in links and keybindings. */
  readonly slot: number;
  /** The selection or line that the thread was opened on. */
  readonly context: string;
  readonly asked: readonly Asked[];
  /** Asks; the answer comes later. */
  ask(question: string): void;
  stop(): void;
  retry(): void;
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
  const asked: Asked[] = [];
  const thread = controller.createCommentThread(document.uri, rangeOf(lines), []);
  let running: vscode.CancellationTokenSource | undefined;
  let isDisposed = false;
  thread.canReply = true;
  thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  showState();

  function showState(): void {
    // Menus and keybindings tell threads, and what can be done with them, by this value alone.
    thread.contextValue = `inline${slot}${running ? '.running' : ''}`;
    const model = answerer.modelName ?? vscode.l10n.t('quoted, no model');
    thread.label = `${vscode.l10n.t('Ask workspace')} · ${model}`;
  }

  function ask(question: string): void {
    const turn: Asked = { question };
    asked.push(turn);
    write(commentOf(vscode.l10n.t('You'), plainText(question)));
    answer(turn, commentOf('MeshRAG', waiting()));
  }

  function write(comment: vscode.Comment): void {
    thread.comments = [...thread.comments, comment];
  }

  async function answer(turn: Asked, comment: vscode.Comment): Promise<void> {
    running?.cancel();
    const source = new vscode.CancellationTokenSource();
    running = source;
    showState();
    write(comment);
    let sofar: InlineAnswer = { question: turn.question, answer: '', citations: [], sources: [] };
    const pace = paced(() => show(comment, render(sofar)), drawEveryMs);
    try {
      const turns = asked.filter((one) => one !== turn).map((one) => ({ question: one.question, answer: one.answer?.answer }));
      const wish = { question: turn.question, context, turns };
      const result = await answerer.answer(
        wish,
        (event) => {
          // New sources void the text that came before.
          if (event.kind === 'sources') sofar = { ...sofar, answer: '', sources: event.sources };
          else sofar = { ...sofar, answer: sofar.answer + event.text };
          if (sofar.answer !== '') pace.draw();
        },
        source.token,
      );
      pace.stop();
      turn.answer = result;
      show(comment, render(result));
    } catch (error) {
      pace.stop();
      if (isDisposed) return;
      const isStopped = source.token.isCancellationRequested;
      if (!isStopped) log.error(error instanceof Error ? error.message : String(error));
      show(comment, isStopped ? stopped(sofar) : failed(messageOf(error)));
    } finally {
      if (running === source) {
        running = undefined;
        if (!isDisposed) showState();
      }
      source.dispose();
    }
  }

  function show(comment: vscode.Comment, body: vscode.MarkdownString): void {
    if (isDisposed) return;
    comment.body = body;
    thread.comments = [...thread.comments];
  }

  const render = (answer: InlineAnswer) => trusted(answerMarkdown(answer, words, link('meshrag.inline.continueInPanel')));
  const link = (command: string) => `command:${command}?${encodeURIComponent(JSON.stringify([slot]))}`;

  function stopped(sofar: InlineAnswer): vscode.MarkdownString {
    const body = sofar.answer === '' ? new vscode.MarkdownString() : render(sofar);
    const again = `[${vscode.l10n.t('Try again')}](${link('meshrag.inline.retry')})`;
    return trusted(`${body.value}\n\n${vscode.l10n.t('Stopped.')} ${again}`);
  }

  function failed(message: string): vscode.MarkdownString {
    return trusted(`${escapeMarkdown(message)}\n\n[${vscode.l10n.t('Try again')}](${link('meshrag.inline.retry')})`);
  }

  return {
    thread,
    slot,
    context,
    asked,
    ask,
    stop: () => running?.cancel(),
    retry() {
      const last = asked.at(-1);
      if (!last || running) return;
      thread.comments = thread.comments.slice(0, -1);
      answer(last, commentOf('MeshRAG', waiting()));
    },
    follow(changes) {
      const before = lines;
      for (const change of changes) lines = shiftLines(lines, editOf(change));
      if (lines.start !== before.start || lines.end !== before.end) thread.range = rangeOf(lines);
    },
    dispose() {
      isDisposed = true;
      running?.cancel();
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
