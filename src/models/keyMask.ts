/**
 * Masks a key in what an endpoint says: every run of eight or more of its characters, as it is, in base64 (both alphabets, at any
 * alignment), in hex or percent-encoded.
 *
 * The windows of eight characters of the key are looked up at each position of the text, so whether a character is masked depends on
 * the `reach` characters on either side of it alone: a stream is masked with that much delay. Cost: three set look-ups a character.
 */

export interface KeyMask {
  /** The text with `[key]` for each such run. */
  mask(text: string): string;
  /** Masks a text that comes in pieces. */
  stream(): MaskedStream;
}

export interface MaskedStream {
  /** What of the text up to and with this piece can be shown now. */
  push(piece: string): string;
  /** What was held back. */
  end(): string;
}

/** Characters of a key that may be shown together: one less than this. */
const windowLength = 8;
const masked = '[key]';

/** Per encoding of a window: its length, and the windows of the key. In base64 the ten characters that hold no bit of a neighbour. */
interface Encoding {
  readonly length: number;
  readonly windows: ReadonlySet<string>;
}
const base64Length = 10;
const hexLength = 2 * windowLength;
const percentLength = 3 * windowLength;
/** One less than the longest encoded window. */
const reach = percentLength - 1;

/** A mask for the key; nothing is masked where there is none, or one too short to be one. */
export function createKeyMask(key = ''): KeyMask {
  const windows = windowsOf(key);
  if (windows.length === 0) return { mask: (text) => text, stream: () => ({ push: (piece) => piece, end: () => '' }) };
  const plain = new Set(windows);
  const bytes = windows.map((window) => Buffer.from(window));
  const hex: Encoding = { length: hexLength, windows: new Set(bytes.map((window) => window.toString('hex'))) };
  const encodings: readonly Encoding[] = [
    { length: windowLength, windows: plain },
    { length: base64Length, windows: new Set(bytes.flatMap(base64Of)) },
  ];

  /** A byte per character, 1 where it is to be masked. */
  function marksOf(text: string): Uint8Array {
    const marks = new Uint8Array(text.length);
    for (const encoding of encodings) markWindows(marks, text, encoding);
    // Of the same length, but for letters that lower case makes two of; hex digits are none of them.
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
  /** Shown characters that a window may begin in, then those that are held back. */
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
      // No encoding has blanks inside, so words before the last one are whole.
      const lastWord = /\S*$/.exec(text.slice(-reach))?.[0].length ?? 0;
      return showTo(Math.max(shownTo, text.length - lastWord));
    },
    end: () => showTo(text.length),
  };
}

/** The characters of a range; those with a mark as `[key]`, once for each run, also where the run began before the range. */
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

function windowsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - windowLength + 1) }, (_, i) => text.slice(i, i + windowLength));
}

/** What a window becomes inside of a longer base64 text, by where in a group of three bytes it begins; in both alphabets. */
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
