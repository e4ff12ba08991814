/** The rows of the box: the typed question, how its last mention goes on, the best places for it, the selection, and questions to choose. */

import * as vscode from 'vscode';
import type { TypedPlace } from '../../protocol/panels/typing.ts';
import { t } from '../../protocol/text/translate.ts';
import { shown } from '../../protocol/text/visible.ts';
import { separator } from '../editor/listItems.ts';
import type { Completion, Found } from './typedText.ts';

/** Earlier questions that are offered along with places. */
const maxEarlier = 2;

/** The selection, as the box offers it. */
export interface OfferedSelection {
  /** Path and lines. */
  readonly label: string;
  readonly isTaken: boolean;
}

export interface BoxRow extends vscode.QuickPickItem {
  /** Asked if the row is chosen; the typed question is the row without one. */
  readonly question?: string;
  readonly isTyped?: boolean;
  readonly isSelection?: boolean;
  readonly place?: TypedPlace;
  readonly completion?: Completion;
}

/** What the rows show. */
export interface BoxState extends Found {
  readonly typed: string;
  readonly selection?: OfferedSelection;
  readonly earlier: readonly string[];
  readonly examples: readonly string[];
}

export function boxRows({ typed, completions, places, selection, earlier, examples }: BoxState): readonly BoxRow[] {
  const edit: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('edit'), tooltip: t('Edit this question') };
  const questions = (label: string, all: readonly string[]): BoxRow[] =>
    all.length === 0 ? [] : [separator(label), ...all.map((question) => ({ label: question, question, buttons: [edit] }))];
  return [
    ...(typed === '' ? [] : [typedRow(typed)]),
    ...completions.map(completionRow),
    ...places.map(placeRow),
    ...(selection === undefined ? [] : [selectionRow(selection)]),
    ...questions(
      t('Earlier questions'),
      typed === '' ? earlier : earlier.filter((question) => question !== typed && isLike(question, typed)).slice(0, maxEarlier),
    ),
    ...questions(t('For example'), examples),
  ];
}

/** Whether an earlier question goes on from what is typed. */
function isLike(question: string, typed: string): boolean {
  return question.toLowerCase().includes(typed.toLowerCase());
}

function typedRow(typed: string): BoxRow {
  const description = t('Enter answers, Alt+Enter peeks, Ctrl+Enter opens the first place');
  return { label: `$(search) ${typed}`, description, alwaysShow: true, isTyped: true };
}

function completionRow(completion: Completion): BoxRow {
  const { mention, text, isFolder } = completion;
  const icon = mention.kind === 'name' ? 'symbol-namespace' : isFolder ? 'folder' : 'file';
  return { label: `$(${icon}) ${shown(text)}`, alwaysShow: true, completion };
}

function placeRow(place: TypedPlace): BoxRow {
  const { path, startLine, title, text } = place;
  return { label: `${shown(path)}:${startLine}`, description: shown(title), detail: shown(text), alwaysShow: true, place };
}

function selectionRow({ label, isTaken }: OfferedSelection): BoxRow {
  const text = isTaken ? `$(check) ${t('With the selection')}` : `$(circle-slash) ${t('Without the selection')}`;
  return { label: text, description: label, alwaysShow: true, isSelection: true };
}

/** The row that Enter chooses: the one that was active if it is still there and the text has not changed, else the best completion or the question. */
export function activeRow(rows: readonly BoxRow[], before: BoxRow | undefined): BoxRow | undefined {
  const key = before && identify(before);
  const same = key === undefined ? undefined : rows.find((row) => identify(row) === key);
  return same ?? rows.find((row) => row.completion) ?? rows.find((row) => row.isTyped) ?? rows.find((row) => row.question !== undefined);
}

/** Identifies a row among others; undefined for those that are chosen by default. */
function identify({ place, completion, isSelection, question }: BoxRow): string | undefined {
  if (place !== undefined) return `${place.uri} ${place.startLine}`;
  if (completion !== undefined) return `${completion.mention.kind} ${completion.text}`;
  return isSelection ? 'selection' : question;
}
