/**
 * Posting lists and chunk keys as rows of bytes: one layout in memory and, compressed, in the saved index. An entry is a number (a chunk id or a key id) with a value and a position mask.
 *
 * Each row stores, entry by entry, the delta-encoded number and mostly one byte of `postingForms.ts`: about 2.5 bytes an entry, where
 * columns of numbers take nine. A row is decoded when it is read, about 5 ns an entry; merging copies values and masks undecoded.
 */

import { grown } from '../util/growArray.ts';
import { Form, formNumbers, formOf, formPlaces, formRoles, numberOfRoles, rolesOfNumber } from './codec/postingForms.ts';
import type { Values } from './reader.ts';

export interface EntryRows {
  /** Number of entries of each row. */
  readonly sizes: Int32Array;
  /** Row i is in [starts[i], starts[i + 1]) of the bytes. */
  readonly starts: Uint32Array;
  readonly bytes: Uint8Array;
  /** Whether values are roles, which are stored as `numberOfRoles`, so that the most frequent ones are short. */
  readonly isRoles: boolean;
  /** Decompresses the bytes in [from, to), if they are compressed; `bytes` then decompresses all of them when accessed. */
  readonly read?: (from: number, to: number) => Uint8Array;
  /** Where rows lie on another machine: fetches the bytes in [from, to), which can then be read. */
  readonly fetch?: (from: number, to: number) => Promise<void>;
  /** For rows from a file: throws if a row that ends with this number cannot be what was written. -1 stands for descending numbers. */
  readonly check?: (last: number) => void;
}

/** The entries of one row, as columns. */
export interface Entries {
  readonly size: number;
  /** Ascending. */
  readonly numbers: Int32Array;
  readonly values: Values;
  readonly places: Uint32Array;
}

/** Reads a row. */
export function entriesOf(rows: EntryRows, row: number): Entries {
  const size = rows.sizes[row] as number;
  const numbers = new Int32Array(size);
  const places = new Uint32Array(size);
  const narrow = new Uint8Array(size);
  if (readEntries(rows, row, numbers, narrow, 0, places)) return { size, numbers, values: narrow, places };
  const values = new Int32Array(size);
  readEntries(rows, row, numbers, values, 0, places);
  return { size, numbers, values, places };
}

/** Reads a row into columns from index `start` on. Returns false if a value does not fit the width of `values`. */
export function readEntries(
  rows: EntryRows,
  row: number,
  numbers: Int32Array,
  values: Values,
  start: number,
  places?: Uint32Array,
): boolean {
  const { isRoles } = rows;
  const formValues = isRoles ? formRoles : formNumbers;
  const from = rows.starts[row] as number;
  const bytes = rows.read === undefined ? rows.bytes : rows.read(from, rows.starts[row + 1] as number);
  const end = start + (rows.sizes[row] as number);
  const max = values.BYTES_PER_ELEMENT === 1 ? 0xff : 0x7fffffff;
  let at = rows.read === undefined ? from : 0;
  let number = 0;
  let deltaBits = 0;
  for (let i = start; i < end; i++) {
    let byte = bytes[at++] as number;
    let delta = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++] as number;
      delta |= (byte & 127) << shift;
    }
    deltaBits |= delta;
    number += delta;
    numbers[i] = number;
    const form = bytes[at++] as number;
    if (form < Form.any) {
      values[i] = formValues[form] as number;
      if (places !== undefined) places[i] = formPlaces[form] as number;
      continue;
    }
    const placesEnd = varintEnd(bytes, at);
    const coded = varintAt(bytes, placesEnd);
    const value = isRoles ? rolesOfNumber(coded) : coded;
    if (value > max) return false;
    values[i] = value;
    if (places !== undefined) places[i] = varintAt(bytes, at);
    at = varintEnd(bytes, placesEnd);
  }
  if (rows.check !== undefined && end > start) rows.check(deltaBits < 0 ? -1 : number);
  return true;
}

function varintAt(bytes: Uint8Array, from: number): number {
  let value = 0;
  for (let at = from, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at] as number;
    value |= (byte & 127) << shift;
    if (!(byte > 127)) return value;
  }
}

function varintEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while ((bytes[at] as number) > 127) at++;
  return at + 1;
}

/** Maximum size of an entry in bytes: three varints and a form. */
const maxEntryBytes = 16;

/** Writes rows one after the other. */
export class RowWriter {
  readonly #isRoles: boolean;
  #bytes: Uint8Array<ArrayBuffer>;
  #at = 0;
  #rows = 0;
  #size = 0;
  #last = 0;
  readonly #sizes: Int32Array;
  readonly #starts: Uint32Array;

  /** @param maxRows maximum number of rows. @param bytes estimate of their size in bytes. */
  constructor(maxRows: number, bytes: number, isRoles: boolean) {
    this.#isRoles = isRoles;
    this.#bytes = new Uint8Array(bytes + maxEntryBytes);
    this.#sizes = new Int32Array(maxRows);
    this.#starts = new Uint32Array(maxRows + 1);
  }

  /** Adds an entry to the current row; numbers must ascend. */
  add(number: number, value: number, places: number): void {
    this.#next(number);
    const coded = this.#isRoles ? numberOfRoles(value) : value;
    const form = formOf(places, coded);
    this.#bytes[this.#at++] = form;
    if (form < Form.any) return;
    this.#varint(places);
    this.#varint(coded);
  }

  /** Adds the entries of another writer's row, which must be in memory, renumbered by `map`; entries mapped to -1 are dropped. */
  addMapped({ bytes, sizes, starts }: EntryRows, row: number, map: Int32Array): void {
    const size = sizes[row] as number;
    let at = starts[row] as number;
    let number = 0;
    for (let i = 0; i < size; i++) {
      let byte = bytes[at++] as number;
      let delta = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++] as number;
        delta |= (byte & 127) << shift;
      }
      number += delta;
      const from = at++;
      if (bytes[from] === Form.any) at = varintEnd(bytes, varintEnd(bytes, at));
      const into = map[number] as number;
      if (into < 0) continue;
      this.#next(into);
      for (let k = from; k < at; k++) this.#bytes[this.#at++] = bytes[k] as number;
    }
  }

  /** Copies a row of another writer unchanged; the current row must be empty. */
  addWhole({ bytes, sizes, starts }: EntryRows, row: number): void {
    const [from, to] = [starts[row] as number, starts[row + 1] as number];
    this.#reserve(to - from);
    for (let k = from; k < to; k++) this.#bytes[this.#at++] = bytes[k] as number;
    this.#size = sizes[row] as number;
  }

  /** Ends the current row and returns its number of entries; an empty row is dropped unless `keepEmpty`. */
  endRow(keepEmpty = false): number {
    const size = this.#size;
    if (size > 0 || keepEmpty) {
      this.#sizes[this.#rows++] = size;
      this.#starts[this.#rows] = this.#at;
    }
    this.#size = 0;
    this.#last = 0;
    return size;
  }

  /** The rows. */
  finish(): EntryRows {
    return {
      sizes: this.#sizes.slice(0, this.#rows),
      starts: this.#starts.slice(0, this.#rows + 1),
      bytes: this.#bytes.slice(0, this.#at),
      isRoles: this.#isRoles,
    };
  }

  #next(number: number): void {
    this.#reserve(0);
    this.#varint(number - this.#last);
    this.#last = number;
    this.#size++;
  }

  #varint(value: number): void {
    let rest = value;
    while (rest >>> 0 > 127) {
      this.#bytes[this.#at++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#at++] = rest;
  }

  #reserve(size: number): void {
    const min = this.#at + size + maxEntryBytes;
    if (min > this.#bytes.length) this.#bytes = grown(this.#bytes, Math.max(min, this.#bytes.length * 1.5));
  }
}
