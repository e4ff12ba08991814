/** Number formatting for the user. */

import * as vscode from 'vscode';
import { t } from '../../protocol/text/translate.ts';

/** `1,204` in the editor's language. */
export function count(value: number): string {
  return value.toLocaleString(vscode.env.language);
}

/** `0.9 s`, `12 ms`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (Math.round(ms) < 1000) return t('{0} ms', Math.round(ms));
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return t('{0} s', (ms / 1000).toLocaleString(vscode.env.language, { maximumFractionDigits: 1 }));
  return t('{0} min {1} s', Math.floor(seconds / 60), seconds % 60);
}

/** `312 B`, `4.1 MB`; powers of 1000, as in file managers. */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let rest = value;
  while (rest >= 1000 && unit < units.length - 1) {
    rest /= 1000;
    unit++;
  }
  return `${rest.toLocaleString(vscode.env.language, { maximumFractionDigits: rest < 10 && unit > 0 ? 1 : 0 })} ${units[unit]}`;
}

/** Date and time of an ISO 8601 time, in the editor's language. */
export function time(at: string): string {
  return new Date(at).toLocaleString(vscode.env.language);
}
