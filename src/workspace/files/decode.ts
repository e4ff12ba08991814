import { isAscii, isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';

/** Sampled to tell text from binary if the bytes are not valid UTF-8. */
const sampleBytes = 8192;
/** A short sample suffices for valid UTF-8: binary data is hardly ever valid and free of NUL. */
const utf8SampleBytes = 512;
const maxControlShare = 0.1;
/** Sampled to detect UTF-16 without a byte order mark, the same number as in VS Code. */
const utf16SampleBytes = 512;

/** Sampled, of the lines that are not ASCII, to guess a legacy encoding. */
const guessBytes = 16 * 1024;
/** Below this confidence, in percent, a guess is as good as any other; one that is twice as likely as the next needs half of it. */
const minConfidence = 40;
/** A source may hold a NUL by accident: one, and one more for each of so many bytes. */
const bytesForNul = 1024;

/** The encoding of a text by its name in the Encoding standard, and the length of its byte order mark. */
export interface Encoding {
  readonly name: string;
  readonly start: number;
}

const utf8 = 'utf8';

/**
 * By the byte order mark; else the wanted one where the bytes are valid in it; else UTF-16 by its zeros, UTF-8 if valid, or a guess.
 *
 * @param wanted as VS Code's `files.encoding` names it; `utf8` and unknown names leave the choice to the bytes.
 */
export function detectEncoding(bytes: Buffer, wanted: string = utf8): Encoding {
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  if (mark === 0xfffe) return { name: 'utf-16le', start: 2 };
  if (mark === 0xfeff) return { name: 'utf-16be', start: 2 };
  if (mark === 0xefbb && bytes[2] === 0xbf && isUtf8(bytes)) return { name: utf8, start: 3 };
  const chosen = standardName(wanted);
  if (chosen !== undefined && chosen !== 'utf-8' && !isAscii(bytes) && isValidIn(bytes, chosen)) return { name: chosen, start: 0 };
  if (isZeroAt(bytes, 1)) return { name: 'utf-16le', start: 0 };
  if (isZeroAt(bytes, 0)) return { name: 'utf-16be', start: 0 };
  return { name: isUtf8(bytes) ? utf8 : guessed(bytes), start: 0 };
}

/** VS Code's names that the Encoding standard spells otherwise. */
const otherNames = new Map([
  ['iso88591', 'latin1'],
  ['eucjp', 'euc-jp'],
  ['euckr', 'euc-kr'],
  ['shiftjis', 'shift_jis'],
  ['big5hkscs', 'big5'],
  ['koi8r', 'koi8-r'],
  ['koi8u', 'koi8-u'],
  ['cp866', 'ibm866'],
  ['utf16le', 'utf-16le'],
  ['utf16be', 'utf-16be'],
]);

function standardName(name: string): string | undefined {
  const plain = name.toLowerCase();
  const known =
    otherNames.get(plain) ?? plain.replace(/^(?:windows|iso8859)(?=\d)/, (family) => `${family === 'iso8859' ? 'iso-8859' : family}-`);
  try {
    return new TextDecoder(known).encoding;
  } catch {
    return undefined;
  }
}

function isValidIn(bytes: Buffer, name: string): boolean {
  try {
    new TextDecoder(name, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The most likely legacy encoding by the lines that are not ASCII; Windows-1252 where nothing speaks for another one. */
function guessed(bytes: Buffer): string {
  const lines: Buffer[] = [];
  let size = 0;
  for (let at = 0; at < bytes.length && size < guessBytes; ) {
    const feed = bytes.indexOf(10, at);
    const end = feed < 0 ? bytes.length : feed + 1;
    const line = bytes.subarray(at, Math.min(end, at + guessBytes));
    if (line.some((byte) => byte >= 0x80)) size += lines.push(line) && line.length;
    at = end;
  }
  const sample = Buffer.concat(lines);
  const guesses = analyse(sample);
  for (const [i, { name, confidence }] of guesses.entries()) {
    const isClear = confidence >= 2 * (guesses[i + 1]?.confidence ?? 0);
    if (confidence < (isClear ? minConfidence / 2 : minConfidence)) break;
    const known = name.startsWith('UTF-') || name.startsWith('ISO-8859-1') ? undefined : standardName(name);
    if (name === 'ISO-8859-1') break;
    if (known !== undefined && isValidIn(bytes, known)) return known;
  }
  return 'windows-1252';
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
 * Decodes a file's bytes without the byte order mark, keeping line endings. `undefined` for binary content: many NULs, one in a text that is not
 * UTF-8, or more than a tenth of control characters in the sample.
 */
export function decodeText(bytes: Buffer, wanted?: string): string | undefined {
  const encoding = detectEncoding(bytes, wanted);
  const { name, start } = encoding;
  if (isUtf16(encoding)) return decodeUtf16(bytes, start, name === 'utf-16be');
  if (bytes.includes(0) && (name !== utf8 || hasManyNuls(bytes))) return undefined;
  const share =
    name === utf8 ? controlShare(bytes, utf8SampleBytes, 0x80) : controlShare(bytes, sampleBytes, name === 'windows-1252' ? 0xa0 : 0x80);
  return share > maxControlShare ? undefined : decodePart(bytes, encoding, start, bytes.length);
}

/** Whole lines in an encoding in which a line break is one byte. NUL becomes its picture, so that offsets stay. */
export function decodePart(bytes: Buffer, { name }: Encoding, from: number, to: number): string {
  const text = name === utf8 ? bytes.toString(utf8, from, to) : new TextDecoder(name).decode(bytes.subarray(from, to));
  return text.replaceAll('\0', '\u2400');
}

/** Whether a line break has two bytes. */
export function isUtf16({ name }: Encoding): boolean {
  return name.startsWith('utf-16');
}

/** Whether lines can be decoded one by one. */
export function isStateless({ name }: Encoding): boolean {
  return name !== 'iso-2022-jp';
}

function hasManyNuls(bytes: Buffer): boolean {
  let left = 1 + Math.floor(bytes.length / bytesForNul);
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) if (left-- === 0) return true;
  return false;
}

/** Other texts that an editor may show for the bytes of a text: decoded as UTF-8, or as Windows-1252. */
export function* otherDecodings(bytes: Buffer): Iterable<string> {
  if (detectEncoding(bytes).name === utf8) return;
  yield bytes.toString(utf8);
  yield bytes.toString('latin1');
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
