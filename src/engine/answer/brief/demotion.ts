/** Demotes files that answer few questions: legal texts unless the question is about rights, change logs unless it is about the past. */

import { isRecord } from '../../drift/past.ts';
import { isLegalPath } from '../../text/names/pathNames.ts';

const aboutRights =
  /\b(?:licen[cs]\w*|copyright\w*|copyleft|legal\w*|patents?|warrant\w*|attributions?|notices?|permissions?|rights|third[- ]party)\b/i;
const aboutThePast =
  /\b(?:when|since|versions?|releas\w+|chang\w+|added|new|news|removed|deprecat\w+|upgrad\w+|migrat\w+|histor\w+|no longer|used to|breaking|recent\w*|latest|fixed)\b/i;

/** Whether a file is demoted for a question. */
export function isDemoted(path: string, question: string): boolean {
  return (isLegalPath(path) && !aboutRights.test(question)) || (isRecord(path) && !aboutThePast.test(question));
}
