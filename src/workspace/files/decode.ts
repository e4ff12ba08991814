import { isUtf8 } from 'node:buffer';

/** Sampled to tell text from binary if the bytes are not valid UTF-8. */
const sampleBytes = 8192;
/** A short sample suffices for valid UTF-8: binary data is hardly ever valid and free of NUL. */
const utf8SampleBytes = 512;
const maxControlShare = 0.1;
/** Sampled to detect UTF-16 without a byte order mark, the same number as in VS Code. */
const utf16SampleBytes = 512;

/** The encoding of a text, and the length of its byte order mark. */
export interface Encoding {
  readonly name: 'utf8' | 'latin1' | 'utf16le' | 'utf16be';
  readonly start: number;
}

/** UTF-16 by its byte order mark or its zeros; otherwise UTF-8 if valid, else Latin-1. */
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
 * Whether every second byte of the sample is zero and no other, from `first` on. VS Code detects UTF-16 without a mark by the same rule,
 * which holds for texts that begin with Latin-1 characters.
 */
function isZeroAt(bytes: Buffer, first: 0 | 1): boolean {
  const length = Math.min(bytes.length, utf16SampleBytes);
  for (let index = 0; index < length; index++) if ((bytes[index] === 0) !== (index % 2 === first)) return false;
  return length > 1;
}

/**
 * Decodes a file's bytes without the byte order mark, keeping line endings. `undefined` for binary content: any NUL, or more than a tenth
 * of control characters in the sample.
 */
export function decodeText(bytes: Buffer): string | undefined {
  const { name, start } = encodingOf(bytes);
  if (name === 'utf16le' || name === 'utf16be') return decodeUtf16(bytes, start, name === 'utf16be');
  if (bytes.includes(0)) return undefined;
  const share = name === 'utf8' ? controlShare(bytes, utf8SampleBytes, 0x80) : controlShare(bytes, sampleBytes, 0xa0);
  return share > maxControlShare ? undefined : bytes.toString(name, start);
}

/** Other texts that an editor may show for the bytes of a text: decoded as UTF-8, or as Windows-1252. */
export function* otherDecodings(bytes: Buffer): Iterable<string> {
  if (encodingOf(bytes).name !== 'latin1') return;
  yield bytes.toString('utf8');
  yield new TextDecoder('windows-1252').decode(bytes);
}

/** UTF-16 of odd length, with a NUL character, or without a mark and full of control characters, only looks like it. */
function decodeUtf16(bytes: Buffer, start: number, bigEndian: boolean): string | undefined {
  if (bytes.length % 2 !== 0) return undefined;
  const units = Buffer.from(bytes.subarray(start));
  const text = (bigEndian ? units.swap16() : units).toString('utf16le');
  if (text.includes('\0')) return undefined;
  // Without a mark, a text begins with single-byte characters.
  const beginning = start === 0 ? Buffer.from(text.slice(0, utf16SampleBytes / 2), 'latin1') : undefined;
  return beginning && controlShare(beginning, beginning.length, 0xa0) > maxControlShare ? undefined : text.toWellFormed();
}

/**
 * Share of control characters, except those of plain text, in the sample. Bytes from 0x80 up to `c1End` count as control characters too.
 */
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
