/**
 * Demotes files that answer few questions: legal texts unless the question is about rights, change logs unless it is about changes. Leaves codes of
 * conduct and templates out unless they are asked for.
 */

import type { ChunkKind } from '../../document.ts';
import { isRecord } from '../../drift/past.ts';
import { asksAboutChanges } from '../../question/question.ts';
import { isCommunityPath, isLegalPath } from '../../text/names/legal.ts';

const aboutRights = /\b(?:li[cz]en[csz]\w*|copyright\w*|copyleft|legal\w*|patents?|warrant\w*|attributions?|third[- ]party)\b/i;
const aboutCommunity = /\b(?:conduct|behav|templates?\b|issues?\b|report)/i;

/** Whether a question is about rights. */
export function asksAboutRights(question: string): boolean {
  return aboutRights.test(question);
}

/** Whether a file is left out: a text for contributors that a question does not ask for. */
export function isLeftOut(path: string, question: string): boolean {
  return isCommunityPath(path) && !aboutCommunity.test(question);
}

/** Whether a file is demoted for a question. */
export function isDemoted(path: string, kind: ChunkKind, question: string): boolean {
  const isPast = kind === 'doc' && isRecord(path);
  return (isLegalPath(path) && !asksAboutRights(question)) || (isPast && !asksAboutChanges(question));
}
