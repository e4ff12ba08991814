/** The history of a chat, and the attachments of a request. */

import * as vscode from 'vscode';
import { type AskResult, earlierTurn, quotedFile, source, sourceNumber, type WirePlace, type WireTurn } from '../../protocol/places.ts';
import { check, extend, type Infer, list, object, text } from '../../protocol/schema.ts';
import { placeOfLines, rangeLines } from '../editor/activeEditor.ts';
import type { AnswerQuery } from '../models/answerer.ts';

export const participantId = 'meshrag.mesh';

const numberedSource = extend(source, { n: sourceNumber });
export type NumberedSource = Infer<typeof numberedSource>;

/** Kept with each answer as plain data, so that a later request can refer to it. */
const answerNotes = object({
  question: text(),
  answer: text(),
  /** The sources that the answer cites, or else all results, with their numbers in the answer. */
  sources: list(numberedSource),
  /** The files that the answer quotes. */
  quoted: list(quotedFile),
});
export type AnswerNotes = Infer<typeof answerNotes>;

/** Answers are truncated to this length. */
const maxKeptLength = 4000;
const maxTurns = 6;

export function takeNotes(
  question: string,
  sources: readonly NumberedSource[],
  { answer, citations }: Pick<AskResult, 'answer' | 'citations'> = { answer: '', citations: [] },
): AnswerNotes {
  const { quoted } = earlierTurn(question, answer, citations);
  return { question, answer: answer.slice(0, maxKeptLength), sources: sources.slice(0, 12), quoted };
}

/** Questions and answers of this chat, oldest first. */
export function earlierTurns({ history }: vscode.ChatContext): WireTurn[] {
  return history
    .flatMap((turn) => (turn instanceof vscode.ChatResponseTurn ? (notesIn(turn.result) ?? []) : []))
    .slice(-maxTurns)
    .map(({ question, answer, quoted }) => earlierTurn(question, answer, quoted));
}

/** The last answer with sources. */
export function lastNotes({ history }: vscode.ChatContext): AnswerNotes | undefined {
  for (const turn of [...history].reverse()) {
    const notes = turn instanceof vscode.ChatResponseTurn ? notesIn(turn.result) : undefined;
    if (notes && notes.sources.length > 0) return notes;
  }
  return undefined;
}

/** The data kept with an answer; undefined if it is of another kind or version. */
export function notesIn({ metadata }: vscode.ChatResult): AnswerNotes | undefined {
  try {
    return check(answerNotes, metadata?.meshrag);
  } catch {
    return undefined;
  }
}

/** How the ids of references begin that VS Code attaches by itself: what is open, and instructions for models. */
const attachedByEditor = ['vscode.implicit', 'vscode.instructions', 'vscode.prompt', 'vscode.customizations'];

/** Files and selections that the user attached to the request. */
export async function attachedTo({ references }: vscode.ChatRequest): Promise<Pick<AnswerQuery, 'scope' | 'context' | 'about'>> {
  const scope: string[] = [];
  const texts: string[] = [];
  let about: WirePlace | undefined;
  for (const { id, value } of references) {
    if (attachedByEditor.some((start) => id.startsWith(start))) continue;
    if (value instanceof vscode.Uri && value.scheme === 'file') scope.push(value.toString());
    if (!(value instanceof vscode.Location)) continue;
    texts.push(await textAt(value));
    about ??= placeOfLines(value, rangeLines(value.range));
  }
  const context = texts.filter((text) => text !== '').join('\n\n');
  return { ...(scope.length > 0 ? { scope } : {}), ...(context === '' ? {} : { context }), ...(about && { about }) };
}

async function textAt({ uri, range }: vscode.Location): Promise<string> {
  try {
    return (await vscode.workspace.openTextDocument(uri)).getText(range);
  } catch {
    return '';
  }
}
