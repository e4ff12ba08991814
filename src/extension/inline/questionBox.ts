/**
 * The box under a line for typing a question: a comment in edit mode, which the editor focuses as soon as it appears. It has a comment
 * thread of its own, since a thread that cannot be replied to yet would later get two reply boxes.
 */

import * as vscode from 'vscode';
import { t } from '../../protocol/text/translate.ts';
import { type AskedLines, askedLinesName, linesAfter, toRange } from './askedLines.ts';

/** Identifies a box in menus and keybindings. */
export const boxContext = 'box';

export interface QuestionBox {
  /** The editor's own objects, which its menus pass as arguments. */
  readonly thread: vscode.CommentThread;
  readonly comment: vscode.Comment;
  /** What the question is about, with its current lines. */
  readonly asked: AskedLines;
  /** Moves the box along with its lines. */
  follow(changes: readonly vscode.TextDocumentContentChangeEvent[]): void;
  dispose(): void;
}

export function createQuestionBox(controller: vscode.CommentController, label: string, asked: AskedLines): QuestionBox {
  let { lines } = asked;
  const author = { name: t('Ask about {0}', askedLinesName(asked)) };
  const comment: vscode.Comment = { author, body: '', mode: vscode.CommentMode.Editing };
  const thread = controller.createCommentThread(asked.document.uri, toRange(lines), [comment]);
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
      thread.range = toRange(lines);
    },
    dispose() {
      thread.dispose();
    },
  };
}
