/** The history of a chat, and the attachments of a request. */

import * as vscode from 'vscode';
import { asArray, asInteger, asObject, asString } from '../../protocol/check.ts';
import { readSource } from '../../protocol/checkPlaces.ts';
import { earlierTurn } from '../../protocol/earlierTurn.ts';
import type { AskResult, QuotedFile, Source, WirePlace, WireTurn } from '../../protocol/places.ts';
import { linesOf, placeOfLines } from '../editor/activeEditor.ts';
import type { AnswerQuery } from '../models/answerer.ts';

export const participantId = 'meshrag.mesh';

/** Kept with each answer as plain data, so that a later request can refer to it. */
export interface AnswerNotes {
  readonly question: string;
  readonly answer: string;
  /** The sources that the answer cites, or else all results, with their numbers in the answer. */
  readonly sources: readonly NumberedSource[];
  /** The files that the answer quotes. */
  readonly quoted: readonly QuotedFile[];
}

export interface NumberedSource extends Source {
  readonly n: number;
}

/** Answers are truncated to this length. */
const maxKeptLength = 4000;
const maxTurns = 6;

export function notesOf(
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
    const notes = asObject(metadata?.meshrag, 'notes');
    return {
      question: asString(notes.question, 'question'),
      answer: asString(notes.answer, 'answer'),
      sources: asArray(notes.sources, 'sources', readNumbered),
      quoted: asArray(notes.quoted, 'quoted', readQuoted),
    };
  } catch {
    return undefined;
  }
}

function readNumbered(value: unknown, name: string): NumberedSource {
  return { ...readSource(value, name), n: asInteger(asObject(value, name).n, `${name}.n`, 1, 10_000) };
}

function readQuoted(value: unknown, name: string): QuotedFile {
  const file = asObject(value, name);
  return { uri: asString(file.uri, `${name}.uri`), fileHash: asString(file.fileHash, `${name}.fileHash`) };
}

/** Files and selections that the user attached to the request; implicit attachments do not narrow the search. */
export async function attachedTo({ references }: vscode.ChatRequest): Promise<Pick<AnswerQuery, 'scope' | 'context' | 'about'>> {
  const scope: string[] = [];
  const texts: string[] = [];
  let about: WirePlace | undefined;
  for (const { id, value } of references) {
    if (id.startsWith('vscode.implicit')) continue;
    if (value instanceof vscode.Uri && value.scheme === 'file') scope.push(value.toString());
    if (!(value instanceof vscode.Location)) continue;
    texts.push(await textAt(value));
    about ??= placeOfLines(value, linesOf(value.range));
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
