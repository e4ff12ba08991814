/**
 * Finds where a text declares a name that no pattern of its line tells (`text/languages.ts`), by the brackets around it: members of enums, of
 * structs, classes and interfaces; blocks of Go's `const`, `var` and `type`; functions of C whose type is a macro or has several words;
 * declarations that go on in the next line. Computed when a name is asked about; nothing of it is stored.
 *
 * Deviations from a parser: angle brackets are no brackets, a regular expression literal with a bracket shifts those after it until a bracket
 * closes at the start of a line, and no more than `maxStatement` units around a name are read. Cost: one pass over the text, and a look around
 * each occurrence of the name.
 */

import type { Language } from '../text/languages.ts';
import { isInWord } from '../text/words/characters.ts';
import { tokenize } from '../text/words/tokens.ts';
import { declarationWords } from '../text/words/wordGroups.ts';
import { ZoneList } from '../text/zones.ts';
import { blanked, skip } from '../util/strings.ts';

/** A place that declares a name. */
interface Declared {
  /** Offset of the name in UTF-16 units. */
  readonly offset: number;
  readonly kind: 'type' | 'function' | 'value';
  readonly scope: 'outermost' | 'member' | 'local';
  readonly container?: string;
}

/** An occurrence of the name with what is around it, comments and strings blank. */
interface Surroundings {
  /** From the start of its statement or member to the name, without blanks at the ends. */
  readonly before: string;
  /** The same, not further back than the start of the line. */
  readonly beforeInLine: string;
  /** The unit after the name (and after type parameters), blanks left out; empty at the end. */
  readonly next: string;
  /** What follows the bracket that `next` opens, or an empty text. */
  readonly afterBrackets: string;
  /** The innermost bracket around it (empty outside of all), the text before that bracket, and the number of brackets around it. */
  readonly bracket: string;
  readonly head: string;
  readonly depth: number;
}

type Found = Omit<Declared, 'offset'> | undefined;

const zones = new ZoneList();

/** The declarations of a name in a text of code, in its order. */
export function declaredIn(name: string, text: string, language: Language): readonly Declared[] {
  const rule = rules[language.id];
  if (rule === undefined || name === '' || !text.includes(name)) return [];
  const code = codeOf(text, language);
  const { places, closing } = bracketsOf(name, code);
  const found: Declared[] = [];
  for (const place of places) {
    const one = rule(surroundingsOf(name, code, place, closing));
    if (one !== undefined) found.push({ ...one, offset: place.offset });
  }
  return found;
}

/** With the lines that go on after a backslash. */
const directive = /^[ \t]*#(?:.*\\\r?\n)*.*/gm;

/** The text with blanks in place of comments, strings and, in C, directives, which may open brackets that others close. */
function codeOf(text: string, { id, comments }: Language): string {
  zones.find(text, tokenize(text), comments);
  let code = '';
  let end = 0;
  for (let i = 0; i < zones.count; i++) {
    const [from, to] = [zones.starts[i] as number, zones.ends[i] as number];
    code += text.slice(end, from) + blanked(text.slice(from, to));
    end = to;
  }
  code += text.slice(end);
  return id === 'c' ? code.replace(directive, blanked) : code;
}

/** An occurrence of a name. */
interface Place {
  readonly offset: number;
  /** Offset of the innermost bracket around it; -1 if there is none. */
  readonly opener: number;
  /** Number of the brackets around it. */
  readonly depth: number;
}

/** The places of a name, and where each bracket closes. */
function bracketsOf(name: string, code: string): { readonly places: readonly Place[]; readonly closing: ReadonlyMap<number, number> } {
  const places: Place[] = [];
  const closing = new Map<number, number>();
  let open: number[] = [];
  let next = code.indexOf(name);
  for (let at = 0; at < code.length; at++) {
    if (at === next) {
      if (!isInWord(code.charCodeAt(at - 1)) && !isInWord(code.charCodeAt(at + name.length)))
        places.push({ offset: at, opener: open.at(-1) ?? -1, depth: open.length });
      next = code.indexOf(name, at + name.length);
    }
    const unit = code.charAt(at);
    if (!'(){}[]'.includes(unit) || (code.charAt(at - 1) === "'" && code.charAt(at + 1) === "'")) continue;
    if ('({['.includes(unit)) open.push(at);
    else {
      const opener = open.pop();
      if (opener !== undefined) closing.set(opener, at);
      if (code.charAt(at - 1) === '\n') open = [];
    }
  }
  return { places, closing };
}

function surroundingsOf(name: string, code: string, { offset, opener, depth }: Place, closing: ReadonlyMap<number, number>): Surroundings {
  const bracket = code.charAt(opener);
  const from = Math.max(opener + 1, statementStart(code, offset));
  const optional = code.charAt(offset + name.length) === '?' && code.charAt(offset + name.length + 1) === '(' ? 1 : 0;
  const end = afterTypeParameters(code, offset + name.length + optional);
  const next = skip(code, ' \t\r\n', end);
  const close = closing.get(next);
  const before = code.slice(from, offset);
  return {
    before: before.trim(),
    beforeInLine: before.slice(before.lastIndexOf('\n') + 1).trim(),
    next: code.charAt(next),
    afterBrackets: close === undefined ? '' : code.slice(close + 1, close + 200).trimStart(),
    bracket,
    head: opener < 0 ? '' : code.slice(statementStart(code, opener), opener).replace(attributes, '').trim(),
    depth,
  };
}

/** How far around a name its statement is read, in UTF-16 units. */
const maxStatement = 4000;

/** After the last semicolon or brace before an offset; braces of a type argument, `<T, {}>`, are passed over. */
function statementStart(code: string, offset: number): number {
  const first = Math.max(0, offset - maxStatement);
  let at = offset;
  while (at > first && (!';{}'.includes(code.charAt(at - 1)) || (at < offset && '}>,'.includes(code.charAt(at))))) at--;
  return at;
}

/** The end of `<…>` at an offset, blanks before it left out; the offset if there is none. */
function afterTypeParameters(code: string, offset: number): number {
  const start = skip(code, ' ', offset);
  if (code.charAt(start) !== '<') return offset;
  let depth = 0;
  const end = Math.min(code.length, start + maxStatement);
  for (let at = start; at < end && !';{'.includes(code.charAt(at)); at++) {
    if (code.charAt(at) === '<') depth++;
    if (code.charAt(at) === '>' && code.charAt(at - 1) !== '=' && --depth === 0) return at + 1;
  }
  return offset;
}

/** Attributes and annotations before a declaration. */
const attributes = /#?\[[^\]]*\]|@(?!interface)[\w.]+(?:\([^)]*\))?/g;
const typeHead = new RegExp(`\\b(?:${declarationWords.type.join('|')})\\b(?:\\s+([\\p{L}_$][\\p{L}\\p{N}_$]*))?`, 'u');
/** The end of a type before a name: `List<T>`, `int[]`, `char *`. */
const endsWithType = /[\p{L}\p{N}_>\]*&]$/u;
/** Nothing but modifiers, which are words in lower case, and the mark of a private member or a generator. */
const modifiersOnly = /^[a-z\s]*[#*]?$/;

function memberOf(head: string, kind: Declared['kind']): Found {
  const container = typeHead.exec(head)?.[1];
  return { kind, scope: 'member', ...(container === undefined ? {} : { container }) };
}

/** A member of an enum: after a brace or comma, attributes in brackets left out, and before one. */
function enumerator({ bracket, head, before, next }: Surroundings): Found {
  if (bracket !== '{' || !/\benum\b/.test(head) || head.includes('(') || next === '' || !',=({};'.includes(next)) return undefined;
  const bare = before.slice(before.lastIndexOf(',') + 1).replace(attributes, '');
  return bare.trim() === '' ? memberOf(head, 'value') : undefined;
}

function typescript(around: Surroundings): Found {
  const { bracket, head, beforeInLine, next, depth } = around;
  const variable = /(?:^|\s)(?:const|let|var)$/;
  if (depth === 0) return variable.test(beforeInLine) ? { kind: 'value', scope: 'outermost' } : undefined;
  if (bracket !== '{') return undefined;
  if (depth === 1 && variable.test(head) && ',}='.includes(next)) return { kind: 'value', scope: 'outermost' };
  if (!typeHead.test(head) || /=>|\bnew\b|\bimport\b/.test(head) || !modifiersOnly.test(beforeInLine)) return enumerator(around);
  return '(?!:=;'.includes(next) && next !== '' ? memberOf(head, next === '(' ? 'function' : 'value') : enumerator(around);
}

function go({ bracket, head, beforeInLine, next, depth }: Surroundings): Found {
  const isFirst = /^(?:[\p{L}\p{N}_]+,\s*)*$/u.test(beforeInLine);
  if (!isFirst) return undefined;
  const block = bracket === '(' ? /(?:^|\n)\s*(const|var|type)$/.exec(head)?.[1] : undefined;
  if (block !== undefined) return { kind: block === 'type' ? 'type' : 'value', scope: depth === 1 ? 'outermost' : 'local' };
  const container = bracket === '{' ? /([\p{L}\p{N}_]+)(?:\[[^\]]*\])?\s+(?:struct|interface)$/u.exec(head)?.[1] : undefined;
  return container === undefined || next === '.' ? undefined : { kind: next === '(' ? 'function' : 'value', scope: 'member', container };
}

function rust(around: Surroundings): Found {
  const { bracket, head, next, beforeInLine } = around;
  const isField = bracket === '{' && /\bstruct\b/.test(head) && next === ':' && /^(?:pub(?:\([^)]*\))?)?$/.test(beforeInLine);
  return isField ? memberOf(head, 'value') : enumerator(around);
}

function java(around: Surroundings): Found {
  const { bracket, head, before, next, afterBrackets } = around;
  const member = enumerator(around);
  if (member !== undefined || bracket !== '{' || !typeHead.test(head)) return member;
  if (!endsWithType.test(before) || /=|^(?:return|throw|package|import)\b/.test(before)) return undefined;
  if (next === '(') return /^(?:[{;]|throws\b|default\b)/.test(afterBrackets) ? memberOf(head, 'function') : undefined;
  return '=;,'.includes(next) ? memberOf(head, 'value') : undefined;
}

function c(around: Surroundings): Found {
  const { bracket, head, before, next, afterBrackets, depth } = around;
  if (bracket === '{' && typeHead.test(head) && !head.includes('(')) {
    const member = enumerator(around);
    if (member !== undefined) return member;
    return endsWithType.test(before) && ';,[:'.includes(next) ? memberOf(head, 'value') : undefined;
  }
  const isOutermost = depth === 0 || /\b(?:extern|namespace)\b/.test(head);
  const isFunctionType = bracket === '(' && before === '*' && next === ')';
  if (/\btypedef\b/.test(isFunctionType ? head : before) && (isFunctionType || next === ';')) return { kind: 'type', scope: 'outermost' };
  const isFunction = isOutermost && next === '(' && /^(?:\w+\s*(?:\([^;{]*\))?\s*)?\{/.test(afterBrackets);
  return isFunction && /[\p{L}\p{N}_*)]$/u.test(before) && !before.includes('=') ? { kind: 'function', scope: 'outermost' } : undefined;
}

const rules: Readonly<Record<string, (around: Surroundings) => Found>> = {
  typescript,
  javascript: typescript,
  go,
  rust,
  java,
  c,
};
