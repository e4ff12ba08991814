/** Demotes files that answer few questions: legal texts unless the question is about rights, change logs unless it is about the past. */

import { isRecord } from '../../drift/past.ts';
import { asksAboutChanges } from '../../question/question.ts';
import { isLegalPath } from '../../text/names/pathNames.ts';

const aboutRights =
  /\b(?:licen[cs]\w*|copyright\w*|copyleft|legal\w*|patents?|warrant\w*|attributions?|notices?|permissions?|rights|third[- ]party)\b/i;
/** Whether a file is demoted for a question. */
export function isDemoted(path: string, question: string): boolean {
  return (isLegalPath(path) && !aboutRights.test(question)) || (isRecord(path) && !asksAboutChanges(question));
}
