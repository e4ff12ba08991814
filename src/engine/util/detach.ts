/** Units passed as arguments of one call, far below the limit of the stack. */
const block = 4096;

/**
 * A copy of a short string that does not reference the text it was cut from.
 *
 * JavaScript engines keep the whole text alive for a slice of 13 or more units; a stored key must not keep a file in memory.
 */
export function detach(text: string): string {
  if (text.length < 13) return text;
  let copy = '';
  for (let from = 0; from < text.length; from += block) {
    const units = new Array<number>(Math.min(block, text.length - from));
    for (let i = 0; i < units.length; i++) units[i] = text.charCodeAt(from + i);
    copy += String.fromCharCode.apply(null, units);
  }
  return copy;
}
