/** Reads what a line declares by the mark after its first name: `limit = 3`, `name: Type`, `label:`, `name(…) ->`. */

import { wordsOf } from '../../util/strings.ts';
import { hashOfWord } from '../words/wordHash.ts';
import { type Drafts, type Frame, Holds } from './frames.ts';
import type { Source } from './source.ts';

const functionHash = hashOfWord('function');
/** An indent up to which a shallow name is declared. */
const maxShallow = 4;

export class Assignments {
  readonly #source: Source;
  readonly #drafts: Drafts;
  readonly #types: ReadonlySet<string>;

  constructor(source: Source, drafts: Drafts) {
    this.#source = source;
    this.#drafts = drafts;
    this.#types = new Set(wordsOf(source.syntax.assignedTypes ?? ''));
  }

  /** Whether the statement that begins at a part declares by its mark. */
  read(at: number, frame: Frame): boolean {
    const source = this.#source;
    const { assigns, labels, fields, clauses, equations, assignedTypes } = source.syntax;
    const { labelStarts } = source.syntax;
    if (
      labelStarts !== undefined &&
      source.isAny(at, labelStarts) &&
      source.isWord(at + 1) &&
      source.touches(at + 1) &&
      source.parts.indents[at] === 0
    )
      return this.#addFunction(at + 1, at, frame);
    if (source.syntax.parametersBeforeLabel && source.is(at, '@') && source.isWord(at + 1))
      return this.#readLabel(at + 1, frame, labels ?? {}, at);
    if (source.syntax.functionMarks !== undefined && source.is(at, '@') && this.isFunction(at + 1))
      return this.#readFunction(at + 1, frame);
    if (!source.isWord(at)) return false;
    if (labels !== undefined && this.#readLabel(at, frame, labels)) return true;
    if (source.isFirst(at + 1)) return false;
    if (clauses !== undefined && this.#readClause(at, frame, clauses)) return true;
    if (equations && source.is(at + 1, '(') && this.#readClause(at, frame, '=')) return true;
    if (assignedTypes !== undefined && this.#readType(at, frame)) return true;
    const role = source.role(at);
    if (assigns === undefined || role.isStatement) return false;
    if (this.#readFunction(at, frame)) return true;
    if (assigns === 'functions') return false;
    const isType = frame.holds === Holds.Members;
    if (isType && fields === 'colon' && source.is(at + 1, ':')) return this.#add(at, frame);
    if (!this.#isAssigned(at + 1)) return false;
    return this.#isPlace(at, frame) && this.#add(at, frame);
  }

  /** Whether a value that is assigned here is declared. */
  #isPlace(at: number, frame: Frame): boolean {
    const source = this.#source;
    const { assigns } = source.syntax;
    const indent = source.parts.indents[at] as number;
    if (assigns === 'shallow') return indent >= 0 && indent <= maxShallow;
    if (assigns === 'capitalized') {
      const first = source.text.charAt(source.parts.starts[at] as number);
      const isConstant = first !== first.toLowerCase() && frame.scope !== 'local';
      return isConstant || (frame.holds === Holds.Outer && indent === 0);
    }
    if (frame.holds === Holds.Members) return assigns === 'fields';
    return frame.scope === 'outermost' && frame.holds === Holds.Outer && indent <= 0;
  }

  #add(at: number, frame: Frame): boolean {
    const source = this.#source;
    const start = source.parts.starts[at] as number;
    this.#drafts.add(frame, frame.holds === Holds.Members ? 'field' : 'value', source.textOf(at), start, start);
    return true;
  }

  #addFunction(part: number, first: number, frame: Frame, container = frame.container): true {
    const { starts } = this.#source.parts;
    const owner = this.#drafts.add(
      frame,
      'function',
      this.#source.textOf(part),
      starts[part] as number,
      starts[first] as number,
      container,
    );
    frame.body = { at: -1, holds: Holds.Statements, owner };
    return true;
  }

  /** A function that is assigned to a name or a member: `M.load = function(`, `load <- function(`. */
  #readFunction(i: number, frame: Frame): boolean {
    const part = this.#assignedFunction(i);
    if (part < 0) return false;
    const source = this.#source;
    const container = source.is(part - 1, '.') ? source.textOf(part - 2) : frame.container;
    return this.#addFunction(part, i, frame, container);
  }

  /** Whether a statement assigns a function to a name. */
  isFunction(i: number): boolean {
    return this.#source.isWord(i) && this.#source.syntax.assigns !== undefined && this.#assignedFunction(i) >= 0;
  }

  /** The part with the name that a function is assigned to, or -1. */
  #assignedFunction(i: number): number {
    const source = this.#source;
    const { functionMarks } = source.syntax;
    let at = i;
    if (functionMarks === undefined && source.syntax.words.get(functionHash)?.declares === undefined) return -1;
    if (source.role(at).isModifier && source.isWord(at + 1)) at++;
    while (source.is(at + 1, '.') && source.isWord(at + 2)) at += 2;
    let next = this.#afterAssignment(at + 1);
    if (functionMarks !== undefined) {
      if (source.is(at + 1, ':')) next = at + 2;
      if (next > 0 && source.is(next, '(')) next = source.after(next);
      return next > 0 && source.isAny(next, '-=') && source.is(next + 1, '>') ? at : -1;
    }
    const isFunction = next > 0 && (source.isWord(next) ? source.parts.values[next] === functionHash : source.is(next, '\\'));
    return isFunction ? at : -1;
  }

  #isAssigned(i: number): boolean {
    return this.#afterAssignment(i) > 0;
  }

  /** The part after the mark of an assignment, which may have a type before it; 0 if there is none. */
  #afterAssignment(i: number): number {
    const source = this.#source;
    const marks = source.syntax.assignMarks ?? '=';
    let at = i;
    if (source.is(at, ':') && marks === '=') {
      at++;
      while (at < source.parts.count && !source.isFirst(at) && !source.is(at, '=')) at = source.after(at);
    }
    for (const mark of marks.split(' ')) {
      const isMark = [...mark].every((one, offset) => source.is(at + offset, one) && (offset === 0 || source.touches(at + offset)));
      const next = at + mark.length;
      if (isMark && !source.isFirst(at) && !(source.isAny(next, '=~>') && source.touches(next))) return next;
    }
    return 0;
  }

  #readLabel(at: number, frame: Frame, labels: NonNullable<Source['syntax']['labels']>, first = at): boolean {
    const source = this.#source;
    if (source.syntax.parametersBeforeLabel) {
      let mark = at + 1;
      while (!source.isFirst(mark) && !source.is(mark, ':') && (source.isWord(mark) || source.isString(mark) || source.isAny(mark, '=*+$')))
        mark++;
      const isLabel =
        source.is(mark, ':') && !source.is(mark + 1, '=') && source.parts.indents[first] === 0 && !source.role(at).isStatement;
      return isLabel && this.#addFunction(at, first, frame);
    }
    const isEnds = source.syntax.layout === 'ends';
    let last = at;
    while (isEnds && source.is(last + 1, ',') && source.isWord(last + 2)) last += 2;
    for (const [mark, group] of Object.entries(labels)) {
      const isMark = source.isWord(last + 1)
        ? source.textOf(last + 1) === mark && !source.isFirst(last + 1)
        : [...mark].every((one, offset) => source.is(last + 1 + offset, one));
      let next = last + 1 + mark.length;
      while (source.is(next, ':')) next++;
      if (!isMark || source.is(next, '=') || source.role(at).isStatement) continue;
      const isInModule = isEnds && frame.scope === 'member';
      if (mark !== '()' && (source.parts.indents[at] as number) > 0 && frame.holds !== Holds.Members && !isInModule) continue;
      if (group === 'function') return this.#addFunction(at, at, frame);
      for (let name = at; name <= last; name += 2) this.#add(name, frame);
      return true;
    }
    return false;
  }

  /** A clause of a function: `load(X) ->`, `area(r) =`. */
  #readClause(at: number, frame: Frame, mark: string): boolean {
    const source = this.#source;
    if (source.parts.indents[at] !== 0 || !source.is(at + 1, '(')) return false;
    let next = source.after(at + 1);
    if (mark !== '=') while (!source.isFirst(next) && !source.isPair(next, mark.charAt(0), mark.charAt(1))) next++;
    const isMark = source.is(next, mark.charAt(0)) && (mark === '=' ? !source.isPair(next, '=', '=') : source.is(next + 1, mark.charAt(1)));
    return isMark && this.#addFunction(at, at, frame);
  }

  /** `TStore = class(TObject)` */
  #readType(at: number, frame: Frame): boolean {
    const source = this.#source;
    if (!source.is(at + 1, '=')) return false;
    let next = at + 2;
    if (source.isWord(next) && source.isWord(next + 1)) next++;
    if (!source.isWord(next) || !this.#types.has(source.textOf(next).toLowerCase())) return false;
    const start = source.parts.starts[at] as number;
    const owner = this.#drafts.add(frame, 'type', source.textOf(at), start, start);
    frame.body = { at: -1, holds: Holds.Members, owner };
    return true;
  }
}
