/**
 * Answers in the editor, under the line that was asked about. Each is a comment thread; they are opened here, identified from arguments of
 * menus and keybindings, moved along with edits, and closed.
 */

import * as vscode from 'vscode';
import type { AskResult } from '../../protocol/places.ts';
import { check, hasField, object, optional, text } from '../../protocol/schema.ts';
import { t } from '../../protocol/text/translate.ts';
import { rangeLines } from '../editor/activeEditor.ts';
import { searchText } from '../editor/searchText.ts';
import type { Answerer } from '../models/answerer.ts';
import type { AnswerPanels } from '../panels/answer/answerPanel.ts';
import { type AskedLines, selectedLines } from './askedLines.ts';
import { createInlineThread, type InlineThread } from './inlineThread.ts';
import { boxContext, createQuestionBox, type QuestionBox } from './questionBox.ts';

const inlineController = 'meshrag.inline';

/** Number of slots with an Escape keybinding in the manifest. */
const keySlots = 8;
/** Height in editor lines of an answer of maximum height with its heading and reply box. */
const roomForAnswer = 22;

export interface InlineAnswers extends vscode.Disposable {
  /** Asks under the selection or line of the active editor: `{ question }`, or a question that the user types. */
  askHere(argument: unknown): Promise<void>;
  /**
   * Asks the question typed into the box at the line, or into a thread's reply box. Returns before the answer, so that the box is cleared.
   */
  reply(argument: unknown): void;
  /** Closes the box or thread of the argument, otherwise the one at the cursor. */
  close(argument: unknown): void;
  stop(argument: unknown): void;
  retry(argument: unknown): void;
  /** Searches for the words of the thread's last question with the editor's own search. */
  searchText(argument: unknown): Promise<void>;
  /** Opens the thread's last question in the panel. */
  continueInPanel(argument: unknown): Promise<AskResult | undefined>;
}

export interface InlineAnswersOptions {
  readonly answerer: Pick<Answerer, 'answer' | 'modelName'>;
  readonly panels: Pick<AnswerPanels, 'ask' | 'askPermission'>;
  readonly log: vscode.LogOutputChannel;
}

export function createInlineAnswers({ answerer, panels, log }: InlineAnswersOptions): InlineAnswers {
  const threads = new Set<InlineThread>();
  let box: QuestionBox | undefined;
  let controller: vscode.CommentController | undefined;
  const subscriptions = [
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      for (const one of all()) if (isOf(one, document)) one.follow(contentChanges);
      cursorMoved();
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      // Untitled documents vanish with their editor; files are reloaded and keep their threads.
      if (document.uri.scheme !== 'untitled') return;
      if (box !== undefined && isOf(box, document)) closeBox();
      for (const one of threads) if (isOf(one, document)) remove(one);
    }),
    vscode.window.onDidChangeTextEditorSelection(cursorMoved),
    vscode.window.onDidChangeActiveTextEditor(cursorMoved),
  ];

  function all(): readonly (InlineThread | QuestionBox)[] {
    return box === undefined ? [...threads] : [...threads, box];
  }

  function cursorMoved(): void {
    if (all().length > 0) updateContext();
  }

  /** Created with the first thread, so that other windows have no trace of comments. */
  function controllerNow(): vscode.CommentController {
    if (controller) return controller;
    controller = vscode.comments.createCommentController(inlineController, t('Ask workspace'));
    controller.options = { placeHolder: t('Ask a follow-up…'), prompt: t('Ask a follow-up…') };
    return controller;
  }

  function updateContext(): void {
    vscode.commands.executeCommand('setContext', 'meshrag.inlineAtCursor', isBoxAtCursor() || atCursor() !== undefined);
  }

  function isBoxAtCursor(): boolean {
    return box !== undefined && holdsCursor(box);
  }

  function atCursor(): InlineThread | undefined {
    return [...threads].filter(holdsCursor).at(-1);
  }

  /** The thread with the keyboard focus, if its slot is too high for a keybinding: the one at the cursor or the newest. */
  function beyondSlots(): InlineThread | undefined {
    const list = [...threads].filter(({ slot }) => slot >= keySlots);
    const here = atCursor();
    return here && list.includes(here) ? here : list.at(-1);
  }

  /** The thread identified by a menu (directly) or a keybinding (by slot); otherwise the one at the cursor. */
  function named(argument: unknown): InlineThread | undefined {
    const list = [...threads];
    if (typeof argument === 'number') return list.find((one) => one.slot === argument);
    if (argument === 'beyond') return beyondSlots();
    if (typeof argument !== 'object' || argument === null) return atCursor();
    const thread = 'thread' in argument ? argument.thread : argument;
    return list.find((one) => one.thread === thread);
  }

  function remove(one: InlineThread): void {
    threads.delete(one);
    one.dispose();
    updateContext();
  }

  function closeBox(): void {
    box?.dispose();
    box = undefined;
    updateContext();
  }

  /** Whether an argument from a menu or keybinding refers to the box. */
  function isBox(argument: unknown): boolean {
    return (
      box !== undefined && (argument === boxContext || argument === box.comment || argument === box.thread || isThreadOf(argument, box))
    );
  }

  /** Asks in the existing thread under the lines, or in a new one. */
  function ask(question: string, asked: AskedLines): void {
    const there = [...threads].find((one) => isOf(one, asked.document) && one.thread.range?.end.line === asked.lines.end);
    if (there) there.turns.ask(question);
    else open(question, asked);
  }

  function open(question: string, asked: AskedLines): void {
    const taken = new Set([...threads].map(({ slot }) => slot));
    let slot = 0;
    while (taken.has(slot)) slot++;
    const { askPermission } = panels;
    threads.add(createInlineThread(question, { controller: controllerNow(), answerer, askPermission, asked, slot, log }));
    updateContext();
  }

  return {
    async askHere(argument) {
      const editor = vscode.window.activeTextEditor;
      if (!editor) throw new Error(t('Open a file to ask about one of its lines.'));
      closeBox();
      makeRoom(editor);
      const question = questionOf(argument)?.trim();
      if (question) return ask(question, selectedLines(editor));
      box = createQuestionBox(controllerNow(), t('Ask workspace'), selectedLines(editor));
      updateContext();
    },
    reply(argument) {
      const reply = check(object({ text: optional(text()), body: optional(text()) }), argument);
      const question = (reply.text ?? reply.body ?? '').trim();
      if (box !== undefined && isBox(argument)) {
        const { asked } = box;
        closeBox();
        if (question !== '') ask(question, asked);
        // Closing the box lost the keyboard focus.
        focusEditor();
        return;
      }
      const thread = named(argument);
      if (question === '' || !thread) return;
      thread.turns.ask(question);
      focusThread(thread);
    },
    close(argument) {
      const thread = named(argument);
      if (isBox(argument) || ((argument ?? undefined) === undefined && isBoxAtCursor())) closeBox();
      else if (thread) remove(thread);
      else return;
      focusEditor();
    },
    stop: (argument) => named(argument)?.turns.stop(),
    retry: (argument) => named(argument)?.turns.retry(),
    async searchText(argument) {
      const last = named(argument)?.turns.all.at(-1);
      if (last) await searchText(last.question);
    },
    async continueInPanel(argument) {
      const thread = named(argument);
      const last = thread?.turns.all.at(-1);
      return thread && last && panels.ask({ question: last.question, context: thread.context, about: thread.about });
    },
    dispose() {
      for (const one of all()) one.dispose();
      for (const subscription of subscriptions) subscription.dispose();
      controller?.dispose();
    },
  };
}

function isOf(one: Pick<InlineThread, 'thread'>, document: vscode.TextDocument): boolean {
  return one.thread.uri.toString() === document.uri.toString();
}

function isThreadOf(argument: unknown, { thread }: QuestionBox): boolean {
  return hasField(argument, 'thread') && argument.thread === thread;
}

function holdsCursor(one: Pick<InlineThread, 'thread'>): boolean {
  const editor = vscode.window.activeTextEditor;
  const { range } = one.thread;
  if (editor === undefined || range === undefined || !isOf(one, editor.document)) return false;
  const { line } = editor.selection.active;
  return range.start.line <= line && line <= range.end.line;
}

/**
 * Focuses a visible thread. The stable API offers no way; an editor command does, for the cursor's line. If the cursor is elsewhere, its
 * editor is focused instead.
 */
function focusThread({ thread }: InlineThread): void {
  const editor = vscode.window.activeTextEditor;
  const isHere = editor?.document.uri.toString() === thread.uri.toString() && editor.selection.end.line === thread.range?.end.line;
  if (isHere) vscode.commands.executeCommand('workbench.action.focusCommentOnCurrentLine');
  else focusEditor();
}

function focusEditor(): void {
  vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
}

/** Scrolls the line to the top if an answer below it would be out of view. */
function makeRoom(editor: vscode.TextEditor): void {
  const [visible] = editor.visibleRanges;
  const { end } = rangeLines(editor.selection);
  if (visible === undefined || visible.end.line - end >= roomForAnswer) return;
  editor.revealRange(new vscode.Range(end, 0, end, 0), vscode.TextEditorRevealType.AtTop);
}

/** The question in a keybinding's argument; undefined if there is none. */
function questionOf(argument: unknown): string | undefined {
  if (!hasField(argument, 'question')) return undefined;
  return check(text(), argument.question, 'question');
}
