/** The answer's text with its numbered citations. While it grows only what has changed is drawn again, so nothing jumps or loses the focus. */

import type { PanelItem } from '../../protocol/panel.ts';
import type { PanelTurn } from '../../protocol/panelThread.ts';
import type { WirePlace } from '../../protocol/places.ts';
import { type Segment, segmentsOf } from '../../protocol/segments.ts';
import { fill } from '../../protocol/words.ts';
import { element } from '../shared/dom.ts';
import { type Block, blocksOf, type DrawText } from '../shared/markdown.ts';
import type { Drawing } from './drawing.ts';
import type { Peek } from './peek.ts';

/** Stands after a sentence that cites no source; of those for private use, which no text means anything by. */
const unsupportedSign = '\ue000';

export class AnswerText {
  readonly element: HTMLElement = element('div', { class: 'text' });
  readonly #peek: Peek;
  #sources: string[] = [];

  constructor(peek: Peek) {
    this.#peek = peek;
  }

  /** Draws the turn's text; blocks that are as they were stay. */
  draw(on: Drawing, turn: PanelTurn): void {
    const blocks = this.#blocksOf(on, turn);
    const isSettled = turn.state !== 'streaming';
    let same = 0;
    // Citations get their quotes with the result, so all is drawn again at the end.
    while (!isSettled && same < blocks.length && blocks[same]?.source === this.#sources[same]) same++;
    while (this.element.children.length > same) this.element.lastElementChild?.remove();
    for (const block of blocks.slice(same)) this.element.append(block.draw());
    this.#sources = isSettled ? [] : blocks.map(({ source }) => source);
  }

  #blocksOf(on: Drawing, turn: PanelTurn): Block[] {
    const { result } = turn;
    if (result === undefined) return blocksOf(unfinished(turn.text), this.#numbers(on, turn));
    if (result.model !== null) return blocksOf(withSigns(result.answer, result.written?.unsupported ?? []), this.#numbers(on, turn));
    if (!result.found) return [{ source: '', draw: () => element('p', {}, result.answer) }];
    return segmentsOf(result.answer, result.citations).map(({ text, cited, form }) => ({
      source: text,
      draw: () => {
        const chips = cited.map((index) => this.#chip(on, { turn: turn.id, list: 'citations', index }, result.citations[index]));
        return withChips(quoteBlock(text, form), chips);
      },
    }));
  }

  /** Draws `[1]` and `[1, 2]` as citations where there are such sources; they stay on the line of the word before them. */
  #numbers(on: Drawing, turn: PanelTurn): DrawText {
    return (text) => {
      const drawn: (Node | string)[] = [];
      for (const piece of text.split(/(\[\d{1,4}(?:\s*,\s*\d{1,4})*\]|\ue000)/)) {
        const added = this.#sign(on, turn, piece);
        const before = drawn.at(-1);
        if (!added) drawn.push(piece);
        else if (before instanceof HTMLElement && before.className === 'together') before.append(...added);
        else drawn.push(...together(typeof before === 'string' ? (drawn.pop() as string) : '', added));
      }
      return drawn.filter((part) => part !== '');
    };
  }

  /** What a piece of text means where it is a sign: numbers of sources, or that there is none. */
  #sign(on: Drawing, turn: PanelTurn, piece: string): HTMLElement[] | undefined {
    if (piece === unsupportedSign) return [element('span', { class: 'noSource', title: on.words.noSourceTitle }, on.words.noSource)];
    if (!/^\[\d/.test(piece)) return undefined;
    const chips = [...piece.matchAll(/\d+/g)].map(([digits]) => this.#numberChip(on, turn, Number(digits)));
    return chips.every((chip) => chip !== undefined) ? chips : undefined;
  }

  #numberChip(on: Drawing, turn: PanelTurn, n: number): HTMLElement | undefined {
    const { result, sources = [] } = turn;
    const index = result?.citations.findIndex((citation) => citation.n === n) ?? -1;
    if (result && index >= 0) return this.#chip(on, { turn: turn.id, list: 'citations', index }, result.citations[index], n);
    const source = (result?.sources ?? sources)[n - 1];
    return source && this.#chip(on, { turn: turn.id, list: 'sources', index: n - 1 }, source, n);
  }

  #chip(on: Drawing, item: PanelItem, place: (WirePlace & { readonly n?: number }) | undefined, number?: number): HTMLElement {
    const n = number ?? place?.n ?? 0;
    if (!place) return element('span', {}, `[${n}]`);
    const { words, send } = on;
    const lines = place.startLine === place.endLine ? fill(words.line, place.startLine) : fill(words.lines, place.startLine, place.endLine);
    const label = fill(words.citation, n, place.path, lines);
    const open = (): void => {
      this.#peek.hide();
      send({ type: 'open', ...item });
    };
    const chip = element('button', { class: 'citation', type: 'button', 'aria-label': label, onclick: open }, String(n));
    this.#peek.attach(chip, item, place, () => send({ type: 'excerpt', ...item }));
    return chip;
  }
}

/** Text that is still being written, without what is half a sign: the beginning of a fence or of a number. */
function unfinished(text: string): string {
  return text.replaceAll(unsupportedSign, '').replace(/(?:\n`{1,2}|\[\d{0,4})$/, '');
}

function withSigns(answer: string, unsupported: readonly { readonly to: number }[]): string {
  let marked = '';
  let from = 0;
  for (const { to } of unsupported) {
    marked += answer.slice(from, to).replaceAll(unsupportedSign, '') + unsupportedSign;
    from = to;
  }
  return marked + answer.slice(from).replaceAll(unsupportedSign, '');
}

function codeBlock(text: string): HTMLElement {
  return element('pre', { class: 'block' }, element('code', {}, text));
}

function quoteBlock(text: string, form: Segment['form']): HTMLElement {
  if (form === 'code') return codeBlock(text);
  return form === 'comment' ? commentBlock(text) : proseBlock(text);
}

/** The words of a comment, which mean nothing by signs but by backticks: `__init__` is a name, not emphasis. */
function commentBlock(text: string): HTMLElement {
  const parts = text.split(/`([^`]+)`/);
  return element('p', {}, ...parts.map((part, i) => (i % 2 === 1 ? element('code', {}, part) : part)));
}

function proseBlock(text: string): HTMLElement {
  const blocks = blocksOf(text, (plain) => [plain]).map((block) => block.draw());
  return blocks.length === 1 ? (blocks[0] as HTMLElement) : element('div', { class: 'text' }, ...blocks);
}

/** The block with the chips behind its last words. */
function withChips(block: HTMLElement, chips: readonly HTMLElement[]): HTMLElement {
  if (chips.length === 0) return block;
  let last: HTMLElement = block;
  while (last.lastElementChild instanceof HTMLElement && /^(?:UL|OL|LI|DIV|BLOCKQUOTE|P)$/.test(last.lastElementChild.tagName))
    last = last.lastElementChild;
  if (/^(?:TABLE|HR)$/.test(last.tagName)) return element('div', { class: 'text' }, block, element('p', {}, ...chips));
  if (last.tagName === 'PRE') last.append(' ', ...chips);
  else {
    const tail = last.lastChild;
    const text = tail instanceof Text ? tail.data : '';
    if (tail instanceof Text) tail.remove();
    last.append(...together(text, chips));
  }
  return block;
}

/** The text with the chips at its last word: a number alone on a line belongs to nothing. */
function together(text: string, chips: readonly HTMLElement[]): (Node | string)[] {
  const [, start = '', word = ''] = /^(.*?)(\S{0,24})\s*$/s.exec(text) ?? [];
  return [start, element('span', { class: 'together' }, word, ...chips)];
}
