/**
 * Decides whether a value is the password in a command line, behind a flag that only its command explains: `curl -u user:…`.
 *
 * Cost: at most `reach` characters before a value, only for values that look random.
 */

import type { Span } from '../spans.ts';

/** What precedes the password, and the commands to which this applies. */
const flags: readonly { readonly before: RegExp; readonly commands: RegExp }[] = [
  { before: /\s(?:-u|--user|--proxy-user)[ =]?["']?[^\s:"']{0,60}:$/, commands: /\bcurl\b/ },
  { before: /\s-a ["']?[^\s:"']{0,60}:$/, commands: /\bhttps?\b/ },
  { before: /\s-a ["']?$/, commands: /\bredis-cli\b/ },
  { before: /\s-p ?["']?$/, commands: /\b(?:mysql\w*|mariadb[\w-]*|sshpass|7z)\b/ },
  { before: /\s-p ["']?$/, commands: /\b(?:(?:docker|podman|nerdctl|buildah|skopeo|oras|helm|crane|az|oc) .*login|mongo\w*)\b/ },
  { before: /\s-w ["']?$/, commands: /\bldap\w+\b/ },
  { before: /\s-P ["']?$/, commands: /\b(?:mosquitto_\w+|sqlcmd|bcp|isql)\b/ },
];
/** Characters before a value that are searched. */
const reach = 200;

/** Whether the value that begins at `from` is the password of a command. */
export function isOfCommand(text: string, { from }: Span): boolean {
  const line = lastLine(text.slice(Math.max(0, from - reach), from));
  if (!line.includes(' -')) return false;
  return flags.some(({ before, commands }) => before.test(line) && commands.test(line));
}

/** The last line, with the lines before it that end with a backslash. */
function lastLine(text: string): string {
  let at = text.lastIndexOf('\n');
  while (at > 0 && /\\\r?$/.test(text.slice(Math.max(0, at - 2), at))) at = text.lastIndexOf('\n', at - 1);
  return text.slice(at + 1);
}
