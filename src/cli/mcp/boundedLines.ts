/**
 * Hands on what a client sends line by line, without lines that are too long. Of those only the beginning and the end are kept, since
 * clients write the id of a request at either. Cost: each byte is looked at once.
 */

import { Transform } from 'node:stream';

/** A line that was left out. */
export interface LongLine {
  readonly bytes: number;
  /** The id of the request; `null` where none can be told. */
  readonly id: string | number | null;
}

/** Bytes that are kept of the beginning and of the end of a line that is too long. */
const keptBytes = 1000;

/** A stream to pipe the client's messages through. What it gives are whole lines of at most `maxBytes`, each with its line break. */
export function boundedLines(maxBytes: number, onLong: (line: LongLine) => void): Transform {
  let parts: Buffer[] = [];
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      for (let from = 0; from < chunk.length; ) {
        const end = chunk.indexOf(10, from) + 1 || chunk.length;
        const part = chunk.subarray(from, end);
        from = end;
        parts.push(part);
        bytes += part.length;
        if (bytes > maxBytes) parts = endsOf(parts);
        if (part.at(-1) !== 10) continue;
        if (bytes <= maxBytes) this.push(Buffer.concat(parts));
        else onLong({ bytes, id: idIn(String(parts[0]), String(parts[1])) });
        parts = [];
        bytes = 0;
      }
      done();
    },
  });
}

function endsOf(parts: readonly Buffer[]): [Buffer, Buffer] {
  const all = Buffer.concat(parts);
  return [Buffer.from(all.subarray(0, keptBytes)), Buffer.from(all.subarray(-keptBytes))];
}

const id = String.raw`"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.)*")`;
/** Only fields with plain values before it: it is the request's own, and none of something inside. */
const firstId = new RegExp(String.raw`^\s*\{\s*(?:"\w*"\s*:\s*(?:"[^"\\]*"|[\w.-]+)\s*,\s*)*?${id}`);
/** Nothing but the end of the request behind it. */
const lastId = new RegExp(String.raw`${id}\s*\}\s*$`);

function idIn(head: string, tail: string): string | number | null {
  const found = firstId.exec(head)?.[1] ?? lastId.exec(tail)?.[1];
  try {
    return found === undefined ? null : JSON.parse(found);
  } catch {
    return null;
  }
}
