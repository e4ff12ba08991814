import type { PagePart, PagePieces } from '../../src/protocol/panels/panelPage.ts';

const textOf = (pieces: PagePieces): string => pieces.map(({ text }) => text).join('');

/** The parts of a page as text: a line for each line, item, row and quote; cells are separated by bars. */
export function pageText({ parts }: { readonly parts: readonly PagePart[] }): string {
  return parts.map(partText).join('\n');
}

function partText(part: PagePart): string {
  switch (part.kind) {
    case 'heading':
      return `${'#'.repeat(part.level)} ${part.text}`;
    case 'line':
      return textOf(part.pieces);
    case 'quote':
      return `> ${part.pieces.map(({ text }) => text).join(' @ ')}`;
    case 'list':
      return [
        ...(part.fold === undefined ? [] : [`${part.fold}${part.isOpen ? '' : ' …'}`]),
        ...part.items.map((item) => `- ${textOf(item)}`),
      ].join('\n');
    case 'table':
      return [part.head, ...part.rows.map((row) => row.map(textOf))].map((row) => row.join(' | ')).join('\n');
    case 'verbatim':
      return part.text;
    case 'button':
      return `[${part.text}]`;
  }
}
