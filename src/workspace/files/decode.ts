import { isUtf8 } from 'node:buffer';

/** Looked at to tell text from binary when the bytes are not UTF-8. */
const sampleBytes = 8192;
/** In valid UTF-8 a short look suffices: binary data is hardly ever valid and free of NUL. */
const utf8SampleBytes = 512;
const maxControlShare = 0.1;
/** Looked at to see UTF-16 that has no mark, as many as VS Code looks at. */
const utf16SampleBytes = 512;

/** In which encoding bytes are written, where they are text, and after how many bytes of a byte order mark the text begins. */
export interface Encoding {
  readonly name: 'utf8' | 'latin1' | 'utf16le' | 'utf16be';
  readonly start: number;
}

/** By its byte order mark, or by zeros, UTF-16; anything else is UTF-8 when it is valid UTF-8 and Latin-1 when not. */
export function encodingOf(bytes: Buffer): Encoding {
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  if (mark === 0xfffe) return { name: 'utf16le', start: 2 };
  if (mark === 0xfeff) return { name: 'utf16be', start: 2 };
  if (isZeroAt(bytes, 1)) return { name: 'utf16le', start: 0 };
  if (isZeroAt(bytes, 0)) return { name: 'utf16be', start: 0 };
  if (!isUtf8(bytes)) return { name: 'latin1', start: 0 };
  return { name: 'utf8', start: mark === 0xefbb && bytes[2] === 0xbf ? 3 : 0 };
}

/**
 * Whether exactly each second byte of the first ones is zero, from `first` on: so VS Code sees UTF-16 without a mark, and so it is wherever a text
 * begins with characters of Latin-1.
 */
function isZeroAt(bytes: Buffer, first: 0 | 1): boolean {
  const length = Math.min(bytes.length, utf16SampleBytes);
  for (let index = 0; index < length; index++) if ((bytes[index] === 0) !== (index % 2 === first)) return false;
  return length > 1;
}

/**
 * The text of a file's bytes, without byte order mark; line ends stay as they are. `undefined` for binary content: what contains a NUL or, in
 * the first bytes, more than a tenth of control characters.
 */
export function decodeText(bytes: Buffer): string | undefined {
  const { name, start } = encodingOf(bytes);
  if (name === 'utf16le' || name === 'utf16be') return decodeUtf16(bytes, start, name === 'utf16be');
  if (bytes.includes(0)) return undefined;
  const share = name === 'utf8' ? controlShare(bytes, utf8SampleBytes, 0x80) : controlShare(bytes, sampleBytes, 0xa0);
  return share > maxControlShare ? undefined : bytes.toString(name, start);
}

/** What editors may show of the bytes of a text besides `decodeText`: they take it for UTF-8, or for what Windows makes of a byte. */
export function* otherDecodings(bytes: Buffer): Iterable<string> {
  if (encodingOf(bytes).name !== 'latin1') return;
  yield bytes.toString('utf8');
  yield new TextDecoder('windows-1252').decode(bytes);
}

/** UTF-16 of an odd length, with a NUL character, or without a mark and full of control characters, is something else that looks like it. */
function decodeUtf16(bytes: Buffer, start: number, bigEndian: boolean): string | undefined {
  if (bytes.length % 2 !== 0) {
    return undefined;
  }
  const units = Buffer.from(bytes.subarray(start));
  const text = (bigEndian ? units.swap16() : units).toString('utf16le');
  if (text.includes('\0')) return undefined;
  // What has no mark begins with characters of one byte.
  const beginning = start === 0 ? Buffer.from(text.slice(0, utf16SampleBytes / 2), 'latin1') : undefined;
  return beginning && controlShare(beginning, beginning.length, 0xa0) > maxControlShare ? undefined : text.toWellFormed();
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
