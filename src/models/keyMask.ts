/**
 * Masks a key in what an endpoint sends: every run of eight or more of its characters, literal, in base64 (both alphabets, at any
 * alignment), in hex or percent-encoded.
 *
 * Every window of eight characters of the key is looked up at each position of the text, so whether a character is masked depends only on
 * the `reach` characters on either side: a stream is masked with that delay. Three set look-ups a character.
 */

export interface KeyMask {
  /** The text with each such run replaced by `[key]`. */
  mask(text: string): string;
  /** Masks a text that arrives in pieces. */
  stream(): MaskedStream;
}

export interface MaskedStream {
  /** The part of the text, up to and including this piece, that can be shown now. */
  push(piece: string): string;
  /** The rest of the text. */
  end(): string;
}

/** One more than the number of consecutive characters of a key that may be shown. */
const windowLength = 8;
const masked = '[key]';

/**
 * An encoding of the key's windows, and their encoded length. In base64 these are the ten characters that do not depend on neighbouring
 * bytes.
 */
interface Encoding {
  readonly length: number;
  readonly windows: ReadonlySet<string>;
}
const base64Length = 10;
const hexLength = 2 * windowLength;
const percentLength = 3 * windowLength;
/** One less than the maximum length of an encoded window. */
const reach = percentLength - 1;

/** A mask for the key; masks nothing if there is none or it is shorter than a window. */
export function createKeyMask(key = ''): KeyMask {
  const windows = Array.from({ length: Math.max(0, key.length - windowLength + 1) }, (_, i) => key.slice(i, i + windowLength));
  if (windows.length === 0) return { mask: (text) => text, stream: () => ({ push: (piece) => piece, end: () => '' }) };
  const plain = new Set(windows);
  const bytes = windows.map((window) => Buffer.from(window));
  const hex: Encoding = { length: hexLength, windows: new Set(bytes.map((window) => window.toString('hex'))) };
  const encodings: readonly Encoding[] = [
    { length: windowLength, windows: plain },
    { length: base64Length, windows: new Set(bytes.flatMap(base64Of)) },
  ];

  /** One byte per character, 1 if it must be masked. */
  function marksOf(text: string): Uint8Array {
    const marks = new Uint8Array(text.length);
    for (const encoding of encodings) markWindows(marks, text, encoding);
    // Lower-casing keeps the length, except for letters that become two; none of these is a hex digit.
    if (text.length >= hexLength)
      markWindows(
        marks,
        text.replace(/[A-F]/g, (digit) => digit.toLowerCase()),
        hex,
      );
    if (text.includes('%')) markPercent(marks, text, plain);
    return marks;
  }

  return {
    mask: (text) => shown(text, marksOf(text), 0, text.length),
    stream: () => createStream(marksOf),
  };
}

function createStream(marksOf: (text: string) => Uint8Array): MaskedStream {
  /** Characters already shown that a window may begin in, followed by those held back. */
  let text = '';
  let shownTo = 0;
  function showTo(end: number): string {
    const part = shown(text, marksOf(text), shownTo, end);
    const from = Math.max(0, end - reach - 1);
    text = text.slice(from);
    shownTo = end - from;
    return part;
  }
  return {
    push(piece) {
      text += piece;
      // No encoding contains blanks, so all words before the last one are complete.
      const lastWord = /\S*$/.exec(text.slice(-reach))?.[0].length ?? 0;
      return showTo(Math.max(shownTo, text.length - lastWord));
    },
    end: () => showTo(text.length),
  };
}

/** The characters of a range; each marked run becomes one `[key]`, even if it began before the range. */
function shown(text: string, marks: Uint8Array, from: number, to: number): string {
  let result = '';
  for (let at = from; at < to; ) {
    const isMasked = marks[at] === 1;
    let end = at + 1;
    while (end < to && (marks[end] === 1) === isMasked) end++;
    if (!isMasked) result += text.slice(at, end);
    else if (at > from || marks[at - 1] !== 1) result += masked;
    at = end;
  }
  return result;
}

/** The encodings of a window within a longer base64 text, for each offset in a group of three bytes, in both alphabets. */
function base64Of(window: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const from = Math.ceil((offset * 8) / 6);
    const encoded = Buffer.concat([Buffer.alloc(offset), window])
      .toString('base64')
      .slice(from, from + base64Length);
    return [encoded, encoded.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function markWindows(marks: Uint8Array, text: string, { length, windows }: Encoding): void {
  for (let at = 0; at + length <= text.length; at++) {
    if (windows.has(text.slice(at, at + length))) marks.fill(1, at, at + length);
  }
}

/** Any of the characters may be percent-encoded. */
function markPercent(marks: Uint8Array, text: string, windows: ReadonlySet<string>): void {
  const parts = [...text.matchAll(/%[0-9a-f]{2}|./gis)];
  const decoded = parts.map(([part]) => (part.length === 3 ? String.fromCharCode(Number.parseInt(part.slice(1), 16)) : part)).join('');
  for (let at = 0; at + windowLength <= decoded.length; at++) {
    if (!windows.has(decoded.slice(at, at + windowLength))) continue;
    const end = parts[at + windowLength]?.index ?? text.length;
    marks.fill(1, parts[at]?.index, end);
  }
}
