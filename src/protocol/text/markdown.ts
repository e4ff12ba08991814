/** Markdown generated from untrusted text: none of it becomes a link, an image, HTML or a line break. */

import { backticksAround } from '../../engine/text/fences.ts';
import { shown } from './visible.ts';

/**
 * A link that runs one of our commands with one argument. Parentheses would end the link, so they are escaped too. VS Code decodes twice,
 * so no percent sign may remain to decode: a URI has them if a file name contains "#" or "%".
 */
export function commandLink(command: string, argument: unknown): string {
  const json = JSON.stringify([argument]).replaceAll('%', '\\u0025');
  const encoded = encodeURIComponent(json).replace(/[()'!*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `command:${command}?${encoded}`;
}

/**
 * Escapes text so that no markdown, HTML, emoji, icon, mention or bare link results, in one line; see `shown`. Characters that open code,
 * tags or links become entities, since renderers look for closing marks before backslashes: `marked` when pairing asterisks, the chat when
 * checking for code.
 */
export function escapeMarkdown(text: string): string {
  return shown(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()<>#+\-.!|~&$:@/"'=^]/g, (sign) => entities[sign] ?? `\\${sign}`);
}

const entities: Readonly<Record<string, string>> = { '`': '&grave;', '<': '&lt;', '[': '&lsqb;' };

/** A code block. Without a language the editor would colour it like the open file. */
export function codeBlock(code: string, language = ''): string {
  const fence = backticksAround(code, 3);
  return `${fence}${language || 'plaintext'}\n${shown(code, { lines: true })}\n${fence}`;
}

/** Inline code, in one line. */
export function codeSpan(code: string): string {
  const text = shown(code).trim();
  const ticks = backticksAround(text, 1);
  return ticks.length === 1 ? `\`${text}\`` : `${ticks} ${text} ${ticks}`;
}

/** At most `length` UTF-16 units, ending with an ellipsis if shortened. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** The short name of a chunk: the last heading of its path, or the first name that the code defines. */
export function shortTitle(kind: 'doc' | 'code' | undefined, title: string): string {
  return (kind === 'code' ? title.split(',')[0] : title.split(' › ').at(-1))?.trim() ?? '';
}
