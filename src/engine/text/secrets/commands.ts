/**
 * Recognizes passwords in command lines, after a flag whose meaning depends on the command: `curl -u user:…`.
 *
 * Cost: at most `window` characters before a value, only for values that look random.
 */

import type { Span } from '../spans.ts';

/** The name of a user before a password. */
const user = `[^\\s:"']{0,60}:`;
/** A flag, what is between it and the password, and the commands that have it. */
const flags = [
  ['(?:-u|--user|--proxy-user)[ =]?', user, 'curl'],
  ['-a ', user, 'https?'],
  ['-a ', '', 'redis-cli'],
  ['-p ?', '', 'mysql\\w*|mariadb[\\w-]*|sshpass|7z'],
  ['-p ', '', '(?:docker|podman|nerdctl|buildah|skopeo|oras|helm|crane|az|oc) .*login|mongo\\w*'],
  ['-w ', '', 'ldap\\w+'],
  ['-P ', '', 'mosquitto_\\w+|sqlcmd|bcp|isql'],
].map(([flag, before, commands]) => ({
  before: new RegExp(`\\s${flag}["']?${before}$`),
  commands: new RegExp(`\\b(?:${commands})\\b`),
}));
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
