/** Demotes files that answer few questions: legal texts unless the question is about rights, change logs unless it is about the past. */

import { isRecord } from '../../drift/past.ts';
import { asksAboutChanges } from '../../question/question.ts';
import { isLegalPath } from '../../text/names/legal.ts';

const aboutRights =
  /\b(?:licen[cs]\w*|copyright\w*|copyleft|legal\w*|patents?|warrant\w*|attributions?|notices?|permissions?|rights|third[- ]party)\b/i;

/** Whether a question is about rights. */
export function asksAboutRights(question: string): boolean {
  return aboutRights.test(question);
}

/** Whether a file is demoted for a question. */
export function isDemoted(path: string, question: string): boolean {
  return (isLegalPath(path) && !asksAboutRights(question)) || (isRecord(path) && !asksAboutChanges(question));
}
