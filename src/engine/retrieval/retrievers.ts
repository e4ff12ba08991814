/**
 * The retrievers by name. To add one, write it in a file of its own in `systems`, with a table of its options and their defaults, and list it
 * here.
 */

import type { Retriever } from './ranking.ts';
import { withFields } from './steps/fields.ts';
import { withSynonyms } from './steps/synonyms.ts';
import { meshWeights } from './steps/weights.ts';
import { bm25 } from './systems/bm25.ts';
import { createEmbedding, defaultEmbeddingOptions, type EmbeddingSources } from './systems/embedding.ts';
import { createEntityPagerank, defaultEntityPagerankOptions } from './systems/entityPagerank.ts';
import { createMesh, mesh } from './systems/mesh.ts';
import { createMeshPaper } from './systems/meshPaper.ts';
import { createMinhash, defaultMinhashOptions } from './systems/minhash.ts';
import type { PaperSources } from './systems/paper/graph.ts';
import { paperOptions, paperPresets } from './systems/paper/options.ts';
import { tfidf } from './systems/tfidf.ts';

/** Values of options by name. */
export type RetrieverOptions = Readonly<Record<string, number | string | boolean>>;

interface Entry {
  readonly retriever: Retriever;
  /** The options with their defaults; may be empty. */
  readonly options: RetrieverOptions;
  readonly create: (options: RetrieverOptions, sources: RetrieverSources) => Retriever;
  /** Needs the texts of chunks, so only a caller that has them can create it. */
  readonly needsTexts?: boolean;
}

/** Sources that are not in the index. */
export type RetrieverSources = PaperSources & EmbeddingSources;

/** The interpretations of the paper; each builds its own graph on first use. */
const paperEntries: readonly Entry[] = Object.entries(paperPresets).map(([name, preset]) => ({
  retriever: createMeshPaper(preset, {}, name),
  options: { ...paperOptions(preset) },
  create: (options, sources) => createMeshPaper({ ...preset, ...options }, sources, name),
}));

const entries: readonly Entry[] = [
  { retriever: mesh, options: meshWeights, create: (options) => createMesh(options as Partial<typeof meshWeights>) },
  { retriever: bm25, options: {}, create: () => bm25 },
  { retriever: tfidf, options: {}, create: () => tfidf },
  { retriever: createEntityPagerank(), options: { ...defaultEntityPagerankOptions }, create: createEntityPagerank },
  { retriever: createMinhash(), options: { ...defaultMinhashOptions }, create: createMinhash },
  { retriever: createEmbedding(), options: { ...defaultEmbeddingOptions }, create: createEmbedding, needsTexts: true },
  ...paperEntries,
];

/** All retrievers that need only an index, by name; each supports field operators. */
export const retrievers: ReadonlyMap<string, Retriever> = new Map(
  entries.filter(({ needsTexts }) => !needsTexts).map(({ retriever }) => [retriever.name, withFields(retriever)]),
);

/** The name of the default retriever. */
export const defaultRetriever = mesh.name;

/** Parses a value by the type of the option's default: a number, `true` or `false`, or a string. */
function readValue(name: string, text: string, byDefault: number | string | boolean): number | string | boolean {
  if (typeof byDefault === 'string') return text;
  if (typeof byDefault === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true';
  if (typeof byDefault === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  throw new RangeError(`Option ${JSON.stringify(name)} is ${JSON.stringify(text)}, expected a ${typeof byDefault}`);
}

/**
 * A retriever with options given as strings, `{ seeds: '5' }`. Throws `RangeError` for an unknown name or option, listing the known ones, and
 * for a value of the wrong type. `sources` are those outside the index: texts for a retriever that reads them, an embedder, and the user's
 * synonyms, which every retriever applies.
 */
export function createRetriever(name: string, options: Readonly<Record<string, string>>, sources: RetrieverSources = {}): Retriever {
  const entry = entries.find(({ retriever }) => retriever.name === name);
  if (entry === undefined)
    throw new RangeError(
      `There is no system ${JSON.stringify(name)}; there are ${entries.map(({ retriever }) => retriever.name).join(', ')}`,
    );
  const read = Object.entries(options).map(([option, text]) => {
    const byDefault = entry.options[option];
    if (byDefault === undefined) {
      const known = Object.keys(entry.options).join(', ') || 'none';
      throw new RangeError(`${name} has no option ${JSON.stringify(option)}; it has ${known}`);
    }
    return [option, readValue(option, text, byDefault)] as const;
  });
  const retriever = entry.create(Object.fromEntries(read), sources);
  return withFields(sources.synonyms === undefined ? retriever : withSynonyms(retriever, sources.synonyms));
}
