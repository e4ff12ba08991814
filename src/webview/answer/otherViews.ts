/** The panel before a question: the invitation to ask, and what to do if nothing can be asked. */

import type { PanelStatus } from '../../protocol/panels/panel.ts';
import { shorten } from '../../protocol/text/markdown.ts';
import { t } from '../../protocol/text/translate.ts';
import { count, element } from '../shared/dom.ts';
import { button, progressBar } from '../shared/toolkit.ts';
import type { Drawing } from './drawing.ts';

export function emptyView(on: Drawing): HTMLElement {
  const { state, send } = on;
  const hint =
    state.model === undefined
      ? t('Answers are quoted from its files. Nothing leaves this machine.')
      : t('Answers are written by {0} from what is found in its files.', state.model);
  // What is sent for a question from elsewhere is shown on its card.
  const isAlone = state.requests.length === 0;
  const heading = element('h2', {}, t('Ask about this workspace'));
  const section = element('section', { class: 'empty' }, heading, isAlone && element('p', { class: 'hint' }, hint));
  const examples = state.examples.map((question) => row(question, () => send({ type: 'ask', question })));
  if (examples.length > 0) section.append(list(t('For example'), examples));
  const threads = state.threads.map(({ id, question, turns }) =>
    row(question, () => send({ type: 'thread', id }), turns > 1 ? t('{0} questions', count(turns)) : undefined),
  );
  if (threads.length > 0) section.append(list(t('Earlier threads'), threads));
  return section;
}

function list(heading: string, rows: readonly HTMLElement[]): HTMLElement {
  return element('div', { class: 'questions' }, element('h3', {}, heading), element('ul', {}, ...rows));
}

function row(question: string, run: () => void, more?: string): HTMLElement {
  const label = shorten(question, 160);
  const open = element('button', { class: 'row', type: 'button', onclick: run }, element('span', { class: 'rowLabel' }, label));
  if (more !== undefined) open.append(element('span', { class: 'quiet' }, more));
  return element('li', {}, open);
}

export function noFolderView({ send }: Drawing): HTMLElement {
  const open = button(t('Open Folder'), () => send({ type: 'run', command: 'openFolder' }));
  return element(
    'section',
    { class: 'empty' },
    element('h2', {}, t('Ask about this workspace')),
    element('p', {}, t('No folder is open. MeshRAG answers from the files of a folder.')),
    element('p', { class: 'buttons' }, open),
  );
}

/** One line on a running build or a problem of the index; empty otherwise. */
export function statusLine({ send }: Drawing, { indexing, problem, isRebuildable }: PanelStatus): (Node | string)[] {
  if (problem !== undefined) {
    const run = (command: 'rebuild' | 'showReport', label: string): HTMLElement =>
      element('button', { class: 'link', type: 'button', onclick: () => send({ type: 'run', command }) }, label);
    const rebuild = isRebuildable ? [run('rebuild', t('Rebuild index'))] : [];
    const links = element('span', { class: 'actions' }, ...rebuild, run('showReport', t('Show report')));
    return [element('p', { class: 'problem' }, element('span', {}, problem), links)];
  }
  if (!indexing) return [];
  const sentence = t('Indexing: {0} of {1} files so far. Answers come from these.', count(indexing.filesDone), count(indexing.filesTotal));
  const share = indexing.filesTotal === 0 ? 0 : indexing.filesDone / indexing.filesTotal;
  return [element('p', {}, sentence), progressBar(sentence, share)];
}
