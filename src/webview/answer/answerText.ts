/**
 * The answer: a brief, or a model's text with numbered citations. While it streams, only what has changed is redrawn, so nothing jumps or
 * loses the focus.
 */

import type { PanelItem } from '../../protocol/panels/panel.ts';
import type { PanelTurn } from '../../protocol/panels/panelThread.ts';
import type { WirePlace } from '../../protocol/places.ts';
import { t } from '../../protocol/text/translate.ts';
import { unsupportedMarker, withoutMarkers, withUnsupportedMarkers } from '../../protocol/text/unsupported.ts';
import { codeBox } from '../shared/codeBox.ts';
import { element } from '../shared/dom.ts';
import { type Block, type Drawer, markdownBlocks } from '../shared/markdown.ts';
import { briefView, linesText } from './brief.ts';
import type { Drawing } from './drawing.ts';
import type { Peek } from './peek.ts';

export class AnswerText {
  readonly element: HTMLElement = element('div', { class: 'text' });
  readonly #peek: Peek;
  #sources: string[] = [];
  /** The brief on display, which stays as it is if it comes again. */
  #brief = '';
  /** Number of marks drawn, of a result. */
  #marks = 0;

  constructor(peek: Peek) {
    this.#peek = peek;
  }

  get isEmpty(): boolean {
    return this.element.childElementCount === 0;
  }

  /** Draws the turn's text; unchanged blocks keep their elements. */
  draw(on: Drawing, turn: PanelTurn): void {
    const { result } = turn;
    const brief = result?.model === null ? JSON.stringify({ ...result, ms: 0, notice: '', notes: [] }) : '';
    if (brief !== '' && brief === this.#brief) return;
    this.#brief = brief;
    const blocks = this.#blocksOf(on, turn);
    this.#marks = 0;
    const isSettled = turn.state !== 'streaming' || result !== undefined;
    let same = 0;
    // Citations get their quotes with the result, so everything is redrawn at the end.
    while (!isSettled && same < blocks.length && blocks[same]?.source === this.#sources[same]) same++;
    while (this.element.children.length > same) this.element.lastElementChild?.remove();
    for (const block of blocks.slice(same)) this.element.append(block.draw());
    this.#sources = isSettled ? [] : blocks.map(({ source }) => source);
  }

  #blocksOf(on: Drawing, turn: PanelTurn): Block[] {
    const { result } = turn;
    if (result === undefined) return markdownBlocks(unfinished(turn.text), this.#drawer(on, turn));
    if (result.model !== null)
      return markdownBlocks(withUnsupportedMarkers(result.answer, result.written?.unsupported ?? []), this.#drawer(on, turn));
    return briefView(on, turn.id, result).map((part) => ({ source: '', draw: () => part }));
  }

  #drawer(on: Drawing, turn: PanelTurn): Drawer {
    return {
      text: (text) => this.#numbers(on, turn, text),
      code: (text, language) => {
        const copy = (): void => on.send({ type: 'copyCode', text });
        return codeBox({ lines: [text], language, copyLabel: t('Copy code'), copy });
      },
    };
  }

  /** Draws `[1]` and `[1, 2]` as citations if these sources exist; they stay on the line of the preceding word. */
  #numbers(on: Drawing, turn: PanelTurn, text: string): (Node | string)[] {
    const drawn: (Node | string)[] = [];
    for (const piece of text.split(/(\[\d{1,4}(?:\s*,\s*\d{1,4})*\]|\[\?\]|\ue000)/)) {
      const added = this.#marker(on, turn, piece);
      const before = drawn.at(-1);
      if (!added) drawn.push(piece);
      else if (before instanceof HTMLElement && before.className === 'together') before.append(...added);
      else drawn.push(...together(typeof before === 'string' ? (drawn.pop() as string) : '', added));
    }
    return drawn.filter((part) => part !== '');
  }

  /** Interprets a marker in the text: numbers of sources, or a missing source. */
  #marker(on: Drawing, turn: PanelTurn, piece: string): HTMLElement[] | undefined {
    if (piece === unsupportedMarker)
      return [element('span', { class: 'noSource', title: t('This sentence cites no source.') }, t('no source'))];
    if (piece === '[?]') return [element('span', { class: 'noSource', title: t('The model cited a source that does not exist.') }, '?')];
    if (!/^\[\d/.test(piece)) return undefined;
    const chips = [...piece.matchAll(/\d+/g)].map(([digits]) => this.#numberChip(on, turn, Number(digits)));
    return chips.every((chip) => chip !== undefined) ? chips : undefined;
  }

  #numberChip(on: Drawing, turn: PanelTurn, n: number): HTMLElement | undefined {
    const { result, sources = [] } = turn;
    const citations = result?.citations ?? [];
    // One for each mark, in their order.
    const index = citations[this.#marks]?.n === n ? this.#marks++ : citations.findIndex((citation) => citation.n === n);
    if (result && index >= 0) return this.#chip(on, { turn: turn.id, list: 'citations', index }, result.citations[index], n);
    const source = (result?.sources ?? sources)[n - 1];
    return source && this.#chip(on, { turn: turn.id, list: 'sources', index: n - 1 }, source, n);
  }

  #chip(on: Drawing, item: PanelItem, place: (WirePlace & { readonly n?: number }) | undefined, number?: number): HTMLElement {
    const n = number ?? place?.n ?? 0;
    if (!place) return element('span', {}, `[${n}]`);
    const { send } = on;
    const label = t('Source {0}: {1}, {2}', n, place.path, linesText(place));
    const open = (): void => {
      this.#peek.hide();
      send({ type: 'open', ...item });
    };
    const chip = element('button', { class: 'citation', type: 'button', 'aria-label': label, onclick: open }, String(n));
    this.#peek.attach(chip, item, place, () => send({ type: 'excerpt', ...item }));
    return chip;
  }
}

/** Streaming text without an incomplete marker at its end: the start of a fence or of a number. */
function unfinished(text: string): string {
  return withoutMarkers(text).replace(/(?:\n`{1,2}|\[\d{0,4})$/, '');
}

/** The text with the chips kept with its last word: a number alone on a line has no context. */
function together(text: string, chips: readonly HTMLElement[]): (Node | string)[] {
  const [, start = '', word = ''] = /^(.*?)(\S{0,24})\s*$/s.exec(text) ?? [];
  return [start, element('span', { class: 'together' }, word, ...chips)];
}
