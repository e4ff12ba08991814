/** A language's row, compiled for look-ups by the hash of a word. */

import { once } from '../../util/once.ts';
import { wordsOf } from '../../util/strings.ts';
import { hashOfWord } from '../words/wordHash.ts';
import type { Group, Syntax } from './syntax.ts';

/** What a word is to a language; one may be several. All have the same shape, since they are asked about each statement. */
export class WordRole {
  declares: Group | undefined = undefined;
  /** What its first arguments are. */
  calls: Group | undefined = undefined;
  isModifier = false;
  isStatement = false;
  isEnd = false;
  joins = false;
  continues = false;
  isFinal = false;
  /** Whether it begins an import or export. */
  isImport = false;
  /** Whether a list of base types follows it: in a header, or in a statement of its own. */
  isBase = false;
  isMixin = false;
  isBodiless = false;
  isInferred = false;
  isGroup = false;
  /** Whether it begins the header of a type. */
  isHeader = false;
  /** Whether what it throws follows. */
  throws = false;
}

/** Few other words have the last bits of one of some words. */
export const lastBitsMask = 1023;

export interface CompiledSyntax extends Syntax {
  readonly words: ReadonlyMap<number, WordRole>;
  /** Hashes of words that declare at the beginning of a line. */
  readonly declaring: ReadonlySet<number>;
  /** Not 0 at the last bits of the hashes of words that begin imports and exports, and of those before base types and what is thrown. */
  readonly importing: Uint8Array;
  readonly relating: Uint8Array;
}

/** Every field, in one order, so that all languages have one shape. */
const fields: Readonly<Record<keyof Syntax, true>> = {
  layout: true,
  lines: true,
  ends: true,
  joins: true,
  ignoresCase: true,
  nameMarks: true,
  nameStarts: true,
  nameEnds: true,
  declares: true,
  calls: true,
  imports: true,
  bases: true,
  structural: true,
  modifiers: true,
  statements: true,
  continues: true,
  finals: true,
  pathMarks: true,
  prefixMarks: true,
  typed: true,
  fields: true,
  assigns: true,
  equations: true,
  clauses: true,
  assignedTypes: true,
  functionMarks: true,
  named: true,
  contexts: true,
  labelStarts: true,
  parametersBeforeLabel: true,
  scripts: true,
  messages: true,
  quotedKeys: true,
  assignMarks: true,
  forward: true,
  labels: true,
  namesInStrings: true,
  declarators: true,
  methods: true,
  macros: true,
  bodiless: true,
  inferred: true,
  groups: true,
  doubleColons: true,
  results: true,
  otherwise: true,
  constructors: true,
  callMark: true,
  resources: true,
  templates: true,
};
const keys = Object.keys(fields) as (keyof Syntax)[];

const compiled = new WeakMap<Syntax, () => CompiledSyntax>();

export function compiledSyntax(syntax: Syntax): CompiledSyntax {
  const known = compiled.get(syntax) ?? once(() => compile(syntax));
  compiled.set(syntax, known);
  return known();
}

function compile(syntax: Syntax): CompiledSyntax {
  const words = new Map<number, WordRole>();
  const roleOf = (word: string): WordRole => {
    const hash = hashOfWord(word);
    const role = words.get(hash) ?? new WordRole();
    words.set(hash, role);
    return role;
  };
  const entries = (groups: Syntax['declares'] = {}) => Object.entries(groups) as readonly (readonly [Group, string])[];
  for (const [group, list] of entries(syntax.declares)) for (const word of wordsOf(list)) roleOf(word).declares = group;
  for (const [group, list] of entries(syntax.calls)) for (const word of wordsOf(list)) roleOf(word).calls = group;
  for (const word of wordsOf(syntax.modifiers ?? '')) roleOf(word).isModifier = true;
  for (const word of wordsOf(syntax.statements ?? '')) roleOf(word).isStatement = true;
  for (const word of wordsOf(syntax.ends ?? '')) roleOf(word).isEnd = true;
  for (const word of wordsOf(syntax.joins ?? '')) roleOf(word).joins = true;
  for (const word of wordsOf(syntax.continues ?? '')) roleOf(word).continues = true;
  for (const word of wordsOf(syntax.finals ?? '')) roleOf(word).isFinal = true;
  for (const word of wordsOf(syntax.bodiless ?? '')) roleOf(word).isBodiless = true;
  for (const word of wordsOf(syntax.inferred ?? '')) roleOf(word).isInferred = true;
  for (const word of wordsOf(syntax.groups ?? '')) roleOf(word).isGroup = true;
  const begins = ({ declares, isModifier }: WordRole): boolean => isModifier || (declares !== undefined && declares !== 'value');
  const declaring = new Set([...words].flatMap(([hash, role]) => (begins(role) ? [hash] : [])));
  for (const word of wordsOf(syntax.imports?.words ?? '')) roleOf(word).isImport = true;
  const { bases = {} } = syntax;
  for (const word of wordsOf(bases.words ?? '')) roleOf(word).isBase = true;
  for (const word of wordsOf(bases.mixins ?? '')) roleOf(word).isMixin = true;
  for (const word of wordsOf(bases.headers ?? '')) roleOf(word).isHeader = true;
  for (const word of ['throw', 'throws', 'raise']) roleOf(word).throws = true;
  const importing = lastBits(words, ({ isImport }) => isImport);
  const relating = lastBits(words, (role) => role.throws || (syntax.bases !== undefined && mayHaveBases(role)));
  return Object.assign(Object.fromEntries(keys.map((key) => [key, syntax[key]])) as unknown as Syntax, {
    words,
    declaring,
    importing,
    relating,
  });
}

/** Whether base types may follow a word. */
export function mayHaveBases({ declares, isMixin, isHeader }: WordRole): boolean {
  return isMixin || isHeader || declares === 'type' || declares === 'enum' || declares === 'extension' || declares === 'implementation';
}

function lastBits(words: ReadonlyMap<number, WordRole>, isWanted: (role: WordRole) => boolean): Uint8Array {
  const bits = new Uint8Array(lastBitsMask + 1);
  for (const [hash, role] of words) if (isWanted(role)) bits[hash & lastBitsMask] = 1;
  return bits;
}
