/** Searches a text for parts of a key by decoding everything that could be an encoding; slow, and independent of how keys are masked. */

/** Parts of eight characters of the key in the text: literal, percent-encoded, in hex or in base64. */
export function keyPartsIn(text: string, key: string): string[] {
  const readings = [text, text.replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))];
  for (const [run] of text.matchAll(/[0-9a-f]{16,}/gi)) {
    for (const offset of [0, 1]) readings.push(Buffer.from(run.slice(offset), 'hex').toString('latin1'));
  }
  for (const [run] of text.matchAll(/[\w+/-]{11,}/g)) {
    for (const offset of [0, 1, 2, 3]) readings.push(Buffer.from(run.slice(offset), 'base64').toString('latin1'));
  }
  const parts = Array.from({ length: Math.max(0, key.length - 7) }, (_, i) => key.slice(i, i + 8));
  return parts.filter((part) => readings.some((reading) => reading.includes(part)));
}
