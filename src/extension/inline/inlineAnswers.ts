/**
 * Answers in the editor itself, under the line that was asked about. Each is a comment thread of ours; here they are opened, found again
 * by what the editor's menus, keybindings and links say, moved along with edits, and closed.
 */

import * as vscode from 'vscode';
import { asObject, asString } from '../../protocol/check.ts';
import type { AskResult } from '../../protocol/places.ts';
import type { Answerer } from '../models/answerer.ts';
import type { Question } from '../panels/conversation.ts';
import { createInlineThread, type InlineThread, linesOf } from './inlineThread.ts';

const inlineController = 'meshrag.inline';

/** Slots that have an Escape key of their own in the manifest. */
const keySlots = 8;

export interface InlineAnswers extends vscode.Disposable {
  /** Asks under the selection or line of the active editor: `{ question }`, or what the user types. */
  askHere(argument: unknown): Promise<void>;
  /** Asks what was typed into a thread's reply box. Returns before the answer is there, so that the box is emptied. */
  reply(argument: unknown): void;
  /** Closes the thread that the argument names, else the one at the cursor. */
  close(argument: unknown): void;
  stop(argument: unknown): void;
  retry(argument: unknown): void;
  /** Shows the thread's last question in the panel. */
  continueInPanel(argument: unknown): Promise<AskResult | undefined>;
}

export interface InlineAnswersOptions {
  readonly answerer: Pick<Answerer, 'answer' | 'modelName'>;
  readonly askInPanel: (question: Question) => Promise<AskResult | undefined>;
  readonly log: vscode.LogOutputChannel;
}

export function createInlineAnswers({ answerer, askInPanel, log }: InlineAnswersOptions): InlineAnswers {
  const threads = new Set<InlineThread>();
  let controller: vscode.CommentController | undefined;
  const subscriptions = [
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      for (const one of threads) if (isOf(one, document)) one.follow(contentChanges);
      if (threads.size > 0) tellCursor();
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      // Untitled texts are gone with their editor; files are read again and their threads stay.
      if (document.uri.scheme === 'untitled') for (const one of threads) if (isOf(one, document)) remove(one);
    }),
    vscode.window.onDidChangeTextEditorSelection(() => threads.size > 0 && tellCursor()),
    vscode.window.onDidChangeActiveTextEditor(() => threads.size > 0 && tellCursor()),
  ];

  /** Made with the first thread: a window without any has no trace of the comment machinery. */
  function controllerNow(): vscode.CommentController {
    if (controller) return controller;
    controller = vscode.comments.createCommentController(inlineController, vscode.l10n.t('Ask workspace'));
    controller.options = { placeHolder: vscode.l10n.t('Ask about this place'), prompt: vscode.l10n.t('Ask a follow-up') };
    return controller;
  }

  function tellCursor(): void {
    vscode.commands.executeCommand('setContext', 'meshrag.inlineAtCursor', atCursor() !== undefined);
  }

  function atCursor(): InlineThread | undefined {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return undefined;
    const { line } = editor.selection.active;
    const here = [...threads].filter((one) => isOf(one, editor.document) && holds(one, line));
    return here.at(-1);
  }

  /** The thread that already stands under the cursor's line. */
  function endingHere({ document, selection }: vscode.TextEditor): InlineThread | undefined {
    return [...threads].find((one) => isOf(one, document) && one.thread.range?.end.line === linesOf(selection).end);
  }

  /** A keybinding knows the slot of the thread that has the keyboard, up to a number; beyond, it is the one at the cursor or the newest. */
  function beyondSlots(): InlineThread | undefined {
    const list = [...threads].filter(({ slot }) => slot >= keySlots);
    const here = atCursor();
    return here && list.includes(here) ? here : list.at(-1);
  }

  /** The thread that a menu (by itself), a link or a keybinding (by its slot) names; the one at the cursor otherwise. */
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
    tellCursor();
  }

  function open(editor: vscode.TextEditor): InlineThread {
    const taken = new Set([...threads].map(({ slot }) => slot));
    let slot = 0;
    while (taken.has(slot)) slot++;
    const words = {
      continueInPanel: vscode.l10n.t('Continue in panel'),
      soFar: vscode.l10n.t('Answered from {0} of {1} files so far.'),
      searchText: vscode.l10n.t('Search file text instead'),
    };
    const { document, selection } = editor;
    const thread = createInlineThread({ controller: controllerNow(), answerer, document, selection, slot, words, log });
    threads.add(thread);
    tellCursor();
    return thread;
  }

  return {
    async askHere(argument) {
      const editor = vscode.window.activeTextEditor;
      if (!editor) throw new Error(vscode.l10n.t('Open a file to ask about a line of it.'));
      // Asked for before the thread is there: the editor takes a while to show one, and what is typed meanwhile would go into the file.
      const question = (questionOf(argument) ?? (await inputQuestion(editor)))?.trim();
      if (question) (endingHere(editor) ?? open(editor)).turns.ask(question);
    },
    reply(argument) {
      const { text } = asObject(argument, 'reply');
      const question = asString(text, 'text').trim();
      const thread = named(argument);
      if (question === '' || !thread) return;
      thread.turns.ask(question);
      // The box that was typed into folds up, and the keyboard would be nowhere.
      focusThread(thread);
    },
    close(argument) {
      const thread = named(argument);
      if (!thread) return;
      remove(thread);
      vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    },
    stop: (argument) => named(argument)?.turns.stop(),
    retry: (argument) => named(argument)?.turns.retry(),
    async continueInPanel(argument) {
      const thread = named(argument);
      const last = thread?.turns.all.at(-1);
      return thread && last && askInPanel({ question: last.question, context: thread.context });
    },
    dispose() {
      for (const one of threads) one.dispose();
      for (const subscription of subscriptions) subscription.dispose();
      controller?.dispose();
    },
  };
}

function isOf(one: InlineThread, document: vscode.TextDocument): boolean {
  return one.thread.uri.toString() === document.uri.toString();
}

function holds({ thread }: InlineThread, line: number): boolean {
  return thread.range !== undefined && thread.range.start.line <= line && line <= thread.range.end.line;
}

function inputQuestion({ document, selection }: vscode.TextEditor): Thenable<string | undefined> {
  const { start, end } = linesOf(selection);
  const place = `${vscode.workspace.asRelativePath(document.uri)} ${start === end ? start + 1 : `${start + 1}–${end + 1}`}`;
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Ask about {0}', place),
    placeHolder: vscode.l10n.t('The answer appears under the line'),
    ignoreFocusOut: true,
  });
}

/**
 * Gives the keyboard to a thread that is on the screen. The stable API has no way to; a command of the editor has, for the line of the
 * cursor. Where the cursor is elsewhere, its editor gets the keyboard.
 */
function focusThread({ thread }: InlineThread): void {
  const editor = vscode.window.activeTextEditor;
  const isHere = editor?.document.uri.toString() === thread.uri.toString() && editor.selection.end.line === thread.range?.end.line;
  vscode.commands.executeCommand(isHere ? 'workbench.action.focusCommentOnCurrentLine' : 'workbench.action.focusActiveEditorGroup');
}

/** The question of a keybinding's argument; undefined where none was given. */
function questionOf(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null || !('question' in argument)) return undefined;
  return asString(argument.question, 'question');
}
