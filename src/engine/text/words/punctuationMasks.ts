/**
 * ASCII punctuation as a bit mask: thirty characters besides `_` and `$`, which belong to words. The mask of each line is known after one pass
 * over the text, and rules out what cannot occur in it.
 */

/** The bit of each ASCII code unit; 0 for letters, digits, `_`, `$`, spaces and controls. */
export const punctuationBits = new Int32Array(128);

let next = 0;
for (let unit = 33; unit < 127; unit++) if (/[^\w$]/.test(String.fromCharCode(unit))) punctuationBits[unit] = 1 << next++;
