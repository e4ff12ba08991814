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

type Flag = { [Key in keyof WordRole]: WordRole[Key] extends boolean ? Key : never }[keyof WordRole];

/** What the words of each field are. */
const flags = {
  ...{ modifiers: 'isModifier', statements: 'isStatement', ends: 'isEnd', joins: 'joins', continues: 'continues', finals: 'isFinal' },
  ...{ bodiless: 'isBodiless', inferred: 'isInferred', groups: 'isGroup' },
} as const satisfies Partial<Record<keyof Syntax, Flag>>;

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
  const mark = (list: string | undefined, flag: Flag): void => {
    for (const word of wordsOf(list ?? '')) roleOf(word)[flag] = true;
  };
  const entries = (groups: Syntax['declares'] = {}) => Object.entries(groups) as readonly (readonly [Group, string])[];
  for (const [group, list] of entries(syntax.declares)) for (const word of wordsOf(list)) roleOf(word).declares = group;
  for (const [group, list] of entries(syntax.calls)) for (const word of wordsOf(list)) roleOf(word).calls = group;
  for (const key of Object.keys(flags) as (keyof typeof flags)[]) mark(syntax[key], flags[key]);
  const begins = ({ declares, isModifier }: WordRole): boolean => isModifier || (declares !== undefined && declares !== 'value');
  const declaring = new Set([...words].flatMap(([hash, role]) => (begins(role) ? [hash] : [])));
  mark(syntax.imports?.words, 'isImport');
  mark(syntax.bases?.words, 'isBase');
  mark(syntax.bases?.mixins, 'isMixin');
  mark(syntax.bases?.headers, 'isHeader');
  mark('throw throws raise', 'throws');
  const importing = lastBits(words, ({ isImport }) => isImport);
  const relating = lastBits(words, (role) => role.throws || (syntax.bases !== undefined && mayHaveBases(role)));
  return { ...syntax, words, declaring, importing, relating };
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
