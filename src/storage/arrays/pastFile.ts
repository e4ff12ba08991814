/** The past of a folder in a file of arrays (`arraysFile.ts`) next to its index. It is read again from git if the file cannot be used. */

import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { LazyBytes } from '../../engine/index/codec/lazyBytes.ts';
import type { NumberArray, SavedArray } from '../../engine/index/codec/savedSegments.ts';
import { Past, type PastColumns } from '../../engine/past/past.ts';
import { readJson } from '../../engine/util/budget.ts';
import type { Steps } from '../../engine/util/steps.ts';
import { pastVersion } from '../../engine/version.ts';
import { fileSize } from '../fileFigures.ts';
import { readArrays, writeArrays } from './arraysFile.ts';

/** What is known of a past besides its commits. */
export interface PastHead {
  /** Changes with the commit that the past leads to. */
  readonly stamp: string;
  /** Whether older commits were not fetched. */
  readonly isShallow: boolean;
  /** Whether there are older commits than are kept. */
  readonly isCut: boolean;
}

export interface StoredPast {
  readonly head: PastHead;
  readonly past: Past;
}

const textsPerStep = 256;

/** Writes a past. Throws file system errors. */
export function* writePast(file: string, { head, past }: StoredPast): Steps<void> {
  const { columns } = past;
  const texts: Buffer[] = [];
  const textStarts = new Uint32Array(past.size + 1);
  let size = 0;
  for (let at = 0; at < past.size; at++) {
    const text = Buffer.from(columns.textAt(at));
    texts.push(text);
    size += text.length;
    textStarts[at + 1] = size;
    if (at % textsPerStep === 0) yield;
  }
  const { ids, dates, paths, fileStarts, files, terms, termStarts, postings, lengths } = columns;
  const known = Buffer.from(JSON.stringify({ ...head, idBytes: (ids[0]?.length ?? 0) / 2, paths }));
  const bytes = [known, Buffer.from(ids.join(''), 'hex'), Buffer.concat(texts)].map((one) => new Uint8Array(one));
  const numbers = [dates, fileStarts, files, terms, termStarts, postings, lengths, textStarts];
  yield* writeArrays(file, pastVersion, [...bytes, ...numbers] as NumberArray[]);
}

/** Reads a past; undefined if there is none that is usable. Texts are decompressed when they are read. */
export function* readPast(file: string): Steps<StoredPast | undefined> {
  if (fileSize(file) === 0) return undefined;
  try {
    return checked(yield* readArrays(file, pastVersion));
  } catch (error) {
    if (error instanceof CorruptBytesError || error instanceof SyntaxError || (error as NodeJS.ErrnoException).code !== undefined)
      return undefined;
    throw error;
  }
}

function checked(arrays: readonly SavedArray[]): StoredPast {
  const [known, idBytes, texts] = arrays.slice(0, 3);
  const numbers = arrays.slice(3);
  if (!(known instanceof LazyBytes && idBytes instanceof LazyBytes && texts instanceof LazyBytes))
    throw new CorruptBytesError('the past has no texts');
  if (numbers.length !== 8 || !numbers.every((one) => one instanceof Uint32Array)) throw new CorruptBytesError('the past lacks a column');
  const [dates, fileStarts, files, terms, termStarts, postings, lengths, textStarts] = numbers as unknown as Columns;
  const head = readJson(Buffer.from(known.read()).toString()) as PastHead & { readonly idBytes: number; readonly paths: string[] };
  const hex = Buffer.from(idBytes.read()).toString('hex');
  const ids = Array.from(dates, (_, i) => hex.slice(2 * head.idBytes * i, 2 * head.idBytes * (i + 1)));
  const isWhole =
    hex.length === dates.length * head.idBytes * 2 &&
    ends(fileStarts, dates.length, files.length) &&
    ends(termStarts, terms.length, postings.length) &&
    ends(textStarts, dates.length, texts.length) &&
    lengths.length === dates.length;
  if (!isWhole) throw new CorruptBytesError('the columns of the past do not fit');
  const textAt: PastColumns['textAt'] = (at) =>
    Buffer.from(texts.read(textStarts[at] as number, textStarts[at + 1] as number)).toString('utf8');
  const past = new Past({ ids, dates, paths: head.paths, fileStarts, files, terms, termStarts, postings, lengths, textAt });
  const { stamp, isShallow, isCut } = head;
  return { head: { stamp, isShallow, isCut }, past };
}

type Columns = readonly [
  ...[dates: Uint32Array, fileStarts: Uint32Array, files: Uint32Array, terms: Uint32Array],
  ...[termStarts: Uint32Array, postings: Uint32Array, lengths: Uint32Array, textStarts: Uint32Array],
];

/** Whether starts belong to so many lists with so many entries in all. */
function ends(starts: Uint32Array, lists: number, entries: number): boolean {
  return starts.length === lists + 1 && starts[lists] === entries;
}
