/**
 * Invisible characters that change how text is displayed or read: controls, terminal escapes, bidirectional overrides, and tag characters, which
 * can spell hidden text. File names, headings and code may use them to look like something else, so they are shown as code points, as in
 * VS Code's editor.
 */

const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** The text with each such character as `[U+202E]`. Line breaks and tabs stay. Cost: one pass. */
export function visible(text: string): string {
  return text.replace(invisible, (character) => `[U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}]`);
}
