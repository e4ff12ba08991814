/** Reads files of one JSON object a line. */

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { readJson } from '../../engine/util/budget.ts';
import { errorMessage } from '../../messages/messages.ts';

/** A line with unexpected content. */
class ContentError extends Error {}

/** Yields each object with its line number. Throws an error with file and line for anything else. */
export async function* readJsonLines(file: string): AsyncGenerator<{ readonly line: number; readonly value: Record<string, unknown> }> {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
  let line = 0;
  try {
    for await (const text of lines) {
      line++;
      if (text.trim() !== '') yield { line, value: parseObject(text, file, line) };
    }
  } catch (error) {
    if (error instanceof ContentError) throw error;
    throw new Error(`Cannot read ${JSON.stringify(file)}: ${errorMessage(error)}`);
  }
}

function parseObject(text: string, file: string, line: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = readJson(text);
  } catch {
    throw new ContentError(`Cannot read ${JSON.stringify(file)}: line ${line} is not JSON; one object a line is expected`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ContentError(`Cannot read ${JSON.stringify(file)}: line ${line} is not an object`);
  }
  return value as Record<string, unknown>;
}

/** A field that must be a string, or a number, which is converted. */
export function textField(record: { readonly line: number; readonly value: Record<string, unknown> }, name: string, file: string): string {
  const value = record.value[name];
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new ContentError(`Cannot read ${JSON.stringify(file)}: line ${record.line} has no text in ${JSON.stringify(name)}`);
}

/** A field that is a list of strings, empty if missing. */
export function listField(record: { readonly value: Record<string, unknown> }, name: string): readonly string[] {
  const value = record.value[name];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string' || typeof entry === 'number').map(String) : [];
}
