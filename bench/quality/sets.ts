/** Finds the evaluation sets in some folders, and opens each as an index that can be searched. */

import fs from 'node:fs';
import nodePath from 'node:path';
import { type Corpus, openCorpus } from '../../src/cli/evaluation/corpus.ts';
import { normalized } from '../../src/cli/evaluation/metrics.ts';
import { type Query, readQueries } from '../../src/cli/evaluation/passages.ts';
import { openTree, workspaceDepth } from '../../src/cli/evaluation/workspace.ts';
import type { ChunkInfo, IndexReader } from '../../src/engine/index/reader.ts';
import type { TextSource } from '../../src/engine/index/textSource.ts';
import { ofHalf } from './halves.ts';
import type { CommonOptions } from './options.ts';

export type SetKind = 'passages' | 'code';

/** A set as found on disk. */
export interface SetSource {
  readonly name: string;
  readonly kind: SetKind;
  readonly queries: string;
  /** Files of passages. */
  readonly corpus: readonly string[];
  /** Folder of a code set. */
  readonly tree: string | undefined;
  /** Why it cannot be run; undefined if it can. */
  readonly missing: string | undefined;
}

/** A question of a set: `gold` are ids of passages or distinct files, `places` the same with the line, where one is given as `path:line`. */
export interface SetQuery extends Query {
  readonly places: readonly string[];
}

/** What else than ids is judged of ranked chunks. */
export interface Judgement {
  /** Whether the first five contain an answer; undefined if the question has none. */
  readonly holdsAnswer?: boolean | undefined;
  /** The gold place of each: its file, and the line that is given; empty where it has none. */
  readonly passages?: readonly string[];
}

/** An opened set. */
export interface OpenSet {
  readonly name: string;
  readonly kind: SetKind;
  readonly reader: IndexReader;
  readonly texts: TextSource;
  readonly queries: readonly SetQuery[];
  readonly indexMs: number;
  /** Number of chunks to rank for a question, as in `eval`. */
  readonly depth: number;
  /** Ids of ranked chunks as in the gold: passages, or distinct files. */
  idsOf(chunks: readonly number[]): Promise<readonly string[]>;
  judge(query: SetQuery, chunks: readonly number[]): Promise<Judgement>;
  close(): Promise<void>;
}

/** Passages ranked per question. */
const passageDepth = 10;

function namesIn(folder: string): readonly string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && fs.existsSync(nodePath.join(folder, entry.name, 'queries.jsonl')))
    .map(({ name }) => name)
    .sort();
}

function codeSource(folder: string, name: string, trees: string | undefined): SetSource {
  // `flask.tests` has other questions on the tree `flask`.
  const own = nodePath.resolve(trees ?? '', name);
  const tree = trees === undefined ? undefined : fs.existsSync(own) ? own : own.replace(/\.\w+$/, '');
  const missing = tree === undefined ? '--trees DIR is not given' : fs.existsSync(tree) ? undefined : 'its tree is not there';
  return { name, kind: 'code', queries: nodePath.join(folder, name, 'queries.jsonl'), corpus: [], tree, missing };
}

/** All wanted sets, passages first. Throws if a wanted name is no set. */
export function findSets({ data, trees, sets }: CommonOptions): readonly SetSource[] {
  const found: SetSource[] = [];
  for (const root of data) {
    if (!fs.existsSync(root)) throw new Error(`The data folder ${JSON.stringify(root)} does not exist`);
    const passages = nodePath.join(root, 'passages');
    for (const name of namesIn(passages)) {
      const corpus = nodePath.join(passages, name, 'corpus.jsonl');
      const missing = fs.existsSync(corpus) ? undefined : 'its corpus.jsonl is not there';
      const queries = nodePath.join(passages, name, 'queries.jsonl');
      found.push({ name, kind: 'passages', queries, corpus: [corpus], tree: undefined, missing });
    }
    const code = nodePath.join(root, 'code');
    for (const name of namesIn(code)) found.push(codeSource(code, name, trees));
  }
  const unknown = sets?.find((name) => !found.some((source) => source.name === name));
  if (unknown !== undefined)
    throw new Error(`There is no set ${JSON.stringify(unknown)}; there are ${found.map(({ name }) => name).join(', ') || 'none'}`);
  return found
    .filter(({ name }) => sets === undefined || sets.includes(name))
    .sort((a, b) => (a.kind < b.kind ? 1 : a.kind > b.kind ? -1 : 0));
}

async function openPassages(source: SetSource, options: CommonOptions, corpus: Corpus): Promise<OpenSet> {
  const { reader, texts, indexMs } = corpus;
  const queries = ofHalf(await readQueries(source.queries), options.half).map((query) => ({ ...query, places: query.gold }));
  return {
    name: source.name,
    kind: 'passages',
    reader,
    texts,
    queries,
    indexMs,
    depth: passageDepth,
    idsOf: async (chunks) => (await reader.chunkInfo(chunks)).map(({ path }) => path),
    async judge({ answers }, chunks) {
      if (answers.length === 0) return {};
      const infos = await reader.chunkInfo(chunks.slice(0, 5));
      const chunkTexts = await Promise.all(infos.map(async (info) => `${info.title} ${(await texts.chunkText(info)) ?? ''}`));
      const all = normalized(chunkTexts.join(' '));
      return { holdsAnswer: answers.some((answer) => all.includes(normalized(answer))) };
    },
    close: async () => undefined,
  };
}

/** The file of a place, which may have a line: `src/a.ts:12`. */
function fileOf(place: string): string {
  return place.replace(/:\d+$/, '');
}

function isAt({ path, startLine, endLine }: ChunkInfo, place: string): boolean {
  const file = fileOf(place);
  const line = Number(place.slice(file.length + 1));
  return path === file && (file === place || (startLine <= line && line <= endLine));
}

async function openCode(source: SetSource, options: CommonOptions): Promise<OpenSet> {
  const { reader, texts, indexMs, close } = await openTree(fs.realpathSync(source.tree as string));
  return {
    name: source.name,
    kind: 'code',
    reader,
    texts,
    queries: ofHalf(await readQueries(source.queries), options.half).map((query) => ({
      ...query,
      gold: [...new Set(query.gold.map(fileOf))],
      places: query.gold,
    })),
    indexMs,
    depth: workspaceDepth,
    idsOf: async (chunks) => [...new Set((await reader.chunkInfo(chunks)).map(({ path }) => path))],
    async judge({ places }, chunks) {
      const infos = await reader.chunkInfo(chunks);
      return { passages: infos.map((info) => places.find((place) => isAt(info, place)) ?? '') };
    },
    close,
  };
}

/** Opens sets. Consecutive sets with the same passages share one index. */
export function openerOf(options: CommonOptions): (source: SetSource) => Promise<OpenSet> {
  let last: { readonly files: string; readonly corpus: Corpus } | undefined;
  return async (source) => {
    if (source.kind === 'code') return openCode(source, options);
    const files = source.corpus.join('\n');
    if (last?.files !== files) last = { files, corpus: await openCorpus(source.corpus, options) };
    return openPassages(source, options, last.corpus);
  };
}

/** All passage sets in one index: each asks its own questions of the passages of all. Ids must be unique across the sets. */
export function unionOf(sources: readonly SetSource[]): readonly SetSource[] {
  const passages = sources.filter(({ kind, missing }) => kind === 'passages' && missing === undefined);
  const corpus = passages.flatMap((source) => source.corpus);
  return passages.map((source) => ({ ...source, name: `${source.name} in all`, corpus }));
}

/** Reports on standard error which sets are skipped and why, and returns the others. */
export function withoutMissing(sources: readonly SetSource[]): readonly SetSource[] {
  for (const { name, missing } of sources) if (missing !== undefined) console.error(`${name} is left out: ${missing}`);
  return sources.filter(({ missing }) => missing === undefined);
}
