/**
 * What of a source may be quoted, and what is known of each statement before any is taken. Cost: one pass over the text, and one over the
 * words of each statement.
 */

import type { ChunkKind } from '../document.ts';
import { isDefinition } from '../retrieve/whatIs.ts';
import { countTerms } from '../text/countTerms.ts';
import { overlap, type Span } from '../text/spans.ts';
import { type AskedWord, isHeld } from './confidence.ts';
import { definingLine, documentingStatement } from './documented.ts';
import { givesReason } from './reasons.ts';
import { type Standing, standingOf } from './standing.ts';
import type { QuoteForm, Statement } from './statement.ts';
import { statementsOf } from './statements.ts';
import { type Wish, weightOf } from './wish.ts';
import { type Role, worthOf } from './worth.ts';

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

/** A statement that may be quoted. */
export interface Candidate extends Span {
  readonly source: AnswerSource;
  /** Of the source, and of the statement within it, from 0. */
  readonly rank: number;
  readonly position: number;
  readonly form: QuoteForm;
  readonly isExample: boolean;
  readonly role: Role;
  readonly standing: Standing;
  /** The one before it in its source. */
  readonly before: Candidate | undefined;
  /** What it is worth by itself. */
  readonly base: number;
  /** The words of the question that it holds. */
  readonly words: readonly AskedWord[];
  /** All its terms: statements that say the same have the same. */
  readonly said: string;
}

type Terms = ReadonlyMap<string, number>;

/** A source, read with the question in mind. */
interface Reading {
  readonly source: AnswerSource;
  readonly rank: number;
  readonly wish: Wish;
  readonly statements: readonly Statement[];
  /** The terms of its title and of its file's name. */
  readonly title: Terms;
  /** What is said first of the names that are asked for, and the lines that define what is sought. */
  readonly documenting: readonly (Statement | undefined)[];
  readonly sought: readonly (Statement | undefined)[];
}

/** The statements of a source that may be quoted, in order. */
export function candidatesOf(source: AnswerSource, rank: number, wish: Wish): readonly Candidate[] {
  const reading = readingOf(source, rank, wish);
  const found: Candidate[] = [];
  for (const [position, statement] of reading.statements.entries()) {
    const role = roleOf(statement, reading);
    // What is far down is quoted for what it is, without what stands around it.
    if (!source.isFurther) found.push(candidateOf(position, role, found.at(-1), reading));
    else if (isAskedFor(role)) found.push(candidateOf(position, role, undefined, reading));
  }
  return source.isFurther ? found.filter(isWorthTheWay) : found;
}

/** What a reason has to hold of the question that is found further down: a share of it, and more than one word. */
const leastExplained = 0.5;

function isWorthTheWay({ role, words }: Candidate): boolean {
  return !role.givesReason || (words.length > 1 && weightOf(words) >= leastExplained);
}

function readingOf(source: AnswerSource, rank: number, wish: Wish): Reading {
  const { text, kind, secrets } = source;
  const statements = statementsOf(text, kind).filter((statement) => !secrets?.some((secret) => overlap(secret, statement)));
  const names = kind === 'code' ? wish.names : [];
  return {
    source,
    rank,
    wish,
    statements,
    title: countTerms(`${source.title} ${source.fileName ?? ''}`),
    documenting: names.map((name) => documentingStatement(text, statements, name)),
    sought: wish.wantsPlace ? names.map((name) => definingLine(text, statements, name)) : [],
  };
}

function roleOf(statement: Statement, { source, wish, documenting, sought }: Reading): Role {
  return {
    defines: wish.thing !== undefined && isDefinition(source.text.slice(statement.from, statement.to), wish.thing),
    documents: documenting.includes(statement),
    isSought: sought.includes(statement),
    isTyped: statement.isCommand && wish.wantsCommand,
    givesReason: wish.wantsReason && isSaid(statement) && givesReason(source.text.slice(statement.from, statement.to)),
  };
}

/** Whether it is said in words, rather than shown in code. */
function isSaid({ form }: Statement): boolean {
  return form === 'sentence' || form === 'fragment';
}

function isAskedFor({ defines, documents, isSought, isTyped, givesReason }: Role): boolean {
  return defines || documents || isSought || isTyped || givesReason;
}

function candidateOf(position: number, role: Role, before: Candidate | undefined, reading: Reading): Candidate {
  const { source, rank, wish, statements, title } = reading;
  const { from, to, form } = statements[position] as Statement;
  const text = source.text.slice(from, to);
  const terms = countTerms(text);
  const words = wordsShown(position, terms, reading);
  const untold = wish.words.filter((word) => !words.includes(word));
  const titled = untold.filter((word) => isHeld(word, (term) => title.has(term)));
  const beside = role.givesReason ? untold.filter((word) => !titled.includes(word) && before?.words.includes(word)) : [];
  const known = {
    form,
    isCode: source.kind === 'code',
    isRecord: source.isRecord ?? false,
    isTag: source.kind === 'code' && tag.test(text),
    rank,
    position,
    held: weightOf(words),
    titled: weightOf(titled),
    near: weightOf(words) + weightOf(beside) + weightOf(titled) / 2,
    namesIt: words.some(({ isName }) => isName),
  };
  return {
    source,
    rank,
    position,
    from,
    to,
    form: formOf(form, source.kind),
    isExample: form === 'example',
    role,
    standing: standingOf(source.text, statements, position),
    before,
    base: worthOf(known, role, wish),
    words,
    said: [...terms.keys()].sort().join(' '),
  };
}

/** The words of the question that a statement holds. What an example shows somebody who asks for steps stands in the words before it and above it. */
function wordsShown(position: number, terms: Terms, { source, wish, statements, title }: Reading): readonly AskedWord[] {
  const isStep = wish.wantsSteps && statements[position]?.form === 'example';
  const lead = isStep ? statements[position - 1] : undefined;
  const told = lead === undefined || lead.form === 'example' ? undefined : countTerms(source.text.slice(lead.from, lead.to));
  const shows = (term: string): boolean => terms.has(term) || (isStep && (told?.has(term) || title.has(term)));
  return wish.words.filter((word) => isHeld(word, shows));
}

/** A parameter, a result or another part, as documentation of code tells it. */
const tag = /^(?:@\w{1,40}|:\w[^:\n]{0,60}:|\w{1,40}(?: \([^)\n]{0,60}\))?:) /;

function formOf(form: Statement['form'], kind: ChunkKind): QuoteForm {
  if (form === 'line') return 'code';
  if (form === 'example') return kind === 'code' ? 'example' : 'code';
  return kind === 'code' ? 'comment' : 'prose';
}
