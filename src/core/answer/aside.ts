/** Texts that stand aside from what a workspace does: licences, which answer what is asked of rights, and records, which answer what is asked of the past. */

const legalPath =
  /(?:^|\/)(?:(?:un)?licen[cs]es?|copying|copyright|notices?|third[-_]?party[-_\w]*|patents|eula)(?:[.-][^/]*)?$|(?:^|\/)licen[cs]es\//i;
const ofRights =
  /\b(?:licen[cs]\w*|copyright\w*|copyleft|legal\w*|patents?|warrant\w*|attributions?|notices?|permissions?|rights|third[- ]party)\b/i;
const ofThePast =
  /\b(?:when|since|versions?|releas\w+|chang\w+|added|new|news|removed|deprecat\w+|upgrad\w+|migrat\w+|histor\w+|no longer|used to|breaking|recent\w*|latest|fixed)\b/i;

/** Whether a file holds a licence or a list of them. */
export function isLegalText(path: string): boolean {
  return legalPath.test(path);
}

/** Whether a question asks of rights. */
export function asksOfRights(question: string): boolean {
  return ofRights.test(question);
}

/** Whether a question asks of versions or of what was. */
export function asksOfThePast(question: string): boolean {
  return ofThePast.test(question);
}
