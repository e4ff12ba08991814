/** Texts that speak of what was: a name that is gone belongs there. */

const recordPath =
  /(?:^|\/)(?:[^/]*(?:change|changes|changelog|history|news|releas|migrat|upgrad|deprecat|breaking|whats-?new|todo|roadmap|authors|contributors)[^/]*|blog|adr|rfcs?|proposals?|archive|changesets?|\.changeset)(?:\/|$|\.[a-z]+$)/i;

/** Whether a document records history: a changelog, release notes, a guide for those who come from an older version. */
export function isRecord(path: string): boolean {
  return recordPath.test(path);
}

const pastWords =
  /\b(?:remov(?:e[ds]?|al|ing)|deprecat\w*|renam\w+|replac\w+|no longer|not anymore|former(?:ly)?|previous(?:ly)?|legacy|obsolete|used to|was called|were called|dropp?(?:ed|s|ing)?|migrat\w+|superseded?|older|old|earlier|before v?\d|until v?\d|prior to|backwards?[- ]compat\w*|instead of|in favou?r of|now (?:called|named)|originally|historical(?:ly)?|versionchanged|versionadded|versionremoved|upgrad\w+|gone|dead code)\b/i;
const linesAround = 2;

/** Whether the lines around an offset tell of the past. */
export function tellsOfThePast(text: string, offset: number): boolean {
  let from = text.lastIndexOf('\n', offset - 1) + 1;
  for (let i = 0; i < linesAround && from > 0; i++) {
    const above = text.lastIndexOf('\n', from - 2) + 1;
    if (text.slice(above, from).trim() === '') break;
    from = above;
  }
  let to = offset;
  for (let i = 0; i <= linesAround; i++) {
    const end = text.indexOf('\n', to);
    if (end < 0) {
      to = text.length;
      break;
    }
    to = end + 1;
    if (i < linesAround && /^[ \t]*\r?\n/.test(text.slice(to, to + 200))) break;
  }
  return pastWords.test(text.slice(from, to));
}
