/**
 * Ask workspace: a typed question, with earlier questions as suggestions and the selection as context; or a question from a keybinding's
 * argument.
 */

import * as vscode from 'vscode';
import { type AskResult, rangeText, type WirePlace } from '../../protocol/places.ts';
import { check, hasField, object, optional, text } from '../../protocol/schema.ts';
import { examplesRequest } from '../../protocol/server.ts';
import { localFolders } from '../client/configuration.ts';
import { maxContextLength, placeOfLines, rangeLines } from '../editor/activeEditor.ts';
import { isShownPlace } from '../editor/openPlace.ts';
import type { Question } from '../panels/answer/conversation.ts';
import { scopePlace } from '../panels/answer/scope.ts';
import type { CommandContext } from './context.ts';
import { menuFiles, nameOfFiles } from './menuFiles.ts';

/** `argument` may be `{ question, context? }`, in which case the user is not asked. */
export async function askWorkspace({ client, panels, history }: CommandContext, argument: unknown): Promise<AskResult | undefined> {
  const given = readArgument(argument);
  if (given) return panels.ask(given);
  if (localFolders().length === 0) {
    await panels.showEmpty();
    return undefined;
  }
  const title = vscode.l10n.t('Ask workspace');
  const placeholder = vscode.l10n.t('What would you like to know about this workspace?');
  const earlier = history.list();
  const examples = earlier.length > 0 ? [] : client.request(examplesRequest, {}).then(({ questions }) => questions);
  const asked = await inputQuestion({ title, placeholder, earlier, examples, selected: selection(argument instanceof vscode.Uri) });
  return asked && panels.ask(asked);
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

interface AskItem extends vscode.QuickPickItem {
  readonly does: 'ask' | 'toggle' | 'nothing';
  readonly question?: string;
}

interface QuestionInput {
  readonly title: string;
  readonly placeholder: string;
  readonly earlier: readonly string[];
  /** Suggestions while nothing has been asked yet; may reject. */
  readonly examples?: readonly string[] | Promise<readonly string[]>;
  readonly selected?: Selection;
}

/** The input box: the typed text first, then earlier questions, then the selection as a toggle. */
export function inputQuestion({ title, placeholder, earlier, examples = [], selected }: QuestionInput): Promise<Question | undefined> {
  const pick = vscode.window.createQuickPick<AskItem>();
  let withSelection = selected !== undefined && !selected.isShown;
  let offered: readonly string[] = [];
  pick.title = title;
  pick.placeholder = placeholder;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  const edit: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('edit'), tooltip: vscode.l10n.t('Edit this question') };

  function draw(): void {
    const typed = pick.value.trim();
    const items: AskItem[] = [];
    if (typed !== '') items.push({ label: `$(search) ${typed}`, alwaysShow: true, does: 'ask', question: typed });
    if (selected) {
      const icon = withSelection ? '$(check)' : '$(circle-slash)';
      const label = withSelection ? vscode.l10n.t('With the selection') : vscode.l10n.t('Without the selection');
      items.push({ label: `${icon} ${label}`, description: selected.label, alwaysShow: true, does: 'toggle' });
    }
    const list = (label: string, questions: readonly string[]): void => {
      if (questions.length > 0) items.push({ label, kind: vscode.QuickPickItemKind.Separator, does: 'nothing' });
      for (const question of questions) items.push({ label: question, does: 'ask', question, buttons: [edit] });
    };
    list(
      vscode.l10n.t('Earlier questions'),
      earlier.filter((question) => question !== typed),
    );
    list(vscode.l10n.t('For example'), offered);
    pick.items = items;
    const first = items.find((item) => item.does === 'ask');
    if (first) pick.activeItems = [first];
  }

  return new Promise((resolve) => {
    const finish = (question: string | undefined) => {
      const { text: context, place: about } = (withSelection && selected) || {};
      resolve(question === undefined ? undefined : { question, context, about });
      pick.hide();
    };
    pick.onDidChangeValue(draw);
    pick.onDidTriggerItemButton(({ item }) => {
      pick.value = item.question ?? '';
      draw();
    });
    pick.onDidAccept(() => {
      const [item] = pick.activeItems;
      if (item?.does === 'toggle') {
        withSelection = !withSelection;
        draw();
      } else if (item?.does === 'ask') finish(item.question);
    });
    pick.onDidHide(() => {
      finish(undefined);
      pick.dispose();
    });
    draw();
    pick.show();
    Promise.resolve(examples).then(
      (questions) => {
        offered = questions;
        draw();
      },
      () => undefined,
    );
  });
}

/** Asks about files or folders chosen in a menu of the explorer or of tabs (`argument`, `selected`): only they are searched. */
export async function askAbout({ panels, history }: CommandContext, argument: unknown, selected: unknown): Promise<AskResult | undefined> {
  const files = await menuFiles(argument, selected);
  const title = vscode.l10n.t('Ask about {0}', nameOfFiles(files));
  const placeholder = vscode.l10n.t('Only these are searched');
  const asked = await inputQuestion({ title, placeholder, earlier: history.list() });
  return asked && panels.ask({ ...asked, scope: { places: files.map(({ uri, isFolder }) => scopePlace(uri, isFolder)) } });
}
