import { isUtf8 } from 'node:buffer';

/** Looked at to tell text from binary when the bytes are not UTF-8. */
const sampleBytes = 8192;
/** In valid UTF-8 a short look suffices: binary data is hardly ever valid and free of NUL. */
const utf8SampleBytes = 512;
const maxControlShare = 0.1;

/**
 * The text of a file's bytes, without byte order mark; line ends stay as they are. `undefined` for binary content.
 *
 * UTF-16 needs its byte order mark; anything else is UTF-8 when it is valid UTF-8 and Latin-1 when not. Binary is what contains a NUL or, in the
 * first bytes, more than a tenth of control characters.
 */
export function decodeText(bytes: Buffer): string | undefined {
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  if (mark === 0xfffe || mark === 0xfeff) {
    return decodeUtf16(bytes, mark === 0xfeff);
  }
  if (bytes.includes(0)) {
    return undefined;
  }
  if (isUtf8(bytes)) {
    const start = bytes.length >= 3 && mark === 0xefbb && bytes[2] === 0xbf ? 3 : 0;
    return controlShare(bytes, utf8SampleBytes, 0x80) > maxControlShare ? undefined : bytes.toString('utf8', start);
  }
  return controlShare(bytes, sampleBytes, 0xa0) > maxControlShare ? undefined : bytes.toString('latin1');
}

/** UTF-16 of an odd length, or with a NUL character, is something else that happens to begin like it (UTF-32 does). */
function decodeUtf16(bytes: Buffer, bigEndian: boolean): string | undefined {
  if (bytes.length % 2 !== 0) {
    return undefined;
  }
  const units = Buffer.from(bytes.subarray(2));
  const text = (bigEndian ? units.swap16() : units).toString('utf16le');
  return text.includes('\0') ? undefined : text.toWellFormed();
}

/** Share of control characters, other than those of plain text, among the first bytes. Bytes from 0x80 up to `c1End` count as control too. */
function controlShare(bytes: Buffer, sample: number, c1End: number): number {
  const length = Math.min(bytes.length, sample);
  let count = 0;
  for (let index = 0; index < length; index++) {
    const byte = bytes[index] ?? 0;
    const isPlain = byte >= 0x20 ? byte < 0x7f || byte >= c1End : (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b;
    count += isPlain ? 0 : 1;
  }
  return length === 0 ? 0 : count / length;
}
