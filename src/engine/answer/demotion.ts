/**
 * Which sources come after all others, for a question that does not ask for them: bulk, which is legal texts, records of what changed, plain lists, workflows, style
 * sheets, what others wrote or a tool made, and documents where the question asks for a place in the code. Leaves codes of conduct, templates and completions for a
 * shell out unless they are asked for.
 */

import type { ChunkKind } from '../document.ts';
import { asksAboutChanges, readQuestion } from '../question/question.ts';
import { languageNamed } from '../text/languages.ts';
import { isAsidePath, isLegalPath } from '../text/names/legal.ts';
import { fold } from '../text/words/terms.ts';
import { wordsIn } from '../text/words/tokens.ts';
import { isWorkflowPath } from '../vocabulary/manifestSyntax.ts';
import { isPlainList, isRecordText } from './records.ts';

const aboutRights = /\b(?:li[cz]en[csz]\w*|copyright\w*|copyleft|legal\w*|patents?|warrant\w*|attributions?|third[- ]party)\b/i;
const aboutAsides = /\b(?:conduct|templates?\b|issues?\b|report|complet)/i;
/** A page that a generator made says so in its head, which is shorter. UTF-16 units. */
const generatorMark = 'name="generator"';
const headLength = 4000;

/** Whether a question is about rights. */
export function asksAboutRights(question: string): boolean {
  return aboutRights.test(question);
}

/** Whether a file is left out: a text for contributors or a shell's completion that a question does not ask for. */
export function isLeftOut(path: string, question: string): boolean {
  return isAsidePath(path) && !aboutAsides.test(question);
}

export interface DemotedFile {
  readonly path: string;
  /** As in `ChunkInfo`. */
  readonly language: string;
  readonly kind: ChunkKind;
  readonly text: string;
  /** Whether it is a copy of what others wrote, or compiled from other files of the index. */
  readonly isForeign: boolean;
}

/** Whether a file is demoted for a question. Cost: one pass over its beginning. */
export function isDemoted(file: DemotedFile, question: string): boolean {
  return (file.kind === 'doc' && readQuestion(question).asksForCode) || isBulk(file, question);
}

/** Whether a file is not what a question asks for, though it may hold its words. */
export function isBulk({ path, language: name, kind, text, isForeign }: DemotedFile, question: string): boolean {
  const language = languageNamed(name);
  if (isLegalPath(path) && !asksAboutRights(question)) return true;
  if (kind === 'doc' && !asksAboutChanges(question) && isRecordText(text, language)) return true;
  const isMade = language.id === 'css' || (language.id === 'html' && text.slice(0, headLength).includes(generatorMark));
  const isList = language.id === 'text' && isPlainList(text);
  return (isForeign || isMade || isList || isWorkflowPath(path)) && !isNamed(path, question);
}

/** Whether a question has a word of a path. */
function isNamed(path: string, question: string): boolean {
  const words = new Set(wordsIn(question).map(({ text }) => fold(text)));
  return wordsIn(path).some(({ text }) => words.has(fold(text)));
}
