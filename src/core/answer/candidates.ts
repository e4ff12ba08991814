/**
 * What of a source may be quoted, and what each statement is worth by itself: for the words of the question that it holds, its form, its
 * place, and whether it is what was asked for. Cost: one pass over the text, and one over the words of each statement.
 */

import type { ChunkKind } from '../document.ts';
import { asksForCommand, asksHow } from '../retrieve/asksHow.ts';
import { isDefinition, thingAskedFor, thingSought } from '../retrieve/whatIs.ts';
import { countTerms } from '../text/countTerms.ts';
import { overlap, type Span } from '../text/spans.ts';
import { asksOfThePast } from './aside.ts';
import { type AskedWord, isHeld } from './confidence.ts';
import { type DefiningName, definingLine, documentingStatement } from './documented.ts';
import { type Standing, standingOf } from './standing.ts';
import type { QuoteForm, Statement } from './statement.ts';
import { statementsOf } from './statements.ts';

/** A ranked chunk with its text; `n` is its number in the answer. */
export interface AnswerSource {
  readonly n: number;
  readonly text: string;
  readonly kind: ChunkKind;
  readonly title: string;
  /** The name of its file, where it lies in one: it says what the whole is about. */
  readonly fileName?: string;
  /** Whether it records what was: a changelog, notes of a release. */
  readonly isRecord?: boolean;
  /** Whether it is so far down that nothing is quoted from it but the command or the definition that is asked for. */
  readonly isFurther?: boolean;
  /** Stretches of the text that look like secrets; statements that hold one are not quoted. */
  readonly secrets?: readonly Span[];
}

/** What a statement is worth beside the words of the question that it adds. */
export const weights = {
  /** Words of the question that were said already, and those of the source's title. */
  repeated: 0.4,
  titled: 0.2,
  /** A whole sentence; prose, which explains; the beginning of a source; what follows a chosen statement, or announces a chosen example. */
  sentence: 0.15,
  prose: 0.1,
  first: 0.1,
  next: 0.1,
  /** What says what the thing is that the question asks for, and what the comment of a named definition begins with. */
  defines: 0.5,
  documents: 0.5,
  /** The line that defines what is sought. */
  sought: 1,
  /** Asked how to do something: what is typed for it, by the share of the question that it shows; an example, and that by its share; code itself. */
  command: 0.6,
  example: 0.1,
  shows: 0.3,
  code: -0.2,
  /** An example where nobody asked how to do something: it shows more than it says. */
  shown: -0.2,
  /** A line of code that does not hold what the question names. */
  bare: -0.15,
  /** Of the past, where that is not asked for. */
  record: -0.15,
  /** What documents a parameter or a result, and what is beside a definition that was asked for and found. */
  tag: -0.15,
  besideDefinition: -0.2,
  /** A sentence that speaks of the one before it, which is not taken and cannot be taken along. */
  leaning: -0.1,
  /** The best source, less with each rank below. */
  rank: 0.3,
  /** Each further statement of one source. */
  sameSource: 0.15,
  /** Statements worth less are left out. */
  least: 0.5,
} as const;

/** A statement that may be quoted. */
export interface Candidate {
  readonly source: AnswerSource;
  /** Of the source, from 0. */
  readonly rank: number;
  /** Position within its source. */
  readonly position: number;
  readonly from: number;
  readonly to: number;
  readonly form: QuoteForm;
  readonly isExample: boolean;
  /** Whether it is typed, and that is asked for: what other statements say of it takes nothing from its worth. */
  readonly isWanted: boolean;
  /** Whether it is the line that defines what is sought. */
  readonly isSought: boolean;
  readonly standing: Standing;
  /** The one before it in its source. */
  readonly before?: Candidate;
  /** Whether it says what the thing is that the question asks for. */
  readonly defines: boolean;
  /** What it is worth by itself. */
  readonly base: number;
  /** The words of the question that it holds. */
  readonly words: readonly AskedWord[];
  /** All its terms: statements that say the same have the same. */
  readonly said: string;
}

/** How much of the question words are. */
export function weightOf(words: readonly AskedWord[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

/** What is asked for. */
export interface Wish {
  readonly question: string;
  /** Weights sum to 1. */
  readonly words: readonly AskedWord[];
  /** What defines the names of code that it asks for. */
  readonly names: readonly DefiningName[];
}

/** The share of the question that a statement shows, with its title, and whether it holds a name of code that is asked for. */
interface Shown {
  readonly shown: number;
  readonly namesIt: boolean;
}

/** What the form of a statement is worth to what is asked for. */
function worthOfForm(
  statement: Statement,
  { kind, isRecord = false }: AnswerSource,
  { question }: Wish,
  { shown, namesIt }: Shown,
): number {
  const { form, isCommand } = statement;
  const general = (form === 'sentence' ? weights.sentence : 0) + (kind === 'doc' && form !== 'example' ? weights.prose : 0);
  const past = isRecord && !asksOfThePast(question) ? weights.record : 0;
  if (!asksHow(question)) return general + past + (form === 'example' ? weights.shown : form === 'line' && !namesIt ? weights.bare : 0);
  const isTyped = asksForCommand(question);
  if (isCommand && isTyped) return general + past + weights.command * shown;
  if (form === 'line' || (isTyped && kind === 'code')) return general + past + weights.code;
  return general + past + (form === 'example' ? weights.example + weights.shows * shown : 0);
}

function formOf({ form }: Statement, kind: ChunkKind): QuoteForm {
  if (form === 'line') return 'code';
  if (form === 'example') return kind === 'code' ? 'example' : 'code';
  return kind === 'code' ? 'comment' : 'prose';
}

/** A parameter, a result or another part, as documentation of code tells it. */
const tagged = /^(?:@\w+|:\w+[^:\n]*:|\w+(?: \([^)\n]*\))?:) /;

/** The statements of a source. */
export function candidatesOf(source: AnswerSource, rank: number, wish: Wish): Candidate[] {
  const { question, words: asked, names } = wish;
  const thing = thingAskedFor(question);
  const isHow = asksHow(question);
  const title = countTerms(`${source.title} ${source.fileName ?? ''}`);
  const open = (statement: Span): boolean => !source.secrets?.some((secret) => overlap(secret, statement));
  const statements = statementsOf(source.text, source.kind).filter(open);
  const defined = source.kind === 'code' ? names : [];
  const told = defined.map((name) => documentingStatement(source.text, statements, name));
  const sought = thingSought(question) === undefined ? [] : defined.map((name) => definingLine(source.text, statements, name));
  const termsIn = ({ from, to }: Span): ReadonlyMap<string, number> => countTerms(source.text.slice(from, to));
  const found: Candidate[] = [];
  for (const [position, statement] of statements.entries()) {
    const { from, to, form, isCommand } = statement;
    const defines = thing !== undefined && isDefinition(source.text.slice(from, to), thing);
    const isAsked = defines || (isCommand && asksForCommand(question)) || told.includes(statement) || sought.includes(statement);
    if (source.isFurther && !isAsked) continue;
    const said = termsIn(statement);
    // What an example shows somebody who asks for steps stands in the words before it and above it.
    const isSteps = form === 'example' && isHow;
    const lead = isSteps ? statements[position - 1] : undefined;
    const before = lead === undefined || lead.form === 'example' ? undefined : termsIn(lead);
    const shows = (term: string): boolean => said.has(term) || (isSteps && (before?.has(term) || title.has(term)));
    const words = asked.filter((word) => isHeld(word, shows));
    const titled = weightOf(asked.filter((word) => !words.includes(word) && isHeld(word, (term) => title.has(term))));
    const shown = weightOf(words);
    const base =
      weights.repeated * shown +
      weights.titled * titled +
      worthOfForm(statement, source, wish, { shown: shown + titled, namesIt: words.some(({ isName }) => isName) }) +
      (position === 0 ? weights.first : 0) +
      (source.kind === 'code' && tagged.test(source.text.slice(from, from + 60)) ? weights.tag : 0) +
      (told.includes(statement) ? weights.documents : 0) +
      (sought.includes(statement) ? weights.sought : 0) +
      weights.rank / (rank + 1);
    const isExample = form === 'example';
    found.push({
      source,
      rank,
      position,
      before: source.isFurther ? undefined : found[position - 1],
      from,
      to,
      form: formOf(statement, source.kind),
      isExample,
      isWanted: isCommand && asksForCommand(question),
      isSought: sought.includes(statement),
      standing: standingOf(source.text, statements, position),
      defines,
      base,
      words,
      said: [...said.keys()].sort().join(' '),
    });
  }
  return found;
}
