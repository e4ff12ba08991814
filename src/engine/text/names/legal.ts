/** Recognises legal texts and what is aside of a project by their paths, and the licence comments at the top of sources by their words. */

/** A licence or another legal text, or a file in a folder of such. */
const legalPath =
  /(?:^|\/)(?:(?:un)?licen[cs]es?|copying|copyright|notices?|third[-_]?party[-_\w]*|patents|eula)(?:[.-][^/]*)?$|(?:^|\/)licen[cs]es\//i;

/** Whether a path is a legal text. */
export function isLegalPath(path: string): boolean {
  return legalPath.test(path);
}

/** Codes of conduct, issue and pull request templates; and completions for a shell: scripts that are named so or in such a folder, or as zsh names them. */
const asidePath =
  /(?<![^/])(?:code[-_]of[-_]conduct|(?:issue|pull[-_]request)[-_]template|(?:[^/]*complet\w*(?:\/[^.]*)?(?:\.\w*sh)?|_[^/.]+)$)/i;

/** Whether a path is a text for contributors that says nothing about the project, or for a shell, which repeats what the project says elsewhere. */
export function isAsidePath(path: string): boolean {
  return asidePath.test(path);
}

const legalWords = ['copyright', 'license', 'licence', 'spdx', '©', '(c) 19', '(c) 20'];

export function isLegalText(comment: string): boolean {
  const text = comment.toLowerCase();
  return legalWords.some((word) => text.includes(word));
}
