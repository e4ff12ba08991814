/** Recognises legal texts and the like: licence and community files by their paths, and the licence comments at the top of sources by their words. */

/** A licence or another legal text, or a file in a folder of such. */
const legalPath =
  /(?:^|\/)(?:(?:un)?licen[cs]es?|copying|copyright|notices?|third[-_]?party[-_\w]*|patents|eula)(?:[.-][^/]*)?$|(?:^|\/)licen[cs]es\//i;

/** Whether a path is a legal text. */
export function isLegalPath(path: string): boolean {
  return legalPath.test(path);
}

/** Community files: codes of conduct, issue and pull request templates. */
const communityPath = /(?:^|\/)(?:code[-_]of[-_]conduct|(?:issue|pull[-_]request)[-_]template)/i;

/** Whether a path is a text for contributors that says nothing about the project. */
export function isCommunityPath(path: string): boolean {
  return communityPath.test(path);
}

const legalWords = ['copyright', 'license', 'licence', 'spdx', '©', '(c) 19', '(c) 20'];

export function isLegalText(comment: string): boolean {
  const text = comment.toLowerCase();
  return legalWords.some((word) => text.includes(word));
}
