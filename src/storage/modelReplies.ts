/**
 * What models were paid for, in files in the directory of an index: one line of JSON for each content that a model was asked about, appended as
 * replies arrive; an embedder's vector of a text is one, too.
 *
 * It may have cost money, so nothing rewrites it: it does not depend on the index or its version, and a kill loses at most the line that is
 * being written. Processes may append at the same time, and each reads what the others have added. Lines that cannot be read are left out.
 */

import { createHash, type Hash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { LazyBytes } from '../engine/index/codec/lazyBytes.ts';
import type { SavedArray } from '../engine/index/codec/savedSegments.ts';
import { type Enrichment, enrichmentFrom, enrichmentPromptVersion } from '../engine/retrieval/modelSources/enrichment.ts';
import { type GateVerdict, gatePromptVersion, gateVerdictFrom } from '../engine/retrieval/modelSources/gateVerdict.ts';
import type { PassageVector } from '../engine/retrieval/modelSources/passageVectors.ts';
import { readJson } from '../engine/util/budget.ts';
import { isObject } from '../engine/util/isObject.ts';
import type { Yield } from '../engine/util/steps.ts';
import { fileSize } from './fileFigures.ts';
import { sideFile } from './segments/indexDirectory.ts';

/** Bytes read at once, some milliseconds; a line is far shorter. */
const maxPart = 1 << 18;

/** The model of records whose line does not name it: the older form of `embeddings`, whose keys name the embedder. */
const unnamed = '';

/** In the order that an export has them in. */
export const replyKinds = ['enriched', 'vectors', 'gates', 'embeddings'] as const;
export type ReplyKind = (typeof replyKinds)[number];

/** A kind of record. */
interface RecordKind<T> {
  /** Of its file, and where an export has it. */
  readonly name: ReplyKind;
  /** Replies to another prompt are not used. */
  readonly promptVersion: number;
  /** Checks a value read from the file; `undefined` if it is no record. */
  from(value: unknown): T | undefined;
  /** As JSON, where it is not plain data. */
  encode?(value: T): unknown;
}

/** All that is kept with an index. */
export class ModelReplies {
  /** What models have extracted from passages, by their contents. */
  readonly enriched: ReplyFile<Enrichment>;
  /** Vectors of passages, by their contents; `null` for one that the embedder does not take. */
  readonly vectors: ReplyFile<PassageVector>;
  /** Models' verdicts on candidates for gates, by the contents of both sides. */
  readonly gates: ReplyFile<GateVerdict>;
  /** Vectors of short texts (descriptions, statements, questions) as the embedder gave them, by embedder and text. */
  readonly embeddings: ReplyFile<Float32Array>;

  /** Without a directory it is kept in memory. Opens nothing yet. */
  constructor(directory?: string) {
    this.enriched = new ReplyFile(directory, { name: 'enriched', promptVersion: enrichmentPromptVersion, from: enrichmentFrom });
    this.vectors = new ReplyFile(directory, { name: 'vectors', promptVersion: 1, from: passageVectorFrom, encode: encodePassageVector });
    this.gates = new ReplyFile(directory, { name: 'gates', promptVersion: gatePromptVersion, from: gateVerdictFrom });
    this.embeddings = new ReplyFile(directory, {
      name: 'embeddings',
      promptVersion: 1,
      from: vectorFrom,
      encode: toBase64,
    } as RecordKind<Float32Array>);
  }

  get #files() {
    return replyKinds.map((kind) => this[kind]);
  }

  /** Records of all kinds. */
  get count(): number {
    return this.#files.reduce((sum, file) => sum + file.count, 0);
  }

  sizeBytes(): number {
    return this.#files.reduce((sum, file) => sum + file.sizeBytes(), 0);
  }

  remove(): void {
    for (const file of this.#files) file.remove();
  }

  /** Keeps what came from elsewhere, by kind, where it is not known yet; returns how many records. */
  async take(replies: readonly SavedArray[], yieldThread: Yield): Promise<number> {
    let added = 0;
    for (const [kind, file] of this.#files.entries()) added += await file.take(replies[kind], yieldThread);
    return added;
  }
}

/** The records of one model: `null` if no reply was usable, or if the reply was no. */
export interface ModelRecords<T> {
  readonly size: number;
  get(key: string): T | null | undefined;
  /** Throws the system's error where the file cannot be written. */
  keep(key: string, value: T | null): void;
}

/** The records of a kind. */
export class ReplyFile<T> {
  readonly #file: string | undefined;
  readonly #kind: RecordKind<T>;
  readonly #models = new Map<string, Map<string, T | null>>();
  /** Of the lines of each model that were read. */
  readonly #digests = new Map<string, Hash>();
  /** Bytes of the lines that were read, and of the file then. */
  #read = 0;
  #seen = 0;

  /** Without a directory it is kept in memory. Opens nothing yet. */
  constructor(indexDirectory: string | undefined, kind: RecordKind<T>) {
    this.#file = indexDirectory === undefined ? undefined : sideFile(indexDirectory, kind.name);
    this.#kind = kind;
  }

  /** Identifies the records of the model that has the most, by their content; `undefined` if there are none. */
  get version(): string | undefined {
    this.#follow();
    const [model] = this.#best() ?? [];
    if (model === undefined) return undefined;
    return JSON.stringify([model, this.#kind.promptVersion, this.#digests.get(model)?.copy().digest('base64url')]);
  }

  /** Records of that model. */
  get count(): number {
    this.#follow();
    return this.#best()?.[1].size ?? 0;
  }

  /** The record of the model that has the most records. */
  get(key: string): T | null | undefined {
    return this.#best()?.[1].get(key);
  }

  records(model: string): ModelRecords<T> {
    this.#follow();
    const known = (): ReadonlyMap<string, T | null> | undefined => this.#models.get(model);
    return {
      get size() {
        return known()?.size ?? 0;
      },
      get: (key) => {
        const found = known()?.get(key);
        return found === undefined ? this.#models.get(unnamed)?.get(key) : found;
      },
      keep: (key, value) => {
        this.#keep(this.#line(key, model, value));
        this.#add(key, model, value);
      },
    };
  }

  /** The records of all models, as lines; of these keys only, if they are given. */
  lines(keys?: ReadonlySet<string>): readonly string[] {
    this.#follow();
    return [...this.#models].flatMap(([model, known]) =>
      [...known].filter(([key]) => keys?.has(key) !== false).map(([key, value]) => this.#line(key, model, value)),
    );
  }

  /**
   * Keeps lines that came from elsewhere, where they are records that are not known yet; returns their number. On a full disk they are left out. Awaits
   * `yieldThread` between parts.
   */
  async take(packed: SavedArray | undefined, yieldThread: Yield): Promise<number> {
    const bytes = Buffer.from(packed instanceof LazyBytes ? packed.read() : []);
    let added = 0;
    for (let at = 0; at < bytes.length; ) {
      await this.follow(yieldThread);
      const end = bytes.indexOf(10, at + maxPart) + 1 || bytes.length;
      const lines = bytes.toString('utf8', at, end).split('\n');
      added += this.#keepNew(lines);
      at = end;
      await yieldThread();
    }
    return added;
  }

  #keepNew(lines: readonly string[]): number {
    const added = lines.filter((line) => {
      const [key, model] = this.#recordIn(line) ?? [];
      return key !== undefined && this.#models.get(model as string)?.has(key) !== true;
    });
    if (added.length === 0) return 0;
    try {
      this.#keep(added.join('\n'));
      return added.length;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      return 0;
    }
  }

  sizeBytes(): number {
    return this.#file === undefined ? 0 : fileSize(this.#file);
  }

  remove(): void {
    if (this.#file !== undefined) fs.rmSync(this.#file, { force: true });
    this.#forget();
  }

  /** The model with the most records; the first of several. */
  #best(): readonly [model: string, known: ReadonlyMap<string, T | null>] | undefined {
    let best: readonly [string, ReadonlyMap<string, T | null>] | undefined;
    for (const one of this.#models) if (best === undefined || one[1].size > best[1].size) best = one;
    return best;
  }

  #line(key: string, model: string, value: T | null): string {
    const kept = value === null ? null : (this.#kind.encode?.(value) ?? value);
    return JSON.stringify([key, model, this.#kind.promptVersion, kept]);
  }

  #keep(lines: string): void {
    if (this.#file !== undefined) this.#append(lines, this.#file);
    else for (const line of lines.split('\n')) this.#take(line);
  }

  #add(key: string, model: string, value: T | null): void {
    const known = this.#models.get(model) ?? new Map<string, T | null>();
    this.#models.set(model, known.set(key, value));
  }

  #forget(): void {
    this.#models.clear();
    this.#read = 0;
    this.#digests.clear();
    this.#seen = 0;
  }

  /** First ends a line that was cut off. */
  #append(line: string, file: string): void {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const descriptor = fs.openSync(file, 'a+', 0o600);
    try {
      const { size } = fs.fstatSync(descriptor);
      const last = Buffer.alloc(1);
      const isEnded = size === 0 || (fs.readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] === 10);
      fs.writeSync(descriptor, `${isEnded ? '' : '\n'}${line}\n`);
    } finally {
      fs.closeSync(descriptor);
    }
  }

  /** Reads what was added, and awaits `yieldThread` between parts of it. */
  async follow(yieldThread: Yield): Promise<void> {
    while (this.#followPart()) await yieldThread();
  }

  #follow(): void {
    while (this.#followPart());
  }

  /** Reads some of the complete lines that were appended, or starts over if the file was replaced. Returns whether there may be more. */
  #followPart(): boolean {
    const size = this.sizeBytes();
    if (this.#file === undefined || size === this.#seen) return false;
    if (size < this.#seen) this.#forget();
    const to = Math.min(size, this.#read + maxPart);
    const bytes = readFrom(this.#file, this.#read, to);
    const end = bytes.lastIndexOf(10) + 1;
    this.#read += end;
    for (const line of bytes.toString('utf8', 0, end).split('\n')) this.#take(line);
    if (to === size || end === 0) this.#seen = size;
    return this.#seen !== size;
  }

  #recordIn(line: string): readonly [key: string, model: string, value: T | null] | undefined {
    const record = fieldsIn(line);
    if (!Array.isArray(record) || record.length !== 4) return undefined;
    const [key, model, version, kept] = record;
    const value = kept === null ? null : this.#kind.from(kept);
    const isRecord = typeof key === 'string' && typeof model === 'string' && version === this.#kind.promptVersion;
    return isRecord && value !== undefined ? [key, model, value] : undefined;
  }

  #take(line: string): void {
    const record = this.#recordIn(line);
    if (record === undefined) return;
    const [, model] = record;
    this.#add(...record);
    const digest = this.#digests.get(model) ?? createHash('sha256');
    this.#digests.set(model, digest.update(`${line}\n`));
  }
}

/** In the older form of `embeddings`, key and vector stood beside a tab, which no JSON has. */
function fieldsIn(line: string): unknown {
  const [key, vector] = line.split('\t');
  if (vector !== undefined) return [key, unnamed, 1, vector];
  try {
    return readJson(line);
  } catch {
    return undefined;
  }
}

/** The bytes from one position to another; fewer if the file cannot be read. */
function readFrom(file: string, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from);
  try {
    const descriptor = fs.openSync(file, 'r');
    try {
      return bytes.subarray(0, fs.readSync(descriptor, bytes, 0, bytes.length, from));
    } finally {
      fs.closeSync(descriptor);
    }
  } catch {
    return bytes.subarray(0, 0);
  }
}

function encodePassageVector({ dimensions, values }: PassageVector) {
  return { dimensions, values: toBase64(values) };
}

function passageVectorFrom(kept: unknown): PassageVector | undefined {
  if (!isObject(kept) || typeof kept.dimensions !== 'number' || typeof kept.values !== 'string') return undefined;
  const values = new Int8Array(Buffer.from(kept.values, 'base64'));
  return values.length === 0 || values.length > kept.dimensions ? undefined : { dimensions: kept.dimensions, values };
}

function vectorFrom(kept: unknown): Float32Array | undefined {
  if (typeof kept !== 'string') return undefined;
  const { buffer } = Uint8Array.from(Buffer.from(kept, 'base64'));
  return buffer.byteLength === 0 || buffer.byteLength % 4 !== 0 ? undefined : new Float32Array(buffer);
}

function toBase64({ buffer, byteOffset, byteLength }: Int8Array | Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}
