/** Ask workspace: a question typed into the box, with the selection as context; about files chosen in a menu; or one that a command brings. */

import * as vscode from 'vscode';
import { wholeWorkspace } from '../../protocol/panels/panelThread.ts';
import { type AskResult, rangeText, type WirePlace } from '../../protocol/places.ts';
import { check, hasField, object, optional, text } from '../../protocol/schema.ts';
import { t } from '../../protocol/text/translate.ts';
import { localFolders } from '../client/configuration.ts';
import type { CommandContext } from '../commands/context.ts';
import { menuFiles } from '../commands/menuFiles.ts';
import { maxContextLength, placeOfLines, rangeLines } from '../editor/activeEditor.ts';
import { isShownPlace } from '../editor/openPlace.ts';
import type { Question } from '../panels/answer/conversation.ts';
import { nodeQuestion } from '../views/communityNodes.ts';
import { writePath } from './mentions.ts';
import { linkedQuestion, questionLink } from './questionLink.ts';
import { readTyped } from './typedText.ts';

/** `argument` may be `{ question, context? }`, in which case the user is not asked. */
export async function askWorkspace(context: CommandContext, argument: unknown): Promise<AskResult | undefined> {
  const given = readArgument(argument);
  if (given) return context.panels.ask(given);
  if (localFolders().length === 0) {
    await context.panels.showEmpty();
    return undefined;
  }
  return askByBox(context, { selected: selection(argument instanceof vscode.Uri) });
}

/**
 * Asks about what a menu was opened on: files and folders of the explorer, of tabs or of a tree (`argument`, `selected`) stand in the box, which
 * searches only them; a row that is a group of passages has its own question.
 */
export async function askAbout(context: CommandContext, argument: unknown, selected: unknown): Promise<AskResult | undefined> {
  const question = nodeQuestion(argument);
  if (question !== undefined) return context.panels.ask({ question });
  const files = await menuFiles(argument, selected);
  return askByBox(context, { text: files.map(({ uri }) => writePath(vscode.workspace.asRelativePath(uri))).join('') });
}

/** Puts the question of a link into the box. */
export async function askLinked(context: CommandContext, uri: vscode.Uri): Promise<void> {
  const question = linkedQuestion(uri);
  if (question !== undefined && localFolders().length > 0) await askByBox(context, { text: question });
}

/** Copies a link to the last question of the thread on display. */
export async function copyLink({ panels, extension }: CommandContext): Promise<void> {
  const question = panels.lastQuestion();
  if (question === undefined) throw new Error(t('There is no question to link to: nothing has been asked yet.'));
  await vscode.env.clipboard.writeText(questionLink(question, extension));
  vscode.window.setStatusBarMessage(t('Link to the question copied'), 3000);
}

async function askByBox(
  { panels, history, askBox, examples }: CommandContext,
  { text, selected }: { readonly text?: string; readonly selected?: Selection },
): Promise<AskResult | undefined> {
  const earlier = history.list();
  const asked = await askBox.ask({
    title: t('Ask workspace'),
    placeholder: t('Ask about this workspace: @ limits it to a file, # means a name'),
    text,
    earlier,
    examples: earlier.length > 0 ? Promise.resolve([]) : examples(),
    selection: selected && { label: selected.label, isTaken: !selected.isShown },
  });
  if (asked === undefined) return undefined;
  const { question, scope } = await readTyped(asked.text);
  const { text: context, place: about } = (asked.withSelection && selected) || {};
  return panels.ask({ question, context, about, ...(scope && { scope: { ...wholeWorkspace, places: scope } }) });
}

function readArgument(argument: unknown): Question | undefined {
  // A menu passes the resource it was opened on; only an object with a question is ours.
  if (!hasField(argument, 'question')) return undefined;
  return check(object({ question: text(), context: optional(text()) }), argument);
}

interface Selection {
  readonly text: string;
  readonly place?: WirePlace;
  readonly label: string;
  /** Made by opening a place: offered, but off by default. */
  readonly isShown: boolean;
}

/** The selection; `isMeant` if the command came from its context menu. */
function selection(isMeant: boolean): Selection | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.selection.isEmpty) return undefined;
  const text = editor.document.getText(editor.selection).slice(0, maxContextLength);
  if (text.trim() === '') return undefined;
  const { start, end } = editor.selection;
  const file = vscode.workspace.asRelativePath(editor.document.uri);
  const lines = rangeText({ startLine: start.line + 1, endLine: end.line + 1 });
  const place = placeOfLines(editor.document, rangeLines(editor.selection));
  return { text, place, label: `${file} ${lines}`, isShown: !isMeant && isShownPlace(editor) };
}
