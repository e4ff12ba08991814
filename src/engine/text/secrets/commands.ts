/**
 * Recognizes passwords in command lines, after a flag whose meaning depends on the command: `curl -u user:…`.
 *
 * Cost: at most `window` characters before a value, only for values that look random.
 */

import type { Span } from '../spans.ts';

/** What precedes the password, and the commands this applies to. */
const flags: readonly { readonly before: RegExp; readonly commands: RegExp }[] = [
  { before: /\s(?:-u|--user|--proxy-user)[ =]?["']?[^\s:"']{0,60}:$/, commands: /\bcurl\b/ },
  { before: /\s-a ["']?[^\s:"']{0,60}:$/, commands: /\bhttps?\b/ },
  { before: /\s-a ["']?$/, commands: /\bredis-cli\b/ },
  { before: /\s-p ?["']?$/, commands: /\b(?:mysql\w*|mariadb[\w-]*|sshpass|7z)\b/ },
  { before: /\s-p ["']?$/, commands: /\b(?:(?:docker|podman|nerdctl|buildah|skopeo|oras|helm|crane|az|oc) .*login|mongo\w*)\b/ },
  { before: /\s-w ["']?$/, commands: /\bldap\w+\b/ },
  { before: /\s-P ["']?$/, commands: /\b(?:mosquitto_\w+|sqlcmd|bcp|isql)\b/ },
];
/** Characters searched before a value. */
const window = 200;

/** Whether the value that begins at `from` is a password argument. */
export function isCommandPassword(text: string, { from }: Span): boolean {
  const line = lastLogicalLine(text.slice(Math.max(0, from - window), from));
  if (!line.includes(' -')) return false;
  return flags.some(({ before, commands }) => before.test(line) && commands.test(line));
}

/** The last line, including the lines before it that end with a backslash. */
function lastLogicalLine(text: string): string {
  let at = text.lastIndexOf('\n');
  while (at > 0 && /\\\r?$/.test(text.slice(Math.max(0, at - 2), at))) at = text.lastIndexOf('\n', at - 1);
  return text.slice(at + 1);
}
