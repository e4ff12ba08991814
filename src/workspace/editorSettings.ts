/** What a folder's own `.vscode/settings.json` says about its files, for programs without an editor. */

import nodePath from 'node:path';
import { readJson } from '../engine/util/budget.ts';
import { readSmallFile } from './openFile.ts';
import type { IndexSettings } from './settings.ts';

const maxBytes = 256 * 1024;

/** Settings of the folder that VS Code has under other names; none if the file is absent or not JSON with comments. */
export function editorSettings(folder: string): Partial<Pick<IndexSettings, 'encoding'>> {
  const text = readSmallFile(nodePath.join(folder, '.vscode', 'settings.json'), maxBytes, false)?.toString('utf8');
  const encoding = text === undefined ? undefined : parsed(text)?.['files.encoding'];
  return typeof encoding === 'string' ? { encoding } : {};
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
