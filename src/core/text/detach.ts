/**
 * A copy of a short string that holds no part of the text it was cut from.
 *
 * Engines keep the whole text alive behind a slice of 13 or more units; a key that is stored once must not keep a file in memory.
 */
export function detach(text: string): string {
  if (text.length < 13) return text;
  const units = new Array<number>(text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return String.fromCharCode.apply(null, units);
}
