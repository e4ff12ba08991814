/**
 * The box under a line that a question is typed into: a comment that is being edited, which takes the keyboard as soon as the editor shows
 * it. It has a comment thread of its own, since a thread that cannot be replied to yet would later get two reply boxes.
 */

import * as vscode from 'vscode';
import { type AskedLines, linesAfter, nameOf, rangeOf } from './askedLines.ts';

/** By this value menus and keybindings know a box. */
export const boxContext = 'box';

export interface QuestionBox {
  /** The editor's own objects, by which its menus name the box. */
  readonly thread: vscode.CommentThread;
  readonly comment: vscode.Comment;
  /** What the question is about, where it is now. */
  readonly asked: AskedLines;
  /** Moves the box along with its lines. */
  follow(changes: readonly vscode.TextDocumentContentChangeEvent[]): void;
  dispose(): void;
}

export function createQuestionBox(controller: vscode.CommentController, label: string, asked: AskedLines): QuestionBox {
  let { lines } = asked;
  const author = { name: vscode.l10n.t('Ask about {0}', nameOf(asked)) };
  const comment: vscode.Comment = { author, body: '', mode: vscode.CommentMode.Editing };
  const thread = controller.createCommentThread(asked.document.uri, rangeOf(lines), [comment]);
  thread.canReply = false;
  thread.contextValue = boxContext;
  thread.label = label;
  thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  return {
    thread,
    comment,
    get asked() {
      return { ...asked, lines };
    },
    follow(changes) {
      lines = linesAfter(lines, changes);
      thread.range = rangeOf(lines);
    },
    dispose() {
      thread.dispose();
    },
  };
}
