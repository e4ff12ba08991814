/** Markdown that the editor draws, made from texts that may hold anything: nothing of them becomes a link, an image, HTML or a line. */

import { backticksAround } from '../../engine/text/fences.ts';
import { shown } from './visible.ts';

/**
 * A link that runs one of our commands with one argument. Parentheses would end the link, so they are escaped too. VS Code decodes what it is given
 * twice, so no percent sign of the argument may be left to decode: a URI has them where a name of a file holds "#" or "%".
 */
export function commandLink(command: string, argument: unknown): string {
  const json = JSON.stringify([argument]).replaceAll('%', '\\u0025');
  const encoded = encodeURIComponent(json).replace(/[()'!*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `command:${command}?${encoded}`;
}

/**
 * Text that no markdown, HTML, emoji, icon, mention or bare link is made of, in one line; see `shown`. What code, tags and links begin
 * with becomes an entity, since readers look for their ends before they look for backslashes: `marked` where it pairs asterisks, the chat
 * where it asks whether a place stands in code.
 */
export function escapeMarkdown(text: string): string {
  return shown(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()<>#+\-.!|~&$:@/"'=^]/g, (sign) => entities[sign] ?? `\\${sign}`);
}

const entities: Readonly<Record<string, string>> = { '`': '&grave;', '<': '&lt;', '[': '&lsqb;' };

/** Code as a block of its own. Without a language the editor would colour it as the file that is open. */
export function codeBlock(code: string, language = ''): string {
  const fence = backticksAround(code, 3);
  return `${fence}${language || 'plaintext'}\n${shown(code, { lines: true })}\n${fence}`;
}

/** Code amid text, in one line. */
export function codeSpan(code: string): string {
  const text = shown(code).trim();
  const ticks = backticksAround(text, 1);
  return ticks.length === 1 ? `\`${text}\`` : `${ticks} ${text} ${ticks}`;
}

/** At most `length` UTF-16 units, the last one an ellipsis where something was left out. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** What a chunk is called in a line: the last heading of a heading path, the first of the names that a piece of code defines. */
export function shortTitle(kind: 'doc' | 'code' | undefined, title: string): string {
  return (kind === 'code' ? title.split(',')[0] : title.split(' › ').at(-1))?.trim() ?? '';
}
