/**
 * Links to a question, `vscode://meshrag.meshrag/ask?Where%20is%20it%3F`: they put it into the box, where Enter asks it. A link alone asks nothing, so
 * that none in a page or a message sends anything to a model.
 */

import * as vscode from 'vscode';

const path = '/ask';
/** Longer texts are not from here. */
const maxLength = 2000;

/** The link for the editor that runs now. */
export function questionLink(question: string, { id }: vscode.Extension<unknown>): string {
  return `${vscode.env.uriScheme}://${id}${path}?${encodeURIComponent(question.slice(0, maxLength))}`;
}

/** The question of a link; undefined if it is another one. */
export function linkedQuestion(uri: vscode.Uri): string | undefined {
  const question = uri.path === path ? uri.query.replace(/\s+/g, ' ').trim() : '';
  return question === '' || question.length > maxLength ? undefined : question;
}
