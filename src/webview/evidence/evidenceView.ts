/** Draws the evidence: shared names as a list; choosing one highlights it on both sides and scrolls to it. */

import type { EvidenceResult, EvidenceSide, Mark, SharedName } from '../../protocol/evidence.ts';
import type { EvidenceState, FromEvidence } from '../../protocol/panels/panelEvidence.ts';
import type { PanelWords } from '../../protocol/panels/panelWords.ts';
import { rangeText } from '../../protocol/places.ts';
import { fill } from '../../protocol/text/serverWords.ts';
import { count, element, icon } from '../shared/dom.ts';
import { excerptView, pathParts } from '../shared/excerptView.ts';
import { kindWord } from '../shared/kinds.ts';

type Send = (message: FromEvidence) => void;
type ShownEvidence = Pick<Extract<EvidenceState, { view: 'evidence' }>, 'result' | 'quoted'>;

export function evidenceView({ result, quoted }: ShownEvidence, words: PanelWords, send: Send): HTMLElement[] {
  const sides = element('div', { class: 'sides' });
  const choose = (name: number): void => markName(sides, name);
  const first = result.from ? sideView(result.from, 'from', result, words, send) : questionSide(result, words);
  const second = sideView(result.to, 'to', result, words, send);
  // An answer may quote some lines of a passage; what it shares it shares as a whole.
  const lines = quoted && rangeText(quoted);
  if (lines !== undefined && lines !== rangeText(result.to.place))
    second.querySelector('h2')?.append(element('span', { class: 'quiet' }, ` ${fill(words.quotedLines, lines)}`));
  sides.append(first, second);
  return [sharedView(result, words, choose), sides, ...lostView(result, words)];
}

function sharedView({ shared, chunks }: EvidenceResult, words: PanelWords, choose: (name: number) => void): HTMLElement {
  const heading = element('h2', { id: 'shared' }, words.shared);
  const section = element('section', { class: 'shared', 'aria-labelledby': 'shared' }, heading);
  if (shared.length === 0) section.append(element('p', { class: 'quiet' }, words.nothingShared));
  const row = (one: SharedName): HTMLElement => nameRow(one, chunks, words, choose, shared.indexOf(one));
  const rare = shared.filter(({ isCommon }) => !isCommon);
  const common = shared.filter(({ isCommon }) => isCommon);
  if (rare.length > 0) section.append(element('ol', { class: 'names' }, ...rare.map(row)));
  if (common.length > 0) {
    const summary = element('summary', {}, icon('chevron'), fill(words.common, count(common.length)));
    section.append(element('details', { open: rare.length === 0 }, summary, element('ol', { class: 'names' }, ...common.map(row))));
  }
  return section;
}

function nameRow(one: SharedName, chunks: number, words: PanelWords, choose: (name: number) => void, index: number): HTMLElement {
  const pick = element(
    'button',
    { class: 'nameRow', type: 'button', 'aria-pressed': 'false', 'data-name': index },
    element('span', { class: 'entity' }, one.name),
    element('span', { class: 'quiet' }, one.kind === 'term' ? words.word : kindWord(words, one.kind, one.label)),
    element('span', { class: 'quiet rarity' }, fill(words.inChunks, count(one.chunks), count(chunks))),
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

function sideView(side: EvidenceSide, which: 'from' | 'to', result: EvidenceResult, words: PanelWords, send: Send): HTMLElement {
  const { place, title, excerpt, communities } = side;
  const { folder, name } = pathParts(place.path);
  const open = element(
    'button',
    {
      class: 'link place',
      type: 'button',
      title: fill(words.openPlace, place.path),
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
  const box = element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': fill(words.excerpt, place.path) });
  box.append(excerptView(excerpt, excerpt.language, onMark));
  section.append(box, communityView(communities, which === 'to' ? result.from?.communities : result.to.communities, words));
  return section;
}

function communityView(mine: readonly string[], others: readonly string[] | undefined, words: PanelWords): HTMLElement {
  const rows = mine.map((name) => element('li', {}, name, ' ', others?.includes(name) && element('span', { class: 'tag' }, words.inBoth)));
  const list = rows.length > 0 ? element('ul', {}, ...rows) : element('p', { class: 'quiet' }, words.noCommunity);
  return element('div', { class: 'communities' }, element('h3', {}, words.communities), list);
}

function questionSide({ question = '' }: EvidenceResult, words: PanelWords): HTMLElement {
  return element(
    'section',
    { class: 'side', 'aria-label': words.questionLabel },
    element('h2', {}, words.questionLabel),
    element('p', { class: 'asked' }, question),
  );
}

/** What is lost without the link, in sentences; empty if there is nothing to report. */
function lostView({ lost, from, to }: EvidenceResult, words: PanelWords): HTMLElement[] {
  const sentences: string[] = [];
  const { question, related } = lost;
  if (question) sentences.push(questionSentence(question, from !== undefined, words));
  if (related && related.rank !== null) {
    const { name, rank, without } = related;
    sentences.push(without === null ? fill(words.lostRelated, name) : fill(words.lostRelatedRank, count(rank), name, count(without)));
  }
  const together = from?.communities.filter((name) => to.communities.includes(name)).length ?? 0;
  if (together > 0) sentences.push(fill(words.lostCommunity, count(together)));
  if (sentences.length === 0) return [];
  const rows = sentences.map((sentence) => element('li', {}, sentence));
  return [
    element('section', { class: 'lost', 'aria-labelledby': 'lost' }, element('h2', { id: 'lost' }, words.lost), element('ul', {}, ...rows)),
  ];
}

type QuestionLoss = NonNullable<EvidenceResult['lost']['question']>;

function questionSentence({ rank, byWords, of }: QuestionLoss, hasLink: boolean, words: PanelWords): string {
  if (rank === null) return fill(words.lostUnfound, count(of));
  if (byWords === null) return fill(words.lostNotFound, count(of), count(rank));
  if (!hasLink && byWords <= rank) return fill(words.lostDirect, count(byWords));
  return byWords > rank ? fill(words.lostLower, count(byWords), count(rank)) : fill(words.lostNothing, count(byWords));
}
