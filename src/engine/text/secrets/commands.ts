/** Decides whether a value is a password by the command that it is passed to: `curl -u user:…`, `echo … | docker login`. */

import { wordsOf } from '../../util/strings.ts';
import type { Span } from '../spans.ts';
import { namesCredential } from './secretNames.ts';

/** The name of a user before a password. */
const user = `[^\\s:"']{0,60}:`;
/** A flag, what is between it and the password, and the commands that have it. */
const flags = [
  ['(?:-u|--user|--proxy-user)[ =]?', user, 'curl|\\w+ctl'],
  ['-a ', user, 'https?'],
  ['-(?:b|-cookie) ', '[^\\s:"\']{0,60}=', 'curl'],
  ['-U ', '', 'smbclient|rpcclient'],
  ['login ', '', 'vault'],
  ['-u ', '[^\\s,]{0,60},', 'lftp'],
  ['-[a-zA-Z]*b[a-zA-Z]* ', '\\S+ \\S+ ', 'htpasswd'],
  ['-a ', '', 'redis-cli'],
  ['-p ?', '', 'mysql\\w*|mariadb[\\w-]*|sshpass|7z'],
  ['-p ', '', '(?:docker|podman|nerdctl|buildah|skopeo|oras|helm|crane|az|oc) .*login|mongo\\w*'],
  ['-w ', '', 'ldap\\w+'],
  ['-P ', '', 'mosquitto_\\w+|sqlcmd|bcp|isql|(?:un)?zip'],
  // Of any command, after the option for the user.
  ['(?:-[uUl]|--?user(?:name)?|/u)[ =:]\\S+ (?:.{0,80} )?(?:-[pPwA]|--?pw|/p)[ :]', '', ''],
  ['user\\S* (?:.{0,80} )?-p ', '', ''],
].map(([flag, before, commands]) => new RegExp(`${commands && `\\b(?:${commands})\\b.{0,200}\\s`}${flag}["']?${before}$`, 's'));
/** Characters searched before a value. */
const window = 200;

/** Whether the value that begins at `from` is a password after a flag whose meaning depends on the command: `curl -u user:…`. */
export function isCommandPassword(text: string, { from }: Span): boolean {
  const line = lastLogicalLine(text.slice(Math.max(0, from - window), from));
  return flags.some((flag) => flag.test(line));
}

/** The last line, including the lines before it that end with a backslash. */
function lastLogicalLine(text: string): string {
  let at = text.lastIndexOf('\n');
  while (at > 0 && (text.charAt(at - 1) === '\\' || text.slice(at - 2, at) === '\\\r')) at = text.lastIndexOf('\n', at - 1);
  return text.slice(at + 1);
}

/** Whether a value is printed into a command that logs in or takes a credential. `before` and `after` are the rest of its line. */
export function isPipedPassword(before: string, after: string): boolean {
  const bar = after.indexOf('|');
  if (bar < 0 || !(before.includes('echo ') || before.includes('printf '))) return false;
  const command = after.slice(bar);
  return command.includes('sudo -S') || wordsOf(command).some((word) => word === 'login' || word === 'kinit' || namesCredential(word));
}
