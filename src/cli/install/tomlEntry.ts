/** An entry among the servers of a TOML file: a table of its own at the end. What is before it is not rewritten, only parsed. */

import { parse } from 'smol-toml';
import { append, lineBreakIn, newFile, withoutPart } from './appendix.ts';
import { EditError } from './editError.ts';
import type { Address } from './jsonEntry.ts';

type Fields = Readonly<Record<string, string | boolean | readonly string[]>>;

export function newToml(address: Address, fields: Fields): string {
  return newFile(tableLines(address, fields));
}

/** The value of the entry. Throws `EditError` for a file that does not parse. */
export function tomlEntry(text: string, { key, name }: Address): unknown {
  const servers = parsed(text)[key];
  return isTable(servers) ? servers[name] : undefined;
}

export function insertToml(text: string, address: Address, fields: Fields): string {
  parsed(text);
  const result = append(text, tableLines(address, fields));
  try {
    parse(result);
  } catch {
    throw new EditError(`has its ${address.key} in a form to which no table can be added`, 'Write them as tables and install again');
  }
  return result;
}

export function replaceToml(text: string, address: Address, fields: Fields): string {
  const { start, end } = tableIn(text, address);
  return text.slice(0, start) + tableLines(address, fields).join(lineBreakIn(text)) + text.slice(end);
}

/** The text as it was before; `undefined` if that was no file. */
export function removeToml(text: string, address: Address): string | undefined {
  const { start, end } = tableIn(text, address);
  return withoutPart(text, start, end);
}

function tableLines({ key, name }: Address, fields: Fields): string[] {
  const value = (one: Fields[string]): string =>
    Array.isArray(one) ? `[${one.map((item) => JSON.stringify(item)).join(', ')}]` : JSON.stringify(one);
  return [`[${key}.${name}]`, ...Object.entries(fields).map(([field, one]) => `${field} = ${value(one)}`)];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The header of the table and the lines of fields right below it. Throws `EditError` where the entry is written otherwise. */
function tableIn(text: string, { key, name }: Address): Span {
  const header = `[${key}.${name}]`;
  const tables: Span[] = [];
  let start = 0;
  for (const line of text.split(/(?<=\r\n|\n|\r(?!\n))/)) {
    if (line.trim() === header) {
      const [fields = ''] = /^(?:\w+ = .*(?:\r\n|\n|\r|$))*/.exec(text.slice(start + line.length)) ?? [];
      tables.push({ start, end: start + (line + fields).trimEnd().length });
    }
    start += line.length;
  }
  // Not the one in a string.
  const found = tables.find((table) => isWhole(text, table, { key, name }));
  if (found !== undefined) return found;
  const state = tables.length === 0 ? 'an entry that install has not written' : 'more than install writes';
  throw new EditError(`has ${state} under ${key}.${name}`, 'Remove it yourself');
}

/** Whether the entry is gone without this part. */
function isWhole(text: string, { start, end }: Span, address: Address): boolean {
  try {
    return tomlEntry(text.slice(0, start) + text.slice(end), address) === undefined;
  } catch {
    return false;
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    throw new EditError(`does not parse (${reason})`, 'Fix it and install again');
  }
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
