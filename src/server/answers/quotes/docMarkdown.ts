/**
 * Lines of a document as markdown, for panels, comments and chats: omissions become a line of their own, and code is never left open. The blocks are
 * those of the engine's reader of documents; text without markup keeps its lines in a fence. Cost: linear in the lines.
 */

import type { Block } from '../../../engine/answer/brief/block.ts';
import { type OmissionText, sharedIndent } from '../../../engine/answer/brief/blockText.ts';
import { type Fence, fenceAfter } from '../../../engine/text/fences.ts';
import { type Language, languageNamed } from '../../../engine/text/languages.ts';
import { linesOf } from '../../../engine/text/lines.ts';
import { indentLength } from '../../../engine/util/strings.ts';
import { codeBlock } from '../../../protocol/text/markdown.ts';
import { drawBlocks } from './drawBlocks.ts';
import { fromAsciidoc, fromOrg, fromRst } from './inlineMarkup.ts';
import { plainMarkdown } from './plainMarkdown.ts';

const isReadme = /(?:^|\/)readme$/i;

export function docMarkdown(
  block: Pick<Block, 'pieces' | 'language' | 'restLines'> & { readonly path: string },
  omissionText: OmissionText,
): string {
  const language = languageNamed(block.language);
  const draw = chooseDrawing(language, block.path);
  const lines: string[] = [];
  let fence: Fence | undefined;
  for (const part of blockParts(block)) {
    const omission = part.leftOut > 0 ? omissionText(part.leftOut) : undefined;
    // Among indented lines it is indented as they are, so that it does not end what they are part of.
    const indent = draw === undefined ? '' : part.lines[0]?.slice(0, indentLength(part.lines[0]));
    // Inside code, a blank line would be part of it.
    const gap = indent === '' && draw !== undefined && fence === undefined ? [''] : [];
    if (omission !== undefined) lines.push(...gap, `${indent}${omission}`, ...gap);
    lines.push(...part.lines);
    for (const line of part.lines) fence = fenceAfter(fence, line);
  }
  if (block.restLines !== undefined) {
    if (fence !== undefined) lines.push(fence.mark);
    lines.push(...(draw === undefined ? [] : ['']), omissionText(block.restLines));
  }
  return draw?.(lines.join('\n')) ?? codeBlock(lines.join('\n').replace(/^(?:[ \t]*\n)+|\s+$/g, ''));
}

/** Consecutive lines without the common indentation, and the number of lines left out before them. */
function blockParts({ pieces }: Pick<Block, 'pieces'>): readonly { readonly leftOut: number; readonly lines: readonly string[] }[] {
  const indent = sharedIndent({ pieces });
  let next: number | undefined;
  return pieces.map(({ startLine, text }) => {
    const lines = text.split('\n').map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()));
    const leftOut = next === undefined ? 0 : Math.max(0, startLine - next);
    next = startLine + lines.length;
    return { leftOut, lines };
  });
}

function chooseDrawing(language: Language, path: string): ((text: string) => string) | undefined {
  if (language.headings === 'markdown') return plainMarkdown;
  switch (language.id) {
    case 'restructuredtext':
      return (text) => drawBlocks(linesOf(text), language, fromRst);
    case 'asciidoc':
      return (text) => drawBlocks(linesOf(text), language, fromAsciidoc);
    case 'org':
      return (text) => drawBlocks(linesOf(text), language, fromOrg);
    default:
      return isReadme.test(path) ? plainMarkdown : undefined;
  }
}
