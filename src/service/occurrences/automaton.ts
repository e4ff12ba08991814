/**
 * Finds the lines that a pattern matches, in linear time: Thompson's construction, and a deterministic automaton that is made of it while it runs
 * (R. Cox, "Regular Expression Matching Can Be Simple And Fast", 2007).
 *
 * A state is a set of places in the pattern and what precedes; what follows decides on assertions, so a match is known one character later.
 * Cost: a table look-up for each character, and for each new state as much as the pattern is long; at most `maxStates` are kept.
 */

import type { Steps } from '../../engine/util/steps.ts';
import { classTest, type Leaf, PatternError, type PatternNode, type Repeat, type Spot } from './syntax.ts';

/** A line that matches: its number, from 1, and where it is in the text, without its line break. */
export interface MatchingLine {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

const maxInstructions = 4000;
const maxStates = 2000;
/** Characters and, times 8, places of new states between two occasions to yield the thread: some milliseconds. */
const stride = 1 << 18;

/** Goes on at all of `next`, after a character of a leaf or where a spot holds; none at the end of the pattern. */
interface Instruction {
  readonly next: readonly number[];
  readonly leaf?: number;
  readonly spot?: Spot;
}

/** What is beside a position. */
const Beside = { Nothing: 0, Word: 1, Other: 2 } as const;

/** Characters that the pattern does not tell apart: which leaves have them, and what they are beside others. */
interface CharacterClass {
  readonly leaves: readonly boolean[];
  readonly beside: number;
}

interface State {
  readonly places: readonly number[];
  readonly before: number;
  /** By class. */
  readonly next: (State | undefined)[];
}

const matched: State = { places: [], before: Beside.Nothing, next: [] };
const endOfLine = 0;
const [lineFeed, carriageReturn] = [10, 13];

export class LineMatcher {
  readonly #program: Instruction[] = [];
  readonly #leaves = new Map<string, { readonly id: number; readonly has: (character: string) => boolean }>();
  readonly #first: number;
  readonly #classes: CharacterClass[] = [{ leaves: [], beside: Beside.Nothing }];
  readonly #classIds = new Map<string, number>();
  /** The class of each UTF-16 unit; 0 if it is not known yet. */
  readonly #classOfUnit = new Uint16Array(65536);
  readonly #states = new Map<string, State>();
  /** Since the thread was yielded. */
  #work = 0;

  /** Throws a `PatternError` for a pattern that is too large. */
  constructor(pattern: PatternNode) {
    this.#first = this.#add(pattern, this.#push({ next: [] }));
  }

  /** The lines that match, in order, as editors break them. */
  *lines(text: string): Steps<readonly MatchingLine[]> {
    const found: MatchingLine[] = [];
    const classes = this.#classOfUnit;
    const { length } = text;
    const start = this.#state([this.#first], Beside.Nothing);
    let state = start;
    let line = 1;
    let from = 0;
    let end = stride;
    for (let at = 0; at < length || from < length; at++) {
      const unit = at < length ? text.charCodeAt(at) : lineFeed;
      const isEnd = unit === lineFeed || unit === carriageReturn;
      if (state !== matched) {
        const known = isEnd ? endOfLine : (classes[unit] as number) || this.#classAt(text, at);
        state = state.next[known] ?? this.#step(state, known);
        if (unit >= 0xd800 && unit < 0xdc00 && (text.codePointAt(at) as number) > 0xffff) at++;
      }
      if (at > end || this.#work > stride) {
        end = at + stride;
        this.#work = 0;
        yield;
      }
      if (!isEnd) continue;
      if (state === matched) found.push({ line, from, to: at });
      if (unit === carriageReturn && text.charCodeAt(at + 1) === lineFeed) at++;
      line++;
      from = at + 1;
      state = start;
    }
    return found;
  }

  #push(instruction: Instruction): number {
    if (this.#program.length >= maxInstructions) throw new PatternError('it is too large');
    return this.#program.push(instruction) - 1;
  }

  /** Adds a part of the pattern that goes on at `next`; returns where it begins. */
  #add(node: PatternNode, next: number): number {
    if (node.kind === 'leaf') return this.#push({ leaf: this.#leafId(node.leaf), next: [next] });
    if (node.kind === 'spot') return this.#push({ spot: node.spot, next: [next] });
    if (node.kind === 'all') return node.of.reduceRight((after, one) => this.#add(one, after), next);
    if (node.kind === 'any') return this.#push({ next: node.of.map((one) => this.#add(one, next)) });
    return this.#addRepeat(node, next);
  }

  #addRepeat({ of, min, max }: Repeat, next: number): number {
    let first = next;
    if (max === Number.POSITIVE_INFINITY) {
      const ways = [next];
      first = this.#push({ next: ways });
      ways.push(this.#add(of, first));
    } else for (let i = min; i < max; i++) first = this.#push({ next: [next, this.#add(of, first)] });
    for (let i = 0; i < min; i++) first = this.#add(of, first);
    return first;
  }

  #leafId(leaf: Leaf): number {
    const name = JSON.stringify(leaf);
    const known = this.#leaves.get(name) ?? { id: this.#leaves.size, has: leafTest(leaf) };
    this.#leaves.set(name, known);
    return known.id;
  }

  /** The class of the character at an offset. Characters beyond the basic plane are classified each time. */
  #classAt(text: string, at: number): number {
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    const leaves = [...this.#leaves.values()].map(({ has }) => has(character));
    const beside = /\w/.test(character) ? Beside.Word : Beside.Other;
    const name = `${beside}${leaves.map(Number).join('')}`;
    const id = this.#classIds.get(name) ?? this.#classes.push({ leaves, beside }) - 1;
    this.#classIds.set(name, id);
    const unit = text.charCodeAt(at);
    if (unit < 0xd800 || unit > 0xdfff) this.#classOfUnit[unit] = id;
    return id;
  }

  #state(places: readonly number[], before: number): State {
    const name = `${before} ${places.join()}`;
    const known = this.#states.get(name) ?? { places, before, next: [] };
    if (this.#states.size >= maxStates) this.#states.clear();
    this.#states.set(name, known);
    return known;
  }

  /** The state after a character of a class. */
  #step(state: State, id: number): State {
    const { leaves, beside } = this.#classes[id] as CharacterClass;
    const reached = this.#reach(state, beside);
    const places = reached?.filter(({ leaf = 0 }) => leaves[leaf]).flatMap(({ next }) => next);
    const next =
      places === undefined
        ? matched
        : this.#state(
            [...new Set([this.#first, ...places])].sort((a, b) => a - b),
            beside,
          );
    state.next[id] = next;
    return next;
  }

  /** The leaves that a state reaches without a character; undefined if it reaches the end of the pattern. */
  #reach({ places, before }: State, after: number): readonly Instruction[] | undefined {
    const leaves: Instruction[] = [];
    const visited = new Set(places);
    // A set is gone through as it grows.
    for (const place of visited) {
      const one = this.#program[place] as Instruction;
      if (one.next.length === 0) return undefined;
      if (one.leaf !== undefined) leaves.push(one);
      else if (one.spot === undefined || spotTests[one.spot](before, after)) for (const next of one.next) visited.add(next);
    }
    this.#work += visited.size * 8;
    return leaves;
  }
}

const isEdge = (before: number, after: number): boolean => (before === Beside.Word) !== (after === Beside.Word);

const spotTests: Readonly<Record<Spot, (before: number, after: number) => boolean>> = {
  lineStart: (before) => before === Beside.Nothing,
  lineEnd: (_, after) => after === Beside.Nothing,
  wordEdge: isEdge,
  noWordEdge: (before, after) => !isEdge(before, after),
  wordStart: (before) => before !== Beside.Word,
  wordEnd: (_, after) => after !== Beside.Word,
};

function leafTest({ text, members, isNegated = false, ignoresCase }: Leaf): (character: string) => boolean {
  const test = members === undefined ? undefined : classTest(members);
  const isIn = (character: string): boolean => test?.test(character) ?? character === text;
  return (character) => (ignoresCase ? inBothCases(character).some(isIn) : isIn(character)) !== isNegated;
}

/** A character in both cases; ASCII characters match no others than their own. */
function inBothCases(character: string): readonly string[] {
  const isAscii = (one: string): boolean => one.charCodeAt(0) < 128;
  const others = [character.toLowerCase(), character.toUpperCase()];
  return [character, ...others.filter((one) => one.length === character.length && isAscii(one) === isAscii(character))];
}
