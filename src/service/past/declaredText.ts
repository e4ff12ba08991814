/**
 * Patterns for the text that declares a name: mentions of it are no declarations, and a declaration may move to another file or be written in
 * another form, as `function load` and `const load`. Extended regular expressions of POSIX.
 */

const ofValues = 'function|def|func|fn|fun|const|let|var|val|sub|macro';
const ofTypes = 'class|type|struct|enum|trait|interface|module|mod|record|object|protocol|namespace';
const groups = [ofValues, ofTypes].map((words) => ({ words, isWord: new RegExp(`^(?:${words})$`) }));
const end = '([^A-Za-z0-9_]|$)';

/** The last word, and what is between it and the name, such as a star or `self.`; or the end of a receiver. */
const wordBefore = /(?:^|[^\w$])([A-Za-z_$][\w$]*)[\s*&]+(self\.)?$|(\))\s+$/;

/** @param line where the name is declared. */
export function declaredText(line: string, name: string): string {
  const at = line.indexOf(name);
  const [, word, receiver = '', bracket] = at < 0 ? [] : (wordBefore.exec(line.slice(0, at)) ?? []);
  if (word === undefined && bracket === undefined) return wholeName(name);
  const words = groups.find(({ isWord }) => isWord.test(word ?? ''))?.words ?? escaped(word ?? ')');
  return `(${words})[[:space:]*&]+${escaped(receiver)}${escaped(name)}${end}`;
}

/** A name as a whole word. */
export function wholeName(name: string): string {
  return `(^|[^A-Za-z0-9_])${escaped(name)}${end}`;
}

function escaped(text: string): string {
  return text.replace(/[.[\]\\*^$()+?{}|]/g, '\\$&');
}
