/**
 * Splits a client's messages into lines and drops those that are too long. Of the latter only the beginning and the end are kept, since
 * clients write a request's id in either. Each byte is examined once.
 */

import { Transform } from 'node:stream';
import { readJson } from '../../engine/util/budget.ts';

/** A line that was dropped. */
export interface LongLine {
  readonly bytes: number;
  /** The id of the request; `null` if it cannot be determined. */
  readonly id: string | number | null;
}

/** Bytes kept of the beginning and of the end of a line that is too long. */
const keptBytes = 1000;

/** A stream for piping the client's messages through. It emits whole lines of at most `maxBytes`, each with its line break. */
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
/** Preceded only by fields with plain values: it is the request's own id, not a nested one. */
const firstId = new RegExp(String.raw`^\s*\{\s*(?:"\w*"\s*:\s*(?:"[^"\\]*"|[\w.-]+)\s*,\s*)*?${id}`);
/** Followed only by the end of the request. */
const lastId = new RegExp(String.raw`${id}\s*\}\s*$`);

function idIn(head: string, tail: string): string | number | null {
  const found = firstId.exec(head)?.[1] ?? lastId.exec(tail)?.[1];
  try {
    return found === undefined ? null : (readJson(found) as LongLine['id']);
  } catch {
    return null;
  }
}
