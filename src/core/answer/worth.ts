/** What a statement is worth to a question by itself: for the words that it holds, its form, its place, and what it is to the question. */

import type { Statement } from './statement.ts';
import type { Wish } from './wish.ts';

/** What a statement is worth beside the share of the question that it adds. */
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
  /** Asked why: what gives a reason, by the share of the question that stands there, in the title or beside it. */
  reason: 0.5,
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

/** What a statement is to the question. */
export interface Role {
  /** Whether it says what the thing is that is asked for. */
  readonly defines: boolean;
  /** Whether it is the first that is said of a name that is asked for. */
  readonly documents: boolean;
  /** Whether it is the line that defines what is sought. */
  readonly isSought: boolean;
  /** Whether it is typed, and that is asked for. */
  readonly isTyped: boolean;
  /** Whether it gives a reason, and one is asked for. */
  readonly givesReason: boolean;
}

/** What is known of a statement. */
export interface Known {
  readonly form: Statement['form'];
  readonly isCode: boolean;
  readonly isRecord: boolean;
  /** Whether it documents a parameter or a result. */
  readonly isTag: boolean;
  /** Of the source, and of the statement within it, from 0. */
  readonly rank: number;
  readonly position: number;
  /** Shares of the question: what it holds, and what only its title does. */
  readonly held: number;
  readonly titled: number;
  /** The share of the question that stands here, in the title, or in the statement before. */
  readonly near: number;
  /** Whether it holds a name of code that is asked for. */
  readonly namesIt: boolean;
}

export function worthOf(known: Known, role: Role, wish: Wish): number {
  const words = weights.repeated * known.held + weights.titled * known.titled;
  return words + worthOfKind(known, wish) + worthOfForm(known, role, wish) + worthOfRole(role, known) + worthOfPlace(known);
}

/** What explains is worth more than what does not, and what is so more than what was. */
function worthOfKind({ form, isCode, isRecord, isTag }: Known, { wantsPast }: Wish): number {
  const sentence = form === 'sentence' ? weights.sentence : 0;
  const prose = isCode || form === 'example' ? 0 : weights.prose;
  return sentence + prose + (isRecord && !wantsPast ? weights.record : 0) + (isTag ? weights.tag : 0);
}

/** Examples and code are for those who ask how something is done. */
function worthOfForm(known: Known, role: Role, wish: Wish): number {
  return wish.wantsSteps ? worthAsStep(known, role, wish) : worthAsTold(known);
}

function worthAsTold({ form, namesIt }: Known): number {
  if (form === 'example') return weights.shown;
  return form === 'line' && !namesIt ? weights.bare : 0;
}

function worthAsStep({ form, isCode, held, titled }: Known, { isTyped }: Role, { wantsCommand }: Wish): number {
  const share = held + titled;
  if (isTyped) return weights.command * share;
  if (form === 'line' || (wantsCommand && isCode)) return weights.code;
  return form === 'example' ? weights.example + weights.shows * share : 0;
}

/** A reason that stands near less of the question is one for something else. */
const leastNear = 0.35;

function worthOfRole({ documents, isSought, givesReason }: Role, { near }: Known): number {
  return (
    (documents ? weights.documents : 0) + (isSought ? weights.sought : 0) + (givesReason && near >= leastNear ? weights.reason * near : 0)
  );
}

function worthOfPlace({ rank, position }: Known): number {
  return weights.rank / (rank + 1) + (position === 0 ? weights.first : 0);
}
