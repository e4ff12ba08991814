/** The rows of the section Why of This Place: commits with their messages, and lines of files. */

import * as vscode from 'vscode';
import type { WhyResult, WireReason } from '../../protocol/impact.ts';
import type { WirePlace } from '../../protocol/places.ts';
import { t } from '../../protocol/text/translate.ts';
import { shown } from '../../protocol/text/visible.ts';
import { textIn } from '../client/strings.ts';
import { reasonWords } from './reasonWords.ts';

interface CommitNode {
  readonly kind: 'commit';
  readonly id: string;
  readonly reason: Extract<WireReason, { commit: unknown }>;
}

interface QuoteNode {
  readonly kind: 'quote';
  readonly id: string;
  readonly reason: Extract<WireReason, { place: unknown }>;
  readonly from?: undefined;
  readonly to: WirePlace;
}

interface NoteNode {
  readonly kind: 'note';
  readonly id: string;
  readonly text: string;
}

export type ReasonNode = CommitNode | QuoteNode | NoteNode;

/** What is said of each, and what could not be seen. */
export function reasonRows({ reasons, notes }: WhyResult): ReasonNode[] {
  const unseen = notes.length === 0 ? [] : [note('why\nnotes', textIn(notes))];
  const none = reasons.length > 0 ? [] : [note('why\nnone', t('No commit, record or comment says why.'))];
  return [...reasons.map((reason, i) => reasonRow(reason, `why\n${i}`)), ...none, ...unseen];
}

function reasonRow(reason: WireReason, id: string): ReasonNode {
  return 'commit' in reason ? { kind: 'commit', id, reason } : { kind: 'quote', id, reason, to: reason.place };
}

/** The message of a commit, as far as it is quoted. */
export function messageRows({ id, reason }: CommitNode): ReasonNode[] {
  return [note(`${id}\nmessage`, shown(reason.text))];
}

function note(id: string, text: string): NoteNode {
  return { kind: 'note', id, text };
}

export function commitItem({ reason }: CommitNode): vscode.TreeItem {
  const { commit, text, newName } = reason;
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(shown(commit.subject), text === '' ? None : Collapsed);
  item.description = newName === undefined ? reasonWords(reason) : `${reasonWords(reason)} · → ${shown(newName)}`;
  item.tooltip = [commit.subject, `${commit.id.slice(0, 8)} · ${commit.day}`, text].filter((part) => part !== '').join('\n');
  item.iconPath = new vscode.ThemeIcon('git-commit');
  return item;
}

export function quoteItem({ reason }: QuoteNode): vscode.TreeItem {
  const { place, text } = reason;
  const item = new vscode.TreeItem(shown(text));
  item.description = `${reasonWords(reason)} · ${place.path}:${place.startLine}`;
  item.tooltip = [text, `${place.path}:${place.startLine}`].join('\n');
  item.iconPath = new vscode.ThemeIcon('comment');
  return item;
}
