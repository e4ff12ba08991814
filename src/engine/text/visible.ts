/**
 * Characters that nobody sees but that change what is seen or read: controls, terminal escapes, those that reorder text, and tags, which
 * spell a hidden text. File names, headings and code of a workspace may hold them to look like something else, so they are shown by their
 * number, as VS Code's editor shows them.
 */

const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** The text with each such character as `[U+202E]`. Line breaks and tabs stay. Cost: one pass. */
export function visible(text: string): string {
  return text.replace(unseen, (one) => `[U+${(one.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}]`);
}
