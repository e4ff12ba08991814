/**
 * The punctuation of ASCII as bits of a mask: there are thirty such signs beside `_` and `$`, which belong to words. What a line holds of
 * them is known from one pass over the text, and tells at once what cannot stand in it.
 */

/** The bit of each code unit of ASCII; 0 for letters, digits, `_`, `$`, blanks and controls. */
export const signBits = new Int32Array(128);

let next = 0;
for (let unit = 33; unit < 127; unit++) if (/[^\w$]/.test(String.fromCharCode(unit))) signBits[unit] = 1 << next++;

/** The mask of the signs of ASCII in a text. */
export function signsIn(text: string): number {
  let mask = 0;
  for (let i = 0; i < text.length; i++) mask |= signBits[text.charCodeAt(i) & 127] as number;
  return mask;
}
