/**
 * Document lines as markdown: omissions become a line of their own, and a fence is never left open. Roles, directives and literal blocks of
 * reStructuredText become their markdown counterparts; text without markup keeps its lines in a fence. One pass over the lines.
 */

import type { OmissionText } from '../../engine/answer/brief/blockText.ts';
import { type Fence, fenceAfter } from '../../engine/text/fences.ts';
import { languageNamed } from '../../engine/text/languages.ts';
import type { WireBlock } from '../places.ts';
import { blockParts } from './blockLines.ts';
import { codeBlock } from './markdown.ts';

const markup = /(?:\.(?:adoc|asciidoc|asc)|(?:^|\/)readme)$/i;

export function docMarkdown(block: Pick<WireBlock, 'pieces' | 'path' | 'language' | 'restLines'>, omissionText: OmissionText): string {
  const lines: string[] = [];
  const { name } = languageNamed(block.language);
  if (name !== 'markdown' && name !== 'restructuredtext' && !markup.test(block.path)) {
    for (const part of blockParts(block)) lines.push(...(part.leftOut > 0 ? [omissionText(part.leftOut)] : []), ...part.lines);
    if (block.restLines !== undefined) lines.push(omissionText(block.restLines));
    return codeBlock(lines.join('\n').replace(/^(?:[ \t]*\n)+|\s+$/g, ''));
  }
  let fence: Fence | undefined;
  for (const part of blockParts(block)) {
    // Inside a code block, a blank line would be part of the code.
    const gap = fence === undefined ? [''] : [];
    if (part.leftOut > 0) lines.push(...gap, omissionText(part.leftOut), ...gap);
    lines.push(...part.lines);
    for (const line of part.lines) fence = fenceAfter(fence, line);
  }
  if (fence !== undefined) lines.push(fence.mark);
  if (block.restLines !== undefined) lines.push('', omissionText(block.restLines));
  return name === 'restructuredtext' ? fromRst(lines) : withoutReferences(lines.join('\n'));
}

/** Markdown links whose targets are defined elsewhere, as in `[guide][docs.guide]`, keep only their text. Numbers may be footnotes. */
function withoutReferences(text: string): string {
  return text.replace(/(?<![\w\])`!])\[(?!\d+\])([^[\]\n]{1,200})\]\[[^[\]\n]{0,200}\]/g, (_, inner: string) => inner);
}

const codeDirective = /^\s*\.\. (?:code-block|code|sourcecode)::\s*([\w+#-]*)\s*$/;
const directive = /^\s*\.\. ([a-z-]+)::\s*(.*)$/;

function fromRst(lines: readonly string[]): string {
  const made: string[] = [];
  for (let i = 0; i < lines.length; ) {
    const line = lines[i++] as string;
    const code = codeDirective.exec(line);
    const other = code === null ? directive.exec(line) : null;
    const isLiteral = code === null && other === null && /\S::\s*$/.test(line);
    if (code === null && other === null && !isLiteral) {
      made.push(withoutRoles(line));
      continue;
    }
    const { body, next } = bodyOf(lines, i, line.length - line.trimStart().length);
    if (isLiteral) made.push(withoutRoles(line.trimEnd().slice(0, -1)));
    if (other !== null) made.push(`**${other[1]}** ${withoutRoles(other[2] ?? '')}`.trimEnd(), '', ...body.map(withoutRoles));
    else if (body.length > 0) made.push('', `\`\`\`${code?.[1] ?? ''}`, ...body, '```');
    i = next;
  }
  return made.join('\n');
}

/** The more deeply indented lines below one, without their indentation, outer blank lines and options. */
function bodyOf(lines: readonly string[], from: number, indent: number): { readonly body: readonly string[]; readonly next: number } {
  let next = from;
  while (next < lines.length && /^\s+:[\w-]+:/.test(lines[next] as string)) next++;
  const start = next;
  while (next < lines.length && isInside(lines[next] as string, indent)) next++;
  while (next > start && (lines[next - 1] as string).trim() === '') next--;
  const body = lines.slice(start, next);
  while (body[0]?.trim() === '') body.shift();
  return { body: blockParts({ pieces: [{ startLine: 1, text: body.join('\n') }] })[0]?.lines ?? [], next };
}

function isInside(line: string, indent: number): boolean {
  return line.trim() === '' || line.length - line.trimStart().length > indent;
}

/** Roles, as in ``:class:`~flask.Flask` ``, mean nothing to readers: their content stays, as code. */
function withoutRoles(text: string): string {
  return text.replace(
    /(?<![\w:`]):[a-z]+(?::[a-z]+)?:`[~!]?([^`<\n]{1,200}?)(?:\s*<[^`\n]{0,200}>)?`/g,
    (_, inner: string) => `\`${inner}\``,
  );
}
