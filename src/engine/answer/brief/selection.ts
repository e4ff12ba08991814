/** The units of a source that a block shows, within a limit of lines. */

import { type AskedWord, heldWeight, termSet } from '../../question/askedWords.ts';
import { hasWords, lineAt } from '../../text/lines.ts';
import { countTerms } from '../../text/words/countTerms.ts';
import { indentLength } from '../../util/strings.ts';
import { isAskedAbout, isPreamble, type ParsedSource } from './parsedSource.ts';
import { closure, type Unit } from './units/unit.ts';

/** A unit is never cut to fewer lines. */
const minCut = 3;
/** Characters that a line shows before it wraps, and the max lines that one long line counts as. */
const lineWidth = 100;
const maxWrapped = 8;

export class Selection {
  readonly #parsed: ParsedSource;
  /** The units of the source; the one that was too tall is cut. */
  readonly #units: Unit[];
  readonly #maxLines: number;
  /** A unit that is shown without what it needs, and what it lacks of that above it. */
  #alone: number | undefined;
  #lacks: ReadonlySet<number> = new Set();
  /** The first line of what is around the units. */
  readonly #firstLine: number;
  #kept: ReadonlySet<number>;

  /** Starts with a unit and all that it needs; if that is too tall, the tallest of them is cut, or the unit is shown without what it needs. */
  constructor(parsed: ParsedSource, seed: number, maxLines: number, words: readonly AskedWord[]) {
    const { units } = parsed;
    this.#parsed = parsed;
    this.#units = [...units];
    this.#maxLines = maxLines;
    this.#firstLine = (units[seed] as Unit).scope[0];
    this.#kept = closure(units, [seed], this.#firstLine);
    if (this.height <= maxLines) return;
    this.#kept = this.#withoutSiblings(seed);
    if (this.height <= maxLines) return;
    const heights = [...this.#kept].map((at) => ({ at, height: this.#heightOf([at]) }));
    const tallest = heights.reduce((a, b) => (b.height > a.height ? b : a));
    const room = maxLines - (this.height - tallest.height);
    if (room < minCut) {
      this.#alone = seed;
      this.#lacks = new Set([...this.#kept].filter((at) => at < seed));
      this.#kept = new Set([seed]);
    }
    const [at, left] = room < minCut ? [seed, maxLines] : [tallest.at, room];
    this.#units[at] = this.#cut(units[at] as Unit, left, at === seed ? words : []);
  }

  /** The kept units, without other long units of the code block, list or table of `seed` in a document. */
  #withoutSiblings(seed: number): ReadonlySet<number> {
    const parents = this.#parsed.source.kind === 'doc' ? (this.#units[seed] as Unit).needs.filter((need) => need < seed) : [];
    const isSibling = (at: number): boolean => {
      const { first, last, needs } = this.#units[at] as Unit;
      return at !== seed && last > first && needs.some((need) => need < at && parents.includes(need));
    };
    return new Set([...this.#kept].filter((at) => !isSibling(at)));
  }

  /** Positions of the units. */
  get kept(): ReadonlySet<number> {
    return this.#kept;
  }

  /** The units, in order. */
  get units(): readonly Unit[] {
    return [...this.#kept].sort((a, b) => a - b).map((at) => this.#units[at] as Unit);
  }

  /** Lines on screen; long lines count as the lines they wrap to. */
  get height(): number {
    return this.#heightOf(this.#kept);
  }

  /** Adds a unit with its body's first unit and all that they need, if it fits; false if it does not. Units that are not shown are passed over. */
  add(at: number): boolean {
    const unit = this.#units[at] as Unit;
    if (this.#kept.has(at) || isAskedAbout(this.#parsed.source, unit) || isPreamble(this.#parsed, unit)) return true;
    // Each unit has a line at least: more than so many do not fit.
    const max = this.#maxLines + this.#lacks.size;
    const needed = closure(this.#units, [...this.#kept, ...this.#withBody(at)], this.#firstLine, max);
    if (needed.size > max) return false;
    const next = new Set([...needed].filter((one) => this.#kept.has(one) || !this.#lacks.has(one)));
    if (![...next].every((one) => this.#kept.has(one) || this.#continuesAlone(one))) return false;
    if (this.#heightOf(next) > this.#maxLines) return false;
    this.#kept = next;
    return true;
  }

  /** Adds a unit without what it needs, if it fits. */
  addAlone(at: number): boolean {
    if (this.#alone !== undefined || this.#kept.has(at)) return false;
    const next = new Set([...this.#kept, at]);
    if (this.#heightOf(next) > this.#maxLines) return false;
    const lacking = [...closure(this.#units, [at], this.#firstLine)].filter((one) => !next.has(one));
    this.#lacks = new Set([...this.#lacks, ...lacking]);
    this.#kept = next;
    return true;
  }

  /** Adds those of these units that are to be shown, or none if they do not fit together: each has at least one line. */
  addAll(units: readonly number[], isShown: (at: number) => boolean): boolean {
    const before = this.#kept;
    if (this.#alone !== undefined || units.length > 2 * this.#maxLines) return false;
    if (units.every((at) => !isShown(at) || this.add(at))) return true;
    this.#kept = before;
    return false;
  }

  /** Whether a unit may be shown with the unit that is shown alone, if there is one: in code, only later units that are not indented less. */
  #continuesAlone(at: number): boolean {
    if (this.#alone === undefined) return true;
    const indentAt = (unit: number): number => indentLength(lineAt(this.#parsed.lines, (this.#units[unit] as Unit).first));
    return at > this.#alone && this.#parsed.source.kind === 'code' && indentAt(at) >= indentAt(this.#alone);
  }

  /** A unit; a header of code with the first unit of its body, so that no block ends with a bare header. */
  #withBody(at: number): readonly number[] {
    const units = [at];
    const isBody = (next: number): boolean => this.#units[next]?.needs.includes(next - 1) === true && units.length <= this.#maxLines;
    for (let next = at + 1; this.#units[at]?.kind === 'code' && isBody(next); next++) units.push(next);
    return units;
  }

  #heightOf(positions: Iterable<number>): number {
    let height = 0;
    for (const at of positions) height += this.#heightOfLines(this.#units[at] as Unit);
    return height;
  }

  #heightOfLines({ first, last }: Pick<Unit, 'first' | 'last'>): number {
    let height = 0;
    for (let i = first; i <= last; i++) height += this.#heightOfLine(i);
    return height;
  }

  #heightOfLine(i: number): number {
    return Math.min(maxWrapped, Math.max(1, Math.ceil(lineAt(this.#parsed.lines, i).length / lineWidth)));
  }

  /** The first line of the paragraph of a unit that a line is in. */
  #paragraphStart(unit: Unit, line: number): number {
    let start = line;
    while (start > unit.first && hasWords(lineAt(this.#parsed.lines, start - 1))) start--;
    return start;
  }

  /** As many lines of a unit as fit, from the line that holds most of the question, in prose from the start of its paragraph; from the first without a question. */
  #cut(unit: Unit, room: number, words: readonly AskedWord[]): Unit {
    let first = unit.first;
    let maxHeld = 0;
    for (let i = unit.first; i <= unit.last && words.length > 0; i++) {
      const held = heldWeight(words, termSet(countTerms(lineAt(this.#parsed.lines, i)).keys()));
      if (held > maxHeld) [first, maxHeld] = [i, held];
    }
    let last = first;
    const start = unit.kind === 'code' ? first : this.#paragraphStart(unit, first);
    if (this.#heightOfLines({ first: start, last }) <= room) first = start;
    let height = this.#heightOfLines({ first, last });
    while (last < unit.last && height + this.#heightOfLine(last + 1) <= room) height += this.#heightOfLine(++last);
    while (first > unit.first && height + this.#heightOfLine(first - 1) <= room) height += this.#heightOfLine(--first);
    return { ...unit, first, last };
  }
}
