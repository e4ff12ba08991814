/**
 * Markdown of a document as that of CommonMark and GitHub: labels, comments and definitions of links are left out; links of wikis, roles and notes become
 * what every reader draws. Cost: linear in the text.
 */

import { labelIn } from '../../../engine/text/documents/labels.ts';
import { readDocument } from '../../../engine/text/documents/readDocument.ts';
import { withoutRoles } from '../../../engine/text/documents/roles.ts';
import { backticksAround } from '../../../engine/text/fences.ts';
import { languageNamed } from '../../../engine/text/languages.ts';
import { lineAt, linesOf } from '../../../engine/text/lines.ts';
import { fromContainers } from '../../../service/containers.ts';
import { linkTo, roleText } from './inlineMarkup.ts';

const markdown = languageNamed('markdown');

export function plainMarkdown(text: string): string {
  const lines = linesOf(fromContainers(text));
  const { headings, blocks } = readDocument(lines, markdown);
  const made: string[] = [];
  let next = 0;
  /** Keeps the lines before one, if they belong to no block, as far as they say something. */
  const skipTo = (line: number): void => {
    for (; next < line; next++) if (lineAt(lines, next).trim() === '') made.push('');
  };
  const parts = [...headings.map(({ line, end }) => ({ kind: 'heading' as const, first: line, last: end - 1 })), ...blocks()];
  for (const { kind, first, last } of parts.sort((a, b) => a.first - b.first)) {
    skipTo(first);
    const own = Array.from({ length: last - first + 1 }, (_, i) => lineAt(lines, first + i));
    if (kind === 'code') made.push(...codeLines(own));
    else if (kind === 'callout') made.push(...noteLines(own));
    else if (kind !== 'contents') made.push(...own.filter((line) => labelIn(line) === undefined).map(inlineMarkdown));
    next = last + 1;
  }
  return made.join('\n');
}

/** A fence of MyST that holds text is a note; any other is closed. */
function codeLines(lines: readonly string[]): readonly string[] {
  const [first = '', ...rest] = lines;
  const [, indent = '', mark = '', name] = /^(\s*)(`{3,}|~{3,})(?:\{([\w:-]{1,40})\})?/.exec(first) ?? [];
  if (mark === '') return lines;
  const isClosed = rest.length > 0 && rest.at(-1)?.trim().startsWith(mark) === true;
  const body = isClosed ? rest.slice(0, -1) : rest;
  if (name === undefined) return isClosed ? lines : [...lines, indent + mark];
  const options = body.findIndex((line) => !line.trim().startsWith(':'));
  const own = body.slice(Math.max(0, options));
  const words = first.slice(first.indexOf('}') + 1).trim();
  if (/code|sourcecode|math|mermaid|eval/.test(name)) {
    const fence = backticksAround(own.join('\n'), 3);
    return [`${indent}${fence}${words}`, ...own, indent + fence];
  }
  return [
    `${indent}> **${capitalized(name)}** ${inlineMarkdown(words)}`.trimEnd(),
    ...own.map((line) => `${indent}> ${inlineMarkdown(line.trim())}`.trimEnd()),
  ];
}

/** A note of GitHub or Obsidian: `> [!warning] Title`. */
function noteLines(lines: readonly string[]): readonly string[] {
  const [first = '', ...rest] = lines.map(inlineMarkdown);
  const [, indent = '', kind, title = ''] = /^(\s*>\s?)\s*\[!([\w-]{1,40})\][+-]?\s*(.*)$/.exec(lines[0] ?? '') ?? [];
  if (kind === undefined) return [first, ...rest];
  return [`${indent}**${title === '' ? capitalized(kind) : inlineMarkdown(title)}**`, indent.trimEnd(), ...rest];
}

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

const wikiLink = /!?\[\[([^\][|\n]{1,300})(?:\|([^\][\n]{1,300}))?\]\]/g;
/** Links whose targets are defined elsewhere, as in `[guide][docs.guide]`, keep only their text. Numbers may be footnotes. */
const reference = /(?<![\w\])`!])\[(?!\d+\])([^[\]\n]{1,200})\]\[[^[\]\n]{0,200}\]/g;

/** The markup of a line outside of code; that in code spans stays. */
function inlineMarkdown(line: string): string {
  if (!line.includes('[') && !line.includes('`')) return line;
  return withoutRoles(line, roleText)
    .split(/(`+[^`]*`+)/)
    .map((part) =>
      part.startsWith('`')
        ? part
        : part
            .replace(wikiLink, (_, target: string, words = target.replaceAll('#', ' › ')) => linkTo(words, target))
            .replace(reference, '$1'),
    )
    .join('');
}
