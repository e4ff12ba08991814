/**
 * Excerpts of the sources of a question for readers with little room, such as agents: one a file, each fitted to a number of characters, with its
 * best line. Copies are left out; files that come after others, then tests, are last. Cost: at most seven excerpts of each source.
 */

import { heldWeight, termSet } from '../../question/askedWords.ts';
import { isTestPath } from '../../text/names/pathNames.ts';
import { countTerms } from '../../text/words/countTerms.ts';
import type { Block, FittedBlock } from './block.ts';
import { blockOf } from './blockOf.ts';
import { blockText } from './blockText.ts';
import type { BriefQuery } from './briefQuery.ts';
import { type Excerpt, excerptOf } from './excerpt.ts';
import type { ParsedSource } from './parsedSource.ts';
import { isNew, isSameFile } from './sameness.ts';
import { weights } from './weights.ts';

/** Characters of the first excerpt and of each other. */
export interface Room {
  readonly first: number;
  readonly further: number;
}

/** An excerpt that is too long is made again with this share of its lines, chosen for few steps, down to `minLines`. */
const shrink = 0.6;
const minLines = 2;

/** @param sources best first. @param first the best excerpt, which stays the first. */
export function fittedBlocks(sources: readonly ParsedSource[], first: Excerpt, query: BriefQuery, room: Room): readonly FittedBlock[] {
  const chosen = [first];
  for (const parsed of [...sources].sort((a, b) => lateness(a) - lateness(b))) {
    if (chosen.some((one) => isSameFile(one.parsed.source, parsed.source))) continue;
    const excerpt = excerptOf(parsed, query, weights.furtherLines);
    if (excerpt !== undefined && isNew(excerpt, chosen)) chosen.push(excerpt);
  }
  return chosen.flatMap(({ parsed }, i) => fitted(parsed, query, i === 0 ? room.first : room.further) ?? []);
}

function lateness({ source: { isDemoted, path } }: ParsedSource): number {
  return isTestPath(path) ? 2 : isDemoted ? 1 : 0;
}

/** As many lines of the section or definition as have room; of those the matching ones, if they are too many. */
function fitted(parsed: ParsedSource, query: BriefQuery, room: number): FittedBlock | undefined {
  let block: Block | undefined;
  for (let lines: number = weights.firstLines; lines >= minLines; lines = Math.floor(lines * shrink)) {
    const excerpt = excerptOf(parsed, query, lines);
    if (excerpt === undefined) break;
    block = blockOf(excerpt, query);
    if (blockText(block).length <= room) break;
  }
  return block && { ...block, best: bestLine(block, query) };
}

function bestLine({ pieces, startLine }: Block, { words }: BriefQuery): FittedBlock['best'] {
  let best = { line: startLine, text: '', held: -1 };
  for (const { startLine: first, text } of pieces) {
    for (const [i, line] of text.split('\n').entries()) {
      const held = line.trim() === '' ? -1 : heldWeight(words, termSet(countTerms(line).keys()));
      if (held > best.held) best = { line: first + i, text: line.trim(), held };
    }
  }
  return { line: best.line, text: best.text };
}
