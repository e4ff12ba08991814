/**
 * An answer without a model: the sentences and lines of the best sources that cover the question, quoted to the letter.
 *
 * Statements are taken greedily: the next one is the one that adds most of the question's rare words and that a good source says, from
 * a source that has said less so far; at most six, at most 700 characters. Asked how to do something, what is typed for it comes first.
 * Where the sources say too little of the question nothing is quoted (`confidence.ts`).
 * Cost: one pass over the text of at most `mostSources` chunks, and one over their statements for each that is taken.
 */

import type { ChunkKind } from '../document.ts';
import { asksForCommand, asksHow } from '../retrieve/asksHow.ts';
import { isDefinition, thingAskedFor, thingSought } from '../retrieve/whatIs.ts';
import { countTerms } from '../text/countTerms.ts';
import { overlap, type Span } from '../text/spans.ts';
import { asksOfThePast } from './aside.ts';
import { mayHoldCommand } from './commands.ts';
import { type AskedWord, askedWords, isHeld, isSaid, type Rarity } from './confidence.ts';
import { askedNames, type DefiningName, definingLine, documentingStatement, mayDefine } from './documented.ts';
import { type Standing, standingOf } from './standing.ts';
import type { QuoteForm, Statement } from './statement.ts';
import { statementsOf } from './statements.ts';

/** How long an answer gets, in statements and UTF-16 units, and how many of the ranked chunks it is taken from. */
export const answerLimits = {
  mostStatements: 6,
  mostCharacters: 700,
  mostSources: 8,
  /** Where a command or a definition is asked for: how far down the ranking it is looked for, and how many of the chunks there that may hold it are read. */
  deepest: 40,
  mostFurther: 8,
} as const;

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

/** A verbatim stretch of a source. */
export interface Quote {
  readonly n: number;
  /** UTF-16 offsets in the source's text, end exclusive. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Code, or an example of it amid prose; words of a comment, or an example amid them; prose. */
  readonly form: QuoteForm;
}

/** What a statement is worth beside the words of the question that it adds. */
const weights = {
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
  /** A sentence that speaks of the one before it, which is not taken and cannot be taken along. */
  leaning: -0.2,
  /** The best source, less with each rank below. */
  rank: 0.3,
  /** Each further statement of one source. */
  sameSource: 0.15,
  /** Statements worth less are left out. */
  least: 0.5,
} as const;

interface Candidate {
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

function weightOf(words: readonly AskedWord[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

/** What is asked for. */
interface Wish {
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

/** The statements of a source. */
function candidatesOf(source: AnswerSource, rank: number, wish: Wish): Candidate[] {
  const { question, words: asked, names } = wish;
  const thing = thingAskedFor(question);
  const isHow = asksHow(question);
  const title = countTerms(`${source.title} ${source.fileName ?? ''}`);
  const open = (statement: Span): boolean => !source.secrets?.some((secret) => overlap(secret, statement));
  const statements = statementsOf(source.text, source.kind).filter(open);
  const defined = source.kind === 'code' ? names : [];
  const told = defined.map((name) => documentingStatement(source.text, statements, name));
  const sought = thingSought(question) === undefined ? [] : defined.map((name) => definingLine(source.text, statements, name));
  const saidBy = statements.map(({ from, to }) => countTerms(source.text.slice(from, to)));
  const found: Candidate[] = [];
  for (const [position, statement] of statements.entries()) {
    const { from, to, form, isCommand } = statement;
    if (source.isFurther && !(isCommand && asksForCommand(question)) && !told.includes(statement) && !sought.includes(statement)) continue;
    const said = saidBy[position] as ReadonlyMap<string, number>;
    // What an example shows somebody who asks for steps stands in the words before it and above it.
    const isSteps = form === 'example' && isHow;
    const before = isSteps && statements[position - 1]?.form !== 'example' ? saidBy[position - 1] : undefined;
    const shows = (term: string): boolean => said.has(term) || (isSteps && (before?.has(term) || title.has(term)));
    const words = asked.filter((word) => isHeld(word, shows));
    const titled = weightOf(asked.filter((word) => !words.includes(word) && isHeld(word, (term) => title.has(term))));
    const shown = weightOf(words);
    const base =
      weights.repeated * shown +
      weights.titled * titled +
      worthOfForm(statement, source, wish, { shown: shown + titled, namesIt: words.some(({ isName }) => isName) }) +
      (position === 0 ? weights.first : 0) +
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
      defines: thing !== undefined && isDefinition(source.text.slice(from, to), thing),
      base,
      words,
      said: [...said.keys()].sort().join(' '),
    });
  }
  return found;
}

/**
 * Takes statements one by one, each time the one that is worth most beside those taken. One that speaks of the sentence before it takes that
 * along where there is room.
 */
function choose(candidates: readonly Candidate[]): readonly Candidate[] {
  const chosen: Candidate[] = [];
  const covered = { words: new Set<AskedWord>(), byCommands: new Set<AskedWord>() };
  const left = new Set(candidates);
  let characters = 0;
  const worthOf = (candidate: Candidate): number => {
    const siblings = chosen.filter(({ rank }) => rank === candidate.rank);
    const follows = siblings.some(({ position, isExample }) => {
      return position + 1 === candidate.position || (isExample && position - 1 === candidate.position);
    });
    const leans = candidate.standing !== 'alone' && !siblings.some(({ position }) => position + 1 === candidate.position);
    const isAlone = leans && leadOf(candidate, left, answerLimits.mostCharacters - characters) === undefined;
    const said = candidate.isWanted ? covered.byCommands : covered.words;
    const fresh = weightOf(candidate.words.filter((word) => !said.has(word)));
    const defines = candidate.defines && !chosen.some((one) => one.defines) ? weights.defines : 0;
    const beside = defines + (follows ? weights.next : 0) + (isAlone ? weights.leaning : 0) - weights.sameSource * siblings.length;
    return candidate.base + fresh + beside;
  };
  while (chosen.length < answerLimits.mostStatements) {
    let best: Candidate | undefined;
    let bestWorth: number = weights.least;
    for (const candidate of left) {
      if (characters + candidate.to - candidate.from > answerLimits.mostCharacters) continue;
      const worth = worthOf(candidate);
      if (worth <= bestWorth) continue;
      best = candidate;
      bestWorth = worth;
    }
    if (best === undefined) return chosen;
    // A sentence that stands in several places is quoted from the best of them alone.
    for (const candidate of left) if (candidate.said === best.said) left.delete(candidate);
    const lead = leadOf(best, left, answerLimits.mostCharacters - characters);
    if (lead !== undefined) left.delete(lead);
    const taken = lead === undefined ? best : { ...best, from: lead.from, words: [...best.words, ...lead.words] };
    chosen.push(taken);
    characters += taken.to - taken.from;
    for (const word of taken.words) {
      covered.words.add(word);
      if (taken.isWanted) covered.byCommands.add(word);
    }
  }
  return chosen;
}

/** The statement that another one has to be read with, where it is not taken yet and both together are no longer than `room`. */
function leadOf({ to, standing, before }: Candidate, left: ReadonlySet<Candidate>, room: number): Candidate | undefined {
  const isThere = standing === 'led' && before !== undefined && left.has(before) && to - before.from <= room;
  return isThere ? before : undefined;
}

/** Whether a text further down the ranking may hold what a question asks for, where that is a command or a definition. */
export function furtherFor(question: string): ((text: string) => boolean) | undefined {
  if (asksForCommand(question)) return mayHoldCommand;
  const names = thingSought(question) === undefined ? [] : askedNames(question);
  return names.length === 0 ? undefined : (text) => mayDefine(text, names);
}

/**
 * What of ranked sources, best first, answers a question: in the order of the sources, those first that define what is sought; of one source
 * in that of its text. Empty where they say too little of the question.
 */
export function quotesFor(question: string, ranked: readonly AnswerSource[], rarity: Rarity): readonly Quote[] {
  const near = ranked.filter(({ isFurther }) => !isFurther).slice(0, answerLimits.mostSources);
  const words = askedWords(question, rarity);
  if (!isSaid(words, near)) return [];
  const further = ranked.filter(({ isFurther }) => isFurther).slice(0, answerLimits.mostFurther);
  const sources = [...near, ...further];
  const mass = weightOf(words) || 1;
  const shares = words.map((word) => ({ ...word, weight: word.weight / mass }));
  const wish = { question, words: shares, names: askedNames(question) };
  const chosen = choose(sources.flatMap((source, rank) => candidatesOf(source, rank, wish)));
  const answering = new Set(chosen.filter(({ isSought }) => isSought).map(({ rank }) => rank));
  const isAside = ({ rank }: Candidate): number => (answering.has(rank) ? 0 : 1);
  const ordered = [...chosen].sort((a, b) => isAside(a) - isAside(b) || a.rank - b.rank || a.from - b.from);
  return ordered.map(({ source, from, to, form }) => ({ n: source.n, from, to, text: source.text.slice(from, to), form }));
}

/** An answer of quotes as plain text: each on lines of its own with the number of its source, `… [2]`. */
export function quotesText(quotes: readonly Quote[]): string {
  return quotes.map(({ text, n }) => `${text} [${n}]`).join('\n');
}
