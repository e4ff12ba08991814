/** An answer without a model: its state in a sentence, blocks under their subjects, and further places. */

import { type AskResult, rangeText, type WireBlock } from '../../protocol/places.ts';
import { omissionMark, shownText, splitAtOmissions, withOmissions } from '../../protocol/text/omissions.ts';
import { stateTexts } from '../../protocol/text/stateTexts.ts';
import { t } from '../../protocol/text/translate.ts';
import { codeBox } from '../shared/codeBox.ts';
import { element, icon } from '../shared/dom.ts';
import { markdownBlocks } from '../shared/markdown.ts';
import type { Drawing } from './drawing.ts';

export function briefView(on: Drawing, turn: number, result: AskResult): HTMLElement[] {
  return [...stateView(result), ...result.blocks.map((block, i) => blockView(on, turn, block, i)), ...seeAlsoView(on, turn, result)];
}

function stateView(result: AskResult): HTMLElement[] {
  const texts = stateTexts(result);
  const lead = result.state === 'closest' ? texts.length - 1 : 0;
  return texts.map((text, i) => element('p', { class: i === lead ? 'lead' : 'note' }, text));
}

function blockView(on: Drawing, turn: number, block: WireBlock, index: number): HTMLElement {
  const open = (): void => on.send({ type: 'open', turn, list: 'blocks', index });
  return element(
    'section',
    { class: 'quote' },
    subjectView(block, open),
    ...(block.heading !== undefined
      ? [listingView(on, turn, block, index)]
      : block.kind === 'code'
        ? [codeView(on, block, open)]
        : docView(on, block, (target) => on.send({ type: 'openLink', turn, block: index, target }))),
  );
}

/** The place and subject of the block; opens its lines. */
function subjectView(block: WireBlock, open: () => void): HTMLElement {
  const { kind, subject, path, startLine, endLine, n, heading } = block;
  // The rows of a listing have their own numbers.
  const place = heading === undefined ? `${path}:${rangeText({ startLine, endLine })}` : path;
  const parts = kind === 'code' ? [subject, place] : [path, subject];
  const [first = '', second = ''] = parts[0] === '' ? [parts[1], ''] : parts;
  const title = t('Source {0}: {1}, {2}', n, path, linesText({ startLine, endLine }));
  return element(
    'h3',
    { class: 'subject' },
    element(
      'button',
      { class: 'open', type: 'button', title, onclick: open },
      element('span', { class: 'about' }, first),
      second !== '' && element('span', { class: 'where' }, kind === 'code' ? ` · ${second}` : ` › ${second}`),
      // The spaces are for the name of the button.
      ' ',
      element('span', { class: 'badge' }, String(n)),
    ),
  );
}

/** The announcement of a block; its lines are read on navigation. */
export function spokenBlock(block: WireBlock): string {
  const place = t('Source {0}: {1}, {2}', block.n, block.path, linesText(block));
  return block.subject === '' ? place : `${block.subject}. ${place}`;
}

/** `line 3`, `lines 3 to 9`. */
export function linesText({ startLine, endLine }: { readonly startLine: number; readonly endLine: number }): string {
  return startLine === endLine ? t('line {0}', startLine) : t('lines {0} to {1}', startLine, endLine);
}

function codeView(on: Drawing, block: WireBlock, open: () => void): HTMLElement {
  const label = t('Open {0}', block.path);
  const openButton = element(
    'button',
    // The subject does the same by keyboard.
    { class: 'iconButton small', type: 'button', title: label, 'aria-label': label, tabindex: -1, onclick: open },
    icon('open'),
  );
  return codeBox({
    // The comment that counts lines left out is none of the file's.
    lines: splitAtOmissions(block.shown, 'code').map(drawOmission),
    language: block.language,
    copyLabel: t('Copy code'),
    copy: () => on.send({ type: 'copyCode', text: shownText(block) }),
    tools: [openButton],
  });
}

/** A piece of a text; omitted lines are an element, which is not included when copying by hand. */
function drawOmission(piece: string): HTMLElement | string {
  return piece.includes(omissionMark) ? element('span', { class: 'omission' }, withOmissions(piece)) : piece;
}

function docView(on: Drawing, block: WireBlock, open: (target: string) => void): HTMLElement[] {
  const drawn = (part: string): (HTMLElement | string)[] =>
    splitAtOmissions(part, 'doc').flatMap((piece) => (piece === '' ? [] : drawOmission(piece)));
  const apart = (part: HTMLElement | string): HTMLElement | string => {
    if (part instanceof HTMLElement) part.classList.add('apart');
    return part;
  };
  const drawer = {
    open,
    text: (part: string) => drawn(part).map(apart),
    code: (code: string, language: string) =>
      codeBox({
        lines: drawn(code),
        language,
        copyLabel: t('Copy code'),
        copy: () => on.send({ type: 'copyCode', text: withOmissions(code) }),
      }),
  };
  return markdownBlocks(block.shown, drawer).map((one) => one.draw());
}

function seeAlsoView(on: Drawing, turn: number, { seeAlso, sources }: AskResult): HTMLElement[] {
  const rows = seeAlso.flatMap((n) => {
    const source = sources[n - 1];
    if (source === undefined) return [];
    const title = source.title.split(source.kind === 'code' ? /,\s*/ : ' › ').at(source.kind === 'code' ? 0 : -1) ?? '';
    const place = source.kind === 'code' ? `${source.path}:${rangeText(source)}` : source.path;
    const about = title === '' ? '' : source.kind === 'code' ? ` · ${title}` : ` › ${title}`;
    const open = (): void => on.send({ type: 'open', turn, list: 'sources', index: n - 1 });
    return [element('li', {}, element('button', { class: 'link', type: 'button', onclick: open }, place), about)];
  });
  return rows.length === 0 ? [] : [element('div', { class: 'seeAlso' }, t('See also:'), element('ul', { class: 'places' }, ...rows))];
}

/** Lines of a file that have something in common, each with its number and the definition that it is in; each opens its line. */
function listingView(on: Drawing, turn: number, { pieces = [], moreLines = [] }: WireBlock, index: number): HTMLElement {
  const number = (line: number): HTMLElement => {
    const open = (): void => on.send({ type: 'open', turn, list: 'blocks', index, line });
    return element('button', { class: 'link', type: 'button', 'aria-label': t('line {0}', line), onclick: open }, String(line));
  };
  const rows = pieces.map(({ startLine, text, within }) =>
    element('li', {}, number(startLine), element('code', {}, text), within !== undefined && element('span', { class: 'where' }, within)),
  );
  const more =
    moreLines.length > 0 && element('li', { class: 'more' }, '…', element('span', {}, ...moreLines.flatMap((line) => [number(line), ' '])));
  return element('ul', { class: 'listing' }, ...rows, more);
}
