/**
 * Signs that nobody sees but that change what is seen: controls, terminal escapes, and those that reorder text. File names, headings and
 * code of a workspace may hold them to look like something else, so they are shown by their number, as VS Code's editor shows them.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** The text with each such sign as `[U+202E]`. Line breaks and tabs stay. Cost: one pass. */
export function visible(text: string): string {
  return text.replace(unseen, (sign) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);
}
