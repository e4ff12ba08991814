/**
 * What a model that has read the passages says of a name: descriptions, other names, statements, each with its passage.
 *
 * A name is an entity's if it is called so, or has it as an alias; else one that has it as a word, if there is one entity alone. Cost: the first question
 * after a change reads all records, the others the passages of the name.
 */

import type { IndexReader } from '../../engine/index/reader.ts';
import type { DerivedStore } from '../../engine/retrieval/derived.ts';
import type { Enrichment, EnrichmentSource } from '../../engine/retrieval/modelSources/enrichment.ts';
import { pushTo } from '../../engine/util/pushTo.ts';
import { placeOf } from '../ask/describe.ts';
import { textsByFile, type View } from '../folder/view.ts';
import { yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { NameFact } from '../types/results.ts';

/** Of each kind. */
const maxFacts = { description: 3, alias: 6, statement: 8 } as const;

interface ReadPassage {
  readonly chunk: number;
  readonly record: Enrichment;
}

/** The passages by the names of their entities, folded, and the entities by the words of their names. */
interface ReadNames {
  readonly version: string;
  readonly passages: ReadonlyMap<string, readonly ReadPassage[]>;
  readonly byWord: ReadonlyMap<string, ReadonlySet<string>>;
}

export function createNameFacts(
  currentView: () => View,
  store: DerivedStore,
  source: (signal?: AbortSignal) => Promise<EnrichmentSource | undefined>,
): (name: string, signal?: AbortSignal) => Promise<readonly NameFact[]> {
  const known = new WeakMap<IndexReader, ReadNames>();

  async function namesIn(view: View, enrichment: EnrichmentSource, signal: AbortSignal | undefined): Promise<ReadNames> {
    const { reader } = view;
    const before = known.get(reader);
    if (before?.version === enrichment.version) return before;
    const texts = textsByFile(() => view);
    const yieldThread = () => yieldToEventLoop(signal);
    const documents = await store.ofDocuments(enrichment.keys, { reader, texts, signal, yieldThread });
    const passages = new Map<string, ReadPassage[]>();
    const byWord = new Map<string, Set<string>>();
    for (const [at, { chunks, value }] of documents.entries()) {
      if (at % 64 === 0) await yieldThread();
      for (const [i, chunk] of chunks.entries()) {
        const record = enrichment.get(value[i] ?? '');
        for (const { name, aliases } of record?.entities ?? []) {
          for (const one of new Set([name, ...aliases].map(folded))) pushTo(passages, one, { chunk, record: record as Enrichment });
          for (const word of folded(name).split(' ')) byWord.set(word, (byWord.get(word) ?? new Set()).add(folded(name)));
        }
      }
    }
    const names = { version: enrichment.version, passages, byWord };
    known.set(reader, names);
    return names;
  }

  return async (asked, signal) => {
    const view = currentView();
    const enrichment = await source(signal);
    const wanted = folded(asked);
    if (enrichment === undefined || wanted === '') return [];
    const { passages, byWord } = await namesIn(view, enrichment, signal);
    const [only, ...others] = passages.has(wanted) ? [wanted] : (byWord.get(wanted) ?? []);
    if (only === undefined || others.length > 0) return [];
    const read = passages.get(only) ?? [];
    const infos = await view.reader.chunkInfo(read.map(({ chunk }) => chunk));
    const places = infos.map((info) => ({ info, place: placeOf(info, view.folders) }));
    places.sort((a, b) => (a.place.path < b.place.path ? -1 : a.place.path > b.place.path ? 1 : a.place.startLine - b.place.startLine));
    const byInfo = new Map(infos.map((info, at) => [info, read[at] as ReadPassage]));
    const facts = places.flatMap(({ info, place }) =>
      factsIn((byInfo.get(info) as ReadPassage).record, only).map((one) => ({ ...place, ...one })),
    );
    const distinct = facts.filter((one, at) => facts.findIndex(({ kind, text }) => kind === one.kind && text === one.text) === at);
    return (['description', 'alias', 'statement'] as const).flatMap((kind) =>
      distinct.filter((one) => one.kind === kind).slice(0, maxFacts[kind]),
    );
  };
}

/** What a passage's record says of the entity that is called so. */
function factsIn({ entities, triples }: Enrichment, wanted: string): readonly Pick<NameFact, 'kind' | 'text'>[] {
  const own = entities.filter(({ name, aliases }) => [name, ...aliases].some((one) => folded(one) === wanted));
  const names = new Set(own.map(({ name }) => folded(name)));
  const isOwn = (text: string): boolean => folded(text) === wanted || names.has(folded(text));
  return [
    ...own.flatMap(({ description }) => (description === '' ? [] : [{ kind: 'description' as const, text: description }])),
    ...own.flatMap(({ name, aliases }) =>
      [name, ...aliases].filter((one) => folded(one) !== wanted).map((text) => ({ kind: 'alias' as const, text })),
    ),
    ...triples
      .filter(({ subject, object }) => isOwn(subject) || isOwn(object))
      .map(({ subject, relation, object }) => ({ kind: 'statement' as const, text: `${subject} ${relation} ${object}` })),
  ];
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}
