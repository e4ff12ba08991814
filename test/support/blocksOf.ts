/** What an answer without a model shows, as plain lines, and its blocks as the server sends them. */

import type { Piece } from '../../src/engine/answer/brief/block.ts';
import { textOf } from '../../src/messages/messages.ts';
import type { WireBlock } from '../../src/protocol/places.ts';
import { shownBlock } from '../../src/server/answers/quotes/shownBlock.ts';
import type { Service } from '../../src/service/types/service.ts';

/** The lead, the notes, and a line for each block: its heading, file and lines, each with what it is in. */
export async function asked(service: Service, question: string, options: Parameters<Service['ask']>[1] = {}): Promise<readonly string[]> {
  const { lead, notes, blocks, sources, state } = await service.ask(question, options);
  const shown = blocks.map(({ n, heading, subject, pieces, moreLines = [] }) => {
    const lines = pieces.map(({ startLine, text, within }) => {
      const count = text.split('\n').length;
      return `${startLine}${count > 1 ? `-${startLine + count - 1}` : ''}${within === undefined ? '' : ` in ${within}`}`;
    });
    const begin = heading === undefined ? subject : textOf([heading]);
    return `${begin}: ${sources[n - 1]?.path} ${[...lines, ...moreLines.map((line) => `+${line}`)].join(', ')}`;
  });
  return [state, textOf(lead ?? []), ...(notes ?? []).map((note) => textOf([note])), ...shown];
}

/** A block of these lines, with the language of its file. */
export function wireBlock(block: Omit<WireBlock, 'shown' | 'pieces'> & { readonly pieces: readonly Piece[] }): WireBlock {
  const { pieces, ...rest } = block;
  return { ...rest, ...shownBlock(block), ...(block.heading === undefined ? {} : { pieces }) };
}
