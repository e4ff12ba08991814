/** A source as its parts, with the questions that readers of statements ask about them. */

import { hashOfWord } from '../words/wordHash.ts';
import { type CompiledSyntax, WordRole } from './compiled.ts';
import { Part, type Parts } from './lexing/parts.ts';

/** How far `<…>` is read, in parts. */
const maxAngles = 200;
/** How far before a bracket the one that it closes is looked for, in parts. */
const maxBack = 2000;

const none = new WordRole();

export class Source {
  readonly text: string;
  readonly parts: Parts;
  readonly syntax: CompiledSyntax;

  constructor(text: string, parts: Parts, syntax: CompiledSyntax) {
    this.text = text;
    this.parts = parts;
    this.syntax = syntax;
  }

  isWord(i: number): boolean {
    return i < this.parts.count && this.parts.kinds[i] === Part.Word;
  }

  isString(i: number): boolean {
    return i < this.parts.count && this.parts.kinds[i] === Part.String;
  }

  /** Whether a part is this mark. */
  is(i: number, mark: string): boolean {
    return i >= 0 && i < this.parts.count && this.parts.kinds[i] === Part.Mark && this.parts.values[i] === mark.charCodeAt(0);
  }

  /** Whether a part is one of these marks. */
  isAny(i: number, marks: string): boolean {
    if (i < 0 || i >= this.parts.count || this.parts.kinds[i] !== Part.Mark) return false;
    const unit = this.parts.values[i] as number;
    for (let at = 0; at < marks.length; at++) if (marks.charCodeAt(at) === unit) return true;
    return false;
  }

  /** Whether two parts are these marks without a blank between. */
  isPair(i: number, first: string, second: string): boolean {
    return this.is(i, first) && this.is(i + 1, second) && this.parts.ends[i] === this.parts.starts[i + 1];
  }

  textOf(i: number): string {
    return this.text.slice(this.parts.starts[i], this.parts.ends[i]);
  }

  /** What a word is to the language. */
  role(i: number): WordRole {
    if (!this.isWord(i)) return none;
    return this.syntax.ignoresCase ? this.roleOf(this.textOf(i)) : (this.syntax.words.get(this.parts.values[i] as number) ?? none);
  }

  roleOf(word: string): WordRole {
    return this.syntax.words.get(hashOfWord(this.syntax.ignoresCase ? word.toLowerCase() : word)) ?? none;
  }

  isFirst(i: number): boolean {
    return i >= this.parts.count || (this.parts.indents[i] as number) >= 0;
  }

  touches(i: number): boolean {
    return i > 0 && this.parts.ends[i - 1] === this.parts.starts[i];
  }

  /** Whether a line that begins with this part goes on with the statement above it. */
  goesOn(i: number): boolean {
    if (this.isAny(i, '.?:&|{=+-*/%<>,)]')) return !this.isPair(i, '+', '+') && !this.isPair(i, '-', '-');
    const isContinued = this.syntax.continues !== undefined && this.role(i).continues === true;
    // A body of Scala by its indent.
    if (this.is(i - 1, ':') && this.syntax.methods !== true && this.role(i).declares !== undefined) return false;
    // `???` is a value of Scala.
    return (
      isContinued || (this.isAny(i - 1, '=,+:&|(<.?') && !this.isString(i - 1) && !(this.is(i - 1, '?') && this.isPair(i - 3, '?', '?')))
    );
  }

  /** The part after the bracket that closes the one at `i`; `i + 1` if it is no bracket. */
  after(i: number): number {
    const match = this.parts.matches[i] as number;
    return match < 0 ? i + 1 : Math.min(this.parts.count, match + 1);
  }

  /** The part after the brackets or the arguments of a type that begin at `i`; `i + 1` if none do. */
  past(i: number): number {
    return Math.max(this.after(i), this.afterAngles(i));
  }

  /** The bracket that a part closes; that part if there is none near. */
  opening(i: number): number {
    for (let at = i - 1; at >= Math.max(0, i - maxBack); at--) if (this.parts.matches[at] === i) return at;
    return i;
  }

  /** The part after `<…>` at `i`, or `i` if there is none. */
  afterAngles(i: number): number {
    if (!this.is(i, '<')) return i;
    const end = Math.min(this.parts.count, i + maxAngles);
    let depth = 0;
    for (let at = i; at < end; ) {
      if (this.is(at, '<')) depth++;
      else if (this.is(at, '>') && !((this.is(at - 1, '=') || this.is(at - 1, '-')) && this.touches(at))) {
        depth--;
        if (depth === 0) return at + 1;
      } else if (this.isAny(at, ';)}]')) return i;
      at = this.after(at);
    }
    return i;
  }
}
