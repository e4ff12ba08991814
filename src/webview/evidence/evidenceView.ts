/** Draws the evidence: shared names as a list; choosing one highlights it on both sides and scrolls to it. */

import type { EvidenceResult, EvidenceSide, Mark, SharedName } from '../../protocol/evidence.ts';
import type { EvidenceState, FromEvidence } from '../../protocol/panels/panelEvidence.ts';
import { pathParts, rangeText } from '../../protocol/places.ts';
import { t } from '../../protocol/text/translate.ts';
import { count, element, icon } from '../shared/dom.ts';
import { excerptView } from '../shared/excerptView.ts';
import { kindWord } from '../shared/kinds.ts';

type Send = (message: FromEvidence) => void;
type ShownEvidence = Pick<Extract<EvidenceState, { view: 'evidence' }>, 'result' | 'quoted'>;

export function evidenceView({ result, quoted }: ShownEvidence, send: Send): HTMLElement[] {
  const sides = element('div', { class: 'sides' });
  const choose = (name: number): void => markName(sides, name);
  const first = result.from ? sideView(result.from, 'from', result, send) : questionSide(result);
  const second = sideView(result.to, 'to', result, send);
  // An answer may quote some lines of a passage; what it shares it shares as a whole.
  const lines = quoted && rangeText(quoted);
  if (lines !== undefined && lines !== rangeText(result.to.place))
    second.querySelector('h2')?.append(element('span', { class: 'quiet' }, ` ${t('quoted: {0}', lines)}`));
  sides.append(first, second);
  return [sharedView(result, choose), sides, ...lostView(result)];
}

function sharedView({ shared, chunks }: EvidenceResult, choose: (name: number) => void): HTMLElement {
  const heading = element('h2', { id: 'shared' }, t('Shared names'));
  const section = element('section', { class: 'shared', 'aria-labelledby': 'shared' }, heading);
  if (shared.length === 0) section.append(element('p', { class: 'quiet' }, t('These places share no name.')));
  const row = (one: SharedName): HTMLElement => nameRow(one, chunks, choose, shared.indexOf(one));
  const rare = shared.filter(({ isCommon }) => !isCommon);
  const common = shared.filter(({ isCommon }) => isCommon);
  if (rare.length > 0) section.append(element('ol', { class: 'names' }, ...rare.map(row)));
  if (common.length > 0) {
    const summary = element('summary', {}, icon('chevron'), t('Common names: {0}', count(common.length)));
    section.append(element('details', { open: rare.length === 0 }, summary, element('ol', { class: 'names' }, ...common.map(row))));
  }
  return section;
}

function nameRow(one: SharedName, chunks: number, choose: (name: number) => void, index: number): HTMLElement {
  const pick = element(
    'button',
    { class: 'nameRow', type: 'button', 'aria-pressed': 'false', 'data-name': index },
    element('span', { class: 'entity' }, one.name),
    element('span', { class: 'quiet' }, one.kind === 'term' ? t('word of the question') : kindWord(one.kind, one.label)),
    element('span', { class: 'quiet rarity' }, t('in {0} of {1} passages', count(one.chunks), count(chunks))),
  );
  pick.addEventListener('click', () => {
    for (const other of document.querySelectorAll('.nameRow')) other.setAttribute('aria-pressed', String(other === pick));
    choose(index);
  });
  return element('li', {}, pick);
}

/** Emphasises the name's highlights and scrolls to the first one on each side; other highlights stay. */
function markName(sides: HTMLElement, name: number): void {
  for (const mark of sides.querySelectorAll('mark')) mark.classList.toggle('chosen', mark.dataset.name === String(name));
  for (const side of sides.children) side.querySelector('mark.chosen')?.scrollIntoView({ block: 'nearest' });
}

function sideView(side: EvidenceSide, which: 'from' | 'to', result: EvidenceResult, send: Send): HTMLElement {
  const { place, title, excerpt, communities } = side;
  const { folder, name } = pathParts(place.path);
  const open = element(
    'button',
    {
      class: 'link place',
      type: 'button',
      title: t('Open {0}', place.path),
      onclick: () => send({ type: 'open', side: which, line: place.startLine }),
    },
    icon(side.kind),
    element('span', { class: 'name' }, name),
    ` ${rangeText(place)}`,
  );
  const onMark = (mark: HTMLElement, { name: position }: Mark): void => {
    if (position !== undefined) mark.dataset.name = String(position);
  };
  const heading = element('h2', {}, open);
  const section = element('section', { class: 'side', 'aria-label': place.path }, heading);
  if (folder !== '') section.append(element('p', { class: 'quiet folder' }, folder));
  if (title !== '') section.append(element('p', { class: 'quiet' }, title));
  const box = element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('Excerpt of {0}', place.path) });
  box.append(excerptView(excerpt, excerpt.language, onMark));
  section.append(box, communityView(communities, which === 'to' ? result.from?.communities : result.to.communities));
  return section;
}

function communityView(mine: readonly string[], others: readonly string[] | undefined): HTMLElement {
  const rows = mine.map((name) => element('li', {}, name, ' ', others?.includes(name) && element('span', { class: 'tag' }, t('in both'))));
  const list = rows.length > 0 ? element('ul', {}, ...rows) : element('p', { class: 'quiet' }, t('in no community'));
  return element('div', { class: 'communities' }, element('h3', {}, t('Communities')), list);
}

function questionSide({ question = '' }: EvidenceResult): HTMLElement {
  return element(
    'section',
    { class: 'side', 'aria-label': t('Question') },
    element('h2', {}, t('Question')),
    element('p', { class: 'asked' }, question),
  );
}

/** What is lost without the link, in sentences; empty if there is nothing to report. */
function lostView({ lost, from, to }: EvidenceResult): HTMLElement[] {
  const sentences: string[] = [];
  const { question, related } = lost;
  if (question) sentences.push(questionSentence(question, from !== undefined));
  if (related && related.rank !== null) {
    const { name, rank, without } = related;
    sentences.push(
      without === null
        ? t('Without “{0}”, the second place would not be related to the first.', name)
        : t(
            'Among the places related to the first, the second is at rank {0}; without “{1}”, at rank {2}.',
            count(rank),
            name,
            count(without),
          ),
    );
  }
  const together = from?.communities.filter((name) => to.communities.includes(name)).length ?? 0;
  if (together > 0) sentences.push(t('Communities that contain both: {0}.', count(together)));
  if (sentences.length === 0) return [];
  const rows = sentences.map((sentence) => element('li', {}, sentence));
  return [
    element(
      'section',
      { class: 'lost', 'aria-labelledby': 'lost' },
      element('h2', { id: 'lost' }, t('Without this link')),
      element('ul', {}, ...rows),
    ),
  ];
}

type QuestionLoss = NonNullable<EvidenceResult['lost']['question']>;

function questionSentence({ rank, byWords, of }: QuestionLoss, hasLink: boolean): string {
  if (rank === null) return t('Neither the words of the question nor links bring this place into the first {0}.', count(of));
  if (byWords === null)
    return t(
      'By the words of the question alone, this place is not among the first {0}; the link brings it to rank {1}.',
      count(of),
      count(rank),
    );
  if (!hasLink && byWords <= rank)
    return t('No link is needed: the question finds this place by its own words, at rank {0}.', count(byWords));
  return byWords > rank
    ? t('By the words of the question alone, this place is at rank {0}; with links, at rank {1}.', count(byWords), count(rank))
    : t('The question finds this place by its words alone, at rank {0}; the link does not move it up.', count(byWords));
}
