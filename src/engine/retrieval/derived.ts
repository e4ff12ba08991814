/**
 * Data that retrieval systems derive from an index, its texts or models, built when first asked for.
 *
 * Data of a generation (graphs, clusters) holds for one state of the index. Data of a document (vectors, descriptions) depends on one content
 * alone, so it survives changes of others. Both are equal to a rebuild, whatever the history. Without a keeper they live in memory: with the
 * reader, and with the last reader that has the content.
 */

import type { ContentId } from '../document.ts';
import { CorruptBytesError } from '../index/codec/bytes.ts';
import type { ChunkInfo, IndexReader } from '../index/reader.ts';
import type { TextSource } from '../index/textSource.ts';
import type { Yield } from '../util/steps.ts';
import { type ChunkOrder, chunkOrder, documentsByPlace } from './chunkOrder.ts';

/** The part of `RetrieveOptions` that building needs. */
export interface BuildOptions {
  readonly signal?: AbortSignal;
  readonly yieldThread?: Yield;
}

/** The input of derived data. */
export interface DerivedInput extends BuildOptions {
  readonly reader: IndexReader;
  /** Texts of the reader's chunks, for builders that read them. */
  readonly texts?: TextSource;
}

/**
 * Runs a task of a builder in another thread, from and to data that can be sent there; `undefined` where that is not possible, so that the
 * caller runs it itself. `yieldThread` is awaited meanwhile.
 */
export type OtherThread = (task: string, input: unknown, yieldThread: Yield) => Promise<unknown>;

/** The input of a builder. */
export interface BuildContext {
  readonly reader: IndexReader;
  readonly texts: TextSource | undefined;
  readonly yieldThread: Yield;
  readonly otherThread?: OtherThread | undefined;
}

/** Identifies data: kept data of another kind is never used. */
export interface DataKind {
  readonly id: string;
  /** Everything else that the data depends on: options, a model, the version of a prompt. */
  readonly variant?: string;
}

/** Builds data of a whole index. */
export interface GenerationBuilder<T> extends DataKind {
  /** A pure function of the contents under their paths. */
  build(context: BuildContext): Promise<T>;
  /** Chunks are written by their position. */
  encode(value: T, order: ChunkOrder, yieldThread: Yield): Uint8Array | Promise<Uint8Array>;
  /** Throws `CorruptBytesError`. */
  decode(bytes: Uint8Array, order: ChunkOrder, yieldThread: Yield): Promise<T>;
  /** Built only for questions, never by `refresh`: it calls a model, or takes seconds. */
  readonly isAskedOnly?: boolean;
  /** Whether only the last variant stays in memory: it is large, and each reply of a model makes another. */
  readonly hasOneVariant?: boolean;
}

/** A document with its chunks, in their order. */
export interface BuiltDocument {
  readonly chunks: readonly number[];
  readonly infos: readonly ChunkInfo[];
}

/** Builds data of single documents. */
export interface DocumentBuilder<T> extends DataKind {
  /** The data of each document, in order. A pure function of its content: neither its path nor other documents matter. */
  build(documents: readonly BuiltDocument[], context: BuildContext): Promise<readonly T[]>;
  encode(value: T): Uint8Array;
  /** Throws `CorruptBytesError`. */
  decode(bytes: Uint8Array, chunks: number): T;
}

export interface DerivedStore {
  /** Concurrent calls share one build; if the call that started it is cancelled, the next one starts another. */
  ofGeneration<T>(builder: GenerationBuilder<T>, input: DerivedInput): Promise<T>;
  /** The data that `ofGeneration` has built for a reader, or is building; `undefined` if it was never requested. */
  built<T>(builder: GenerationBuilder<T>, reader: IndexReader): Promise<T> | undefined;
  /** Documents with their data, by folder and path. What was built before a cancellation is kept. */
  ofDocuments<T>(builder: DocumentBuilder<T>, input: DerivedInput): Promise<readonly (BuiltDocument & { readonly value: T })[]>;
  /** Whether `refresh` would build anything for this reader. */
  isStale(reader: IndexReader): boolean;
  /** Rebuilds data of generations that was requested since this store was created. Gives way to `ofGeneration`. */
  refresh(input: DerivedInput): Promise<void>;
}

/** Bytes of a document's data. */
export interface DocumentBytes {
  readonly info: ChunkInfo;
  readonly bytes: Uint8Array;
}

/**
 * Storage that outlives the process, for one state of an index. Nothing throws for external reasons: data that cannot be read is built
 * again.
 */
export interface KeptData {
  /** The content of a chunk's document; `undefined` once it has changed. */
  contentOf(info: ChunkInfo): ContentId | undefined;
  generation(kind: DataKind, yieldThread: Yield): Promise<Uint8Array | undefined>;
  keepGeneration(kind: DataKind, bytes: Uint8Array, yieldThread: Yield): Promise<void>;
  document(kind: DataKind, info: ChunkInfo): Uint8Array | undefined;
  keepDocuments(kind: DataKind, documents: readonly DocumentBytes[]): void;
  /** Drops all data of a kind, since some of it cannot be decoded. */
  refuse(kind: DataKind): void;
}

interface Build {
  readonly result: Promise<unknown>;
  readonly signal: AbortSignal | undefined;
  readonly isRefresh: boolean;
  readonly isDone?: boolean;
}

/** Documents built, and then kept, at once. */
const slice = 64;

/** An empty store. `keptFor` returns the storage for the state that a reader reads, if there is any. */
export function createDerivedStore(
  keptFor: (reader: IndexReader) => KeptData | undefined = () => undefined,
  otherThread?: OtherThread,
): DerivedStore {
  const builds = new WeakMap<IndexReader, Map<string, Build>>();
  /** The requested builders, the last variant of each. */
  const inUse = new Map<string, GenerationBuilder<unknown>>();
  /** Data of the documents of the last reader, by content. */
  const lastDocuments = new Map<string, ReadonlyMap<string, unknown>>();

  function buildsOf(reader: IndexReader): Map<string, Build> {
    const known = builds.get(reader) ?? new Map<string, Build>();
    builds.set(reader, known);
    return known;
  }

  async function once<T>(name: string, input: DerivedInput, make: (yieldThread: Yield) => Promise<T>, isRefresh = false): Promise<T> {
    const own = buildsOf(input.reader);
    for (;;) {
      input.signal?.throwIfAborted();
      const known = own.get(name);
      // A refresh waits until there are no requests, so no request may wait for it.
      if (known === undefined || (known.isRefresh && !isRefresh)) {
        const isReplaced = (): boolean => own.get(name) !== started;
        const result = make(async () => {
          await input.yieldThread?.();
          input.signal?.throwIfAborted();
          if (isReplaced()) throw new Error('Another build has taken over');
        });
        const started: Build = { result, signal: input.signal, isRefresh };
        own.set(name, started);
        result.then(
          () => isReplaced() || own.set(name, { ...started, isRefresh: false, isDone: true }),
          () => isReplaced() || own.delete(name),
        );
        return result;
      }
      try {
        return (await known.result) as T;
      } catch (error) {
        if (known.signal?.aborted !== true) throw error;
      }
    }
  }

  async function generation<T>(builder: GenerationBuilder<T>, { reader, texts }: DerivedInput, yieldThread: Yield): Promise<T> {
    const kept = keptFor(reader);
    const bytes = await kept?.generation(builder, yieldThread);
    const order = kept === undefined ? undefined : await chunkOrder(reader);
    if (kept !== undefined && order !== undefined && bytes !== undefined) {
      try {
        return await builder.decode(bytes, order, yieldThread);
      } catch (error) {
        if (!(error instanceof CorruptBytesError)) throw error;
        kept.refuse(builder);
      }
    }
    const watched = watchedTexts(texts, kept);
    const value = await builder.build({ reader, texts: watched.texts, yieldThread, otherThread });
    if (kept !== undefined && order !== undefined && watched.missing.size === 0) {
      await yieldThread();
      await kept.keepGeneration(builder, await builder.encode(value, order, yieldThread), yieldThread);
    }
    return value;
  }

  async function documents<T>(
    builder: DocumentBuilder<T>,
    { reader, texts }: DerivedInput,
    yieldThread: Yield,
  ): Promise<readonly (BuiltDocument & { readonly value: T })[]> {
    const kept = keptFor(reader);
    const all = await documentsIn(reader);
    const contents = all.map(({ infos: [info] }) => nameOfContent(info && kept?.contentOf(info)));
    const last = lastDocuments.get(nameOf(builder)) as ReadonlyMap<string, T> | undefined;
    const known = new Map<string, T>();
    const values: (T | undefined)[] = [];
    const missing: number[] = [];
    const keep = (at: number, value: T): void => {
      values[at] = value;
      const content = contents[at];
      if (content !== undefined) known.set(content, value);
    };
    for (const [at, { infos }] of all.entries()) {
      if (at % 256 === 0) await yieldThread();
      const content = contents[at];
      const value = content === undefined ? undefined : (known.get(content) ?? last?.get(content) ?? decoded(builder, infos, kept));
      if (value !== undefined) keep(at, value);
      else missing.push(at);
    }
    lastDocuments.set(nameOf(builder), known);
    for (let from = 0; from < missing.length; from += slice) {
      await yieldThread();
      // A copy may have been built by now.
      const wanted = missing.slice(from, from + slice).filter((at) => {
        const copy = known.get(contents[at] ?? '');
        if (copy !== undefined) values[at] = copy;
        return copy === undefined;
      });
      const watched = watchedTexts(texts, kept);
      const context = { reader, texts: watched.texts, yieldThread, otherThread };
      const built = await builder.build(
        wanted.map((at) => all[at] as BuiltDocument),
        context,
      );
      const whole: DocumentBytes[] = [];
      for (const [i, at] of wanted.entries()) {
        const value = built[i] as T;
        const [info] = (all[at] as BuiltDocument).infos as [ChunkInfo];
        if (watched.missing.has(placeName(info)) || contents[at] === undefined) values[at] = value;
        else {
          keep(at, value);
          whole.push({ info, bytes: builder.encode(value) });
        }
      }
      kept?.keepDocuments(builder, whole);
    }
    return all.map((document, at) => ({ ...document, value: values[at] as T }));
  }

  const refreshed = (): readonly GenerationBuilder<unknown>[] => [...inUse.values()].filter((one) => !one.isAskedOnly);

  return {
    ofGeneration(builder, input) {
      const last = inUse.get(builder.id);
      inUse.set(builder.id, builder as GenerationBuilder<unknown>);
      const own = buildsOf(input.reader);
      if (last?.hasOneVariant === true && nameOf(last) !== nameOf(builder) && own.get(nameOf(last))?.isDone === true)
        own.delete(nameOf(last));
      return once(nameOf(builder), input, (yieldThread) => generation(builder, input, yieldThread));
    },
    built: <T>(builder: GenerationBuilder<T>, reader: IndexReader) =>
      builds.get(reader)?.get(nameOf(builder))?.result as Promise<T> | undefined,
    ofDocuments: (builder, input) => once(nameOf(builder), input, (yieldThread) => documents(builder, input, yieldThread)),
    isStale: (reader) => refreshed().some((builder) => !builds.get(reader)?.has(nameOf(builder))),
    async refresh(input) {
      for (const builder of refreshed()) await once(nameOf(builder), input, (yieldThread) => generation(builder, input, yieldThread), true);
    },
  };
}

function nameOf({ id, variant = '' }: DataKind): string {
  return JSON.stringify([id, variant]);
}

function nameOfContent(content: ContentId | undefined): string | undefined {
  return content && `${content.hash} ${content.language}`;
}

function placeName({ folder, path }: ChunkInfo): string {
  return `${folder} ${path}`;
}

function decoded<T>(builder: DocumentBuilder<T>, infos: readonly ChunkInfo[], kept: KeptData | undefined): T | undefined {
  const bytes = kept?.document(builder, infos[0] as ChunkInfo);
  if (bytes === undefined) return undefined;
  try {
    return builder.decode(bytes, infos.length);
  } catch (error) {
    if (!(error instanceof CorruptBytesError)) throw error;
    kept?.refuse(builder);
    return undefined;
  }
}

/**
 * The texts, and the documents that have changed since: of these a text was not available, or that of another content than the reader's. What is
 * built of them is not kept.
 */
function watchedTexts(
  texts: TextSource | undefined,
  kept: KeptData | undefined,
): { readonly texts: TextSource | undefined; readonly missing: ReadonlySet<string> } {
  const missing = new Set<string>();
  if (texts === undefined) return { texts, missing };
  const chunkText = async (info: ChunkInfo): Promise<string | undefined> => {
    const text = await texts.chunkText(info);
    if (text === undefined || (kept !== undefined && kept.contentOf(info) === undefined)) missing.add(placeName(info));
    return text;
  };
  return { texts: { chunkText }, missing };
}

async function documentsIn(reader: IndexReader): Promise<readonly BuiltDocument[]> {
  const documents = await documentsByPlace(reader);
  const infos = await reader.chunkInfo(documents.flat());
  let end = 0;
  return documents.map((chunks) => {
    end += chunks.length;
    return { chunks, infos: infos.slice(end - chunks.length, end) };
  });
}
