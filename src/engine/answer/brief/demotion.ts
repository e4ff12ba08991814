/** Demotes files that answer few questions: legal texts unless the question is about rights, change logs unless it is about changes. */

import type { ChunkKind } from '../../document.ts';
import { isRecord } from '../../drift/past.ts';
import { asksAboutChanges } from '../../question/question.ts';
import { isLegalPath } from '../../text/names/legal.ts';

const aboutRights = /\b(?:licen[cs]\w*|copyright\w*|copyleft|legal\w*|patents?|warrant\w*|attributions?|third[- ]party)\b/i;

/** Whether a question is about rights. */
export function asksAboutRights(question: string): boolean {
  return aboutRights.test(question);
}

/** Whether a file is demoted for a question. */
export function isDemoted(path: string, kind: ChunkKind, question: string): boolean {
  const isPast = kind === 'doc' && isRecord(path);
  return (isLegalPath(path) && !asksAboutRights(question)) || (isPast && !asksAboutChanges(question));
}
