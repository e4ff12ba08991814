/** Reads settings, styles and lists: what their lines declare without statements. Each part is passed once. */

import { Class, classOf } from '../../words/characters.ts';
import { type Drafts, outerFrame } from '../frames.ts';
import type { Source } from '../source.ts';
import { readResources } from './resources.ts';

/** An indent up to which keys of quoted settings and selectors count. */
const maxIndent = 4;

/** Sections and outer keys: `[name]`, `key: value`, `key = value`; a key lasts until the next one. */
export function readSettings(source: Source, drafts: Drafts): void {
  const { parts, syntax } = source;
  const frame = outerFrame(parts.count);
  let last = -1;
  const add = (name: string, at: number): void => {
    drafts.endAt(last, at);
    last = drafts.add(frame, 'value', name, at, at);
  };
  for (let at = 0; at < parts.count; at++) {
    const indent = parts.indents[at] as number;
    if (indent < 0 || (indent > 0 && !syntax.quotedKeys) || indent > maxIndent) continue;
    const quoted = source.isString(at) ? 1 : 0;
    const start = (parts.starts[at] as number) + quoted;
    if (syntax.quotedKeys) {
      const opens = source.is(at + 1, ':') && source.isAny(at + 2, '{[') && source.isFirst(at + 3);
      if (quoted === 0 || !opens) continue;
      const owner = drafts.add(frame, 'value', source.textOf(at).slice(1, -1), start, start - 1);
      const match = parts.matches[at + 2] as number;
      if (match >= 0) drafts.endAt(owner, parts.ends[Math.min(match, parts.count - 1)] as number);
    } else if (source.is(at, '[')) {
      const open = source.is(at + 1, '[') ? at + 2 : at + 1;
      const end = source.after(open - 1) - 1;
      if (end <= open || !(source.isWord(open) || source.isString(open))) continue;
      const from = (parts.starts[open] as number) + (source.isString(open) ? 1 : 0);
      const to = (parts.ends[end - 1] as number) - (source.isString(end - 1) ? 1 : 0);
      add(source.text.slice(from, to), from);
    } else if (source.isWord(at) || quoted === 1) {
      let next = at;
      while (source.is(next + 1, '.') && source.isWord(next + 2)) next += 2;
      const name = source.text.slice(start, (parts.ends[next] as number) - quoted);
      if (source.isAny(next + 1, ':=') && !source.isFirst(next + 1) && isNameStart(name)) add(name, start);
    }
  }
  if (parts.count > 0) drafts.endAt(last, parts.ends[parts.count - 1] as number);
  readResources(source, drafts);
}

/** Selectors of classes and ids, variables, mixins and key frames. */
export function readStyles(source: Source, drafts: Drafts): void {
  const { parts } = source;
  const frame = outerFrame(parts.count);
  for (let at = 0; at < parts.count; at++) {
    if (!source.isFirst(at)) continue;
    const role = source.role(at + 1);
    const isSelector = source.isAny(at, '.#') && source.isWord(at + 1);
    const name = source.is(at, '@') && role.declares !== undefined ? at + 2 : isSelector ? at + 1 : at;
    if (name === at) {
      const variable = source.is(at, '@') ? at + 1 : at;
      const text = source.isWord(variable) ? source.text.slice(parts.starts[at], parts.ends[variable]) : '';
      if ('-$@'.includes(text.charAt(0)) && text.length > 2 && source.is(variable + 1, ':'))
        drafts.add(frame, 'value', text, parts.starts[at] as number, parts.starts[at] as number);
      continue;
    }
    if (!source.isWord(name)) continue;
    let last = name;
    while (last + 1 < parts.count && !source.isFirst(last + 1) && !source.is(last, ';')) last++;
    if (isSelector && !source.isAny(last, '{,')) continue;
    const owner = drafts.add(
      frame,
      role.declares === 'function' ? 'function' : 'value',
      source.textOf(name),
      parts.starts[name] as number,
      parts.starts[at] as number,
    );
    if (source.is(last, '{')) drafts.endAt(owner, parts.ends[Math.min(parts.count - 1, source.after(last) - 1)] as number);
  }
}

/** Lists that begin with a word such as `defn`, whose next word is a name. */
export function readLists(source: Source, drafts: Drafts): void {
  const { parts } = source;
  const frame = outerFrame(parts.count);
  for (let at = 0; at < parts.count; at++) {
    if (!source.is(at, '(') || !source.isFirst(at) || !source.isWord(at + 1)) continue;
    const word = source.textOf(at + 1);
    const role = source.role(at + 1);
    if (role.isStatement || !(role.declares !== undefined || word.startsWith('def') || word.includes('-def'))) continue;
    let name = at + 2;
    // What is known about the name: `^:private`, `^String`.
    while (source.is(name, '^')) name += source.is(name + 1, ':') ? 3 : source.is(name + 1, '{') ? source.after(name + 1) - name : 2;
    if (source.is(name, '(')) name++;
    if (!source.isWord(name)) continue;
    const owner = drafts.add(
      frame,
      role.declares === 'type' || role.declares === 'module' ? 'type' : 'function',
      source.textOf(name),
      parts.starts[name] as number,
      parts.starts[at] as number,
    );
    drafts.endAt(owner, parts.ends[Math.max(name, Math.min(parts.count, source.after(at)) - 1)] as number);
  }
}

/** What CREATE makes: the name after the kind of the object, without its schema. */
export function readSql(source: Source, drafts: Drafts): void {
  const { parts } = source;
  const frame = outerFrame(parts.count);
  for (let at = 0; at < parts.count; at++) {
    if (!source.isWord(at) || source.textOf(at).toLowerCase() !== 'create' || !(source.isFirst(at) || source.is(at - 1, ';'))) continue;
    let kind = at + 1;
    while (kind < parts.count && kind < at + 16 && !source.is(kind, ';') && source.role(kind).declares === undefined) kind++;
    if (source.role(kind).declares === undefined) continue;
    let name = kind + 1;
    while (source.role(name).isModifier || (source.role(name).declares !== undefined && source.isWord(name + 1))) name++;
    let found = -1;
    for (;;) {
      const isQuoted = source.is(name, '[');
      const part = isQuoted ? name + 1 : name;
      if (!(source.isWord(part) || source.isString(part))) break;
      found = part;
      const dot = isQuoted ? part + 2 : part + 1;
      if (!source.is(dot, '.')) break;
      name = dot + 1;
    }
    if (found < 0) continue;
    const quote = source.isString(found) ? 1 : 0;
    const start = (parts.starts[found] as number) + quote;
    const owner = drafts.add(
      frame,
      'type',
      source.text.slice(start, (parts.ends[found] as number) - quote),
      start,
      parts.starts[at] as number,
    );
    let end = found;
    while (end + 1 < parts.count && !source.is(end, ';') && !(source.isFirst(end + 1) && source.textOf(end + 1).toLowerCase() === 'create'))
      end++;
    drafts.endAt(owner, parts.ends[end] as number);
  }
}

/** Whether a key begins as a name does, and not with a digit. */
function isNameStart(text: string): boolean {
  const found = classOf(text.charCodeAt(0));
  return found >= Class.Lower && found !== Class.Digit;
}
