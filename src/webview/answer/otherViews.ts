/** The panel when there is no answer to show: before a question, while it is looked for, and where it could not be answered. */

import type { PanelCommand } from '../../protocol/panel.ts';
import { count, element, fill } from '../shared/dom.ts';
import { questionBox } from './composer.ts';
import type { Drawing } from './drawing.ts';

export function emptyView(on: Drawing): HTMLElement {
  const { state, words } = on;
  const section = element(
    'section',
    { class: 'empty' },
    element('h1', {}, words.emptyTitle),
    element('p', { class: 'hint' }, words.emptyHint),
    questionBox(on, words.questionLabel, state.question),
    progressLine(on),
  );
  if (state.examples?.length) section.append(questionList(on, words.tryOne, state.examples));
  if (state.history?.length) section.append(questionList(on, words.earlier, state.history));
  return section;
}

function questionList(on: Drawing, heading: string, questions: readonly string[]): HTMLElement {
  const rows = questions.map((question) =>
    element('li', {}, element('button', { class: 'link', type: 'button', onclick: () => on.send({ type: 'ask', question }) }, question)),
  );
  return element('div', { class: 'questions' }, element('h2', {}, heading), element('ul', {}, ...rows));
}

export function noFolderView(on: Drawing): HTMLElement {
  return element(
    'section',
    { class: 'empty' },
    element('h1', {}, on.words.emptyTitle),
    element('p', {}, on.words.noFolder),
    actions(on, ['openFolder']),
  );
}

export function errorView(on: Drawing): HTMLElement {
  const { words, state } = on;
  const details = element('details', { class: 'fold' }, element('summary', {}, words.details), element('pre', {}, state.error ?? ''));
  return element(
    'section',
    { class: 'answer', role: 'alert' },
    element('p', {}, words.failed),
    details,
    actions(on, ['retry', 'showLog', 'showReport']),
  );
}

/** One line on a build that is running or an index that has a problem; an empty place for it otherwise, so that it can be filled without a jump. */
export function progressLine({ status, words, state, send }: Drawing): HTMLElement {
  const runLink = (command: PanelCommand, label: string) =>
    element('button', { class: 'link', type: 'button', onclick: () => send({ type: 'run', command }) }, label);
  const { indexing, problem } = status ?? {};
  const parts: (Node | string)[] = [];
  if (state.view === 'asking') parts.push(words.asking);
  if (problem !== undefined) parts.push(element('span', { class: 'problem' }, `${problem} `, runLink('showReport', words.showReport)));
  else if (indexing) parts.push(fill(words.indexing, count(indexing.filesDone), count(indexing.filesTotal)));
  return element('p', { id: 'indexing', class: 'note' }, ...parts.flatMap((part, i) => (i === 0 ? [part] : [' · ', part])));
}

/** Links that run what the panel may run. */
export function actions(on: Drawing, commands: readonly PanelCommand[]): HTMLElement {
  const labels: Partial<Record<PanelCommand, string>> = {
    searchText: on.words.searchText,
    showReport: on.words.showReport,
    showLog: on.words.showLog,
    retry: on.words.retry,
    rebuild: on.words.rebuild,
    openFolder: on.words.openFolder,
  };
  const links = commands.map((command) =>
    element('button', { class: 'link', type: 'button', onclick: () => on.send({ type: 'run', command }) }, labels[command] ?? command),
  );
  return element('p', { class: 'actions' }, ...links);
}
