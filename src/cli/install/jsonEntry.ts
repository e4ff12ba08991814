/** An entry among the servers of a JSON file, comments and trailing commas allowed: added and removed without a change to any other byte. */

import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { lineBreakIn } from './appendix.ts';
import { EditError } from './editError.ts';

type Json = string | boolean | readonly string[] | { readonly [key: string]: Json };

export interface Address {
  /** The field of the file that holds the servers. */
  readonly key: string;
  readonly name: string;
}

interface Layout {
  readonly lineBreak: string;
  readonly unit: string;
}

const byDefault: Layout = { lineBreak: '\n', unit: '  ' };

/** The text of a new file with the entry. */
export function newJson({ key, name }: Address, value: Json): string {
  return `${rendered({ [key]: { [name]: value } }, '', byDefault)}\n`;
}

/** The value of the entry. Throws `EditError` for a file that has no place for one. */
export function jsonEntry(text: string, address: Address): unknown {
  const { entry } = placesIn(text, address);
  return entry?.children?.[1] && getNodeValue(entry.children[1]);
}

/**
 * Adds the entry before all others of its object, each as a line of its own if that is how they are written, or right after the bracket of
 * an empty object. Where the object of servers is missing, it is added so.
 */
export function insertJson(text: string, address: Address, value: Json): string {
  const { root, servers } = placesIn(text, address);
  const member = servers === undefined ? { [address.key]: { [address.name]: value } } : { [address.name]: value };
  return insertMember(text, servers ?? root, readLayout(text, root), member, servers === undefined ? 1 : 2);
}

/** Puts another value in the place of the entry's. */
export function replaceJson(text: string, address: Address, value: Json): string {
  const { root, entry } = placesIn(text, address);
  const [, old] = entry?.children ?? [];
  if (entry === undefined || old === undefined) return text;
  const layout = readLayout(text, root);
  const indent = indentBefore(text, entry.offset) ?? layout.unit.repeat(2);
  return text.slice(0, old.offset) + rendered(value, indent, layout) + text.slice(old.offset + old.length);
}

/** The text as it was before `insertJson` or `newJson`; `undefined` if that was no file. Without the entry where it was moved or reformatted. */
export function removeJson(text: string, address: Address): string | undefined {
  const { root, servers, entry, list } = placesIn(text, address);
  if (servers === undefined || entry === undefined || list === undefined) return text;
  const value = jsonEntry(text, address) as Json;
  if (text === newJson(address, value)) return undefined;
  const origins = [...(servers.children?.length === 1 ? [cutMember(text, root, list)] : []), cutMember(text, servers, entry)];
  return origins.find((origin) => isOrigin(origin, text, address, value)) ?? withoutMember(text, servers, entry);
}

function isOrigin(origin: string | undefined, text: string, address: Address, value: Json): boolean {
  try {
    return origin !== undefined && insertJson(origin, address, value) === text;
  } catch {
    return false;
  }
}

interface Places {
  readonly root: Node;
  readonly list?: Node;
  readonly servers?: Node;
  readonly entry?: Node;
}

function placesIn(text: string, { key, name }: Address): Places {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split(/\r\n|\n|\r/).length;
    throw new EditError(`does not parse (line ${line}: ${printParseErrorCode(error.error)})`, 'Fix it and install again');
  }
  if (root?.type !== 'object') throw new EditError('contains no object', `Write {} into it and install again`);
  const list = findMember(root, key);
  const servers = list?.children?.[1];
  if (list !== undefined && servers?.type !== 'object')
    throw new EditError(`has a field ${JSON.stringify(key)} that is not an object`, 'Fix it and install again');
  const entry = servers && findMember(servers, name);
  return { root, ...(list && { list }), ...(servers && { servers }), ...(entry && { entry }) };
}

function findMember(object: Node, key: string): Node | undefined {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === key);
  if (found.length > 1) throw new EditError(`has the field ${JSON.stringify(key)} twice`, 'Remove one and install again');
  return found[0];
}

/** Where a member goes: after the bracket, or at the end of the bracket's line if the first member begins another one. */
function firstPlace(text: string, object: Node): { readonly at: number; readonly isLine: boolean } {
  const open = object.offset + 1;
  const at = open + matchLength(/(?:[ \t]|\/\*[\s\S]*?\*\/|\/\/[^\r\n]*)*/y, text, open);
  const isLine = text[at] === '\n' || text[at] === '\r';
  return { at: isLine ? at : open, isLine };
}

function insertMember(text: string, object: Node, layout: Layout, member: Readonly<Record<string, Json>>, depth: number): string {
  const [first] = object.children ?? [];
  const { at, isLine } = first === undefined ? { at: object.offset + 1, isLine: false } : firstPlace(text, object);
  const indent = (isLine && first !== undefined ? indentBefore(text, first.offset) : undefined) ?? layout.unit.repeat(depth);
  const [[key, value] = ['', '']] = Object.entries(member);
  const part = `${JSON.stringify(key)}: ${rendered(value, indent, layout)}`;
  const inserted = first === undefined ? part : isLine ? `${layout.lineBreak}${indent}${part},` : `${part}, `;
  return text.slice(0, at) + inserted + text.slice(at);
}

/** What `insertMember` began with, if the member is where it would have put it. */
function cutMember(text: string, object: Node, member: Node): string | undefined {
  const members = object.children ?? [];
  const end = member.offset + member.length;
  if (members[0] !== member) return undefined;
  if (members.length === 1) return text.slice(0, object.offset + 1) + text.slice(end);
  const { at, isLine } = firstPlace(text, object);
  return text.slice(0, at) + text.slice(afterComma(text, end) + (isLine ? 0 : 1));
}

/** The text without a member and one comma, wherever it is. */
function withoutMember(text: string, object: Node, member: Node): string {
  const members = object.children ?? [];
  const i = members.indexOf(member);
  const [previous, next] = [members[i - 1], members[i + 1]];
  if (next !== undefined) return text.slice(0, member.offset) + text.slice(next.offset);
  const start = text.slice(0, member.offset).trimEnd().length;
  const end = member.offset + member.length;
  if (previous === undefined) return text.slice(0, member.offset) + text.slice(afterComma(text, end));
  const comma = afterComma(text, end);
  if (comma > end) return text.slice(0, start) + text.slice(comma);
  const before = afterComma(text, previous.offset + previous.length);
  return text.slice(0, before - 1) + text.slice(before, start) + text.slice(end);
}

/** The position after the comma that follows; that itself if none does. */
function afterComma(text: string, position: number): number {
  return position + matchLength(/(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\r\n]*)*,/y, text, position);
}

/** How much of the text a sticky pattern takes from a position on. */
function matchLength(pattern: RegExp, text: string, position: number): number {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[0].length ?? 0;
}

function readLayout(text: string, root: Node): Layout {
  const [first] = root.children ?? [];
  const indent = first && indentBefore(text, first.offset);
  return { lineBreak: lineBreakIn(text), unit: indent || byDefault.unit };
}

/** The blanks before a position; `undefined` if something else is on its line before it. */
function indentBefore(text: string, position: number): string | undefined {
  return /(?:^|[\r\n])([ \t]*)$/.exec(text.slice(0, position))?.[1];
}

/** Objects as lines, lists in one line. */
function rendered(value: Json, indent: string, layout: Layout): string {
  if (Array.isArray(value)) return `[${value.map((one) => JSON.stringify(one)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = indent + layout.unit;
  const lines = Object.entries(value).map(([key, one]) => `${inner}${JSON.stringify(key)}: ${rendered(one, inner, layout)}`);
  return `{${layout.lineBreak}${lines.join(`,${layout.lineBreak}`)}${layout.lineBreak}${indent}}`;
}
