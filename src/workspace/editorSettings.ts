/** What a folder's own `.vscode/settings.json` says about its files, for programs without an editor. */

import nodePath from 'node:path';
import { readJson } from '../engine/util/budget.ts';
import { readSmallFile } from './openFile.ts';

const maxBytes = 256 * 1024;

/** Settings of the folder that VS Code has under other names, for `readSettings`; none if the file is absent or not JSON with comments. */
export function editorSettings(folder: string): Readonly<Record<string, unknown>> {
  const text = readSmallFile(nodePath.join(folder, '.vscode', 'settings.json'), maxBytes, false)?.toString('utf8');
  const settings = text === undefined ? undefined : parsed(text);
  return { encoding: settings?.['files.encoding'], associations: settings?.['files.associations'] };
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = readJson(withoutComments(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** JSON with comments and trailing commas as JSON. */
function withoutComments(text: string): string {
  const token = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=\s*[}\]])/g;
  return text.replace(/^\ufeff/, '').replace(token, (found) => (found.startsWith('"') ? found : ''));
}
