/**
 * Gates between modules, verified by a model, for `hug`: the estimate, the run, and the stored verdicts.
 *
 * Nothing is asked unless `run` is called. The modules are those of the folders as they are indexed.
 */

import type { EnrichmentSource } from '../../engine/retrieval/modelSources/enrichment.ts';
import { type GateVerdict, type GateVerdicts, relationKinds } from '../../engine/retrieval/modelSources/gateVerdict.ts';
import { MessageError, message } from '../../messages/messages.ts';
import type { ReplyFile } from '../../storage/modelReplies.ts';
import {
  type ComparedModules,
  estimateGates,
  type GateCandidate,
  type ModuleGraph as GatedModules,
  type GateRecords,
  gateCandidates,
  gateSides,
  hug,
  maxModule,
  moduleSide,
  readModuleGraph,
  verifyGates,
} from '../../systems/index.ts';
import type { DerivedData } from '../explore/derivedData.ts';
import { textsByFile, type View } from '../folder/view.ts';
import { untilAborted, yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { GatePairs, Gates } from '../types/gates.ts';
import { inWords } from './enrichments.ts';

type Work = readonly (() => Promise<GateCandidate | undefined>)[] | ComparedModules;

export function createGates(
  currentView: () => View,
  { store, adopt }: Pick<DerivedData, 'store' | 'adopt'>,
  enrichmentNow: (signal?: AbortSignal) => Promise<EnrichmentSource | undefined>,
): Gates {
  async function prepareWork(pairs: GatePairs, signal?: AbortSignal): Promise<Work> {
    await read(signal);
    const view = adopt(currentView());
    const { reader } = view;
    const maxChunks = hug.options.maxChunks.byDefault;
    if (reader.liveCount > maxChunks) throw new MessageError(message('gatesTooMany', String(maxChunks), String(reader.liveCount)));
    const texts = textsByFile(() => view);
    const graph = await readModuleGraph(
      store,
      { reader, texts, signal, yieldThread: () => yieldToEventLoop(signal) },
      maxModule,
      undefined,
      await enrichmentNow(signal),
    );
    if (pairs === 'all') return { ...graph, sideOf: (module) => moduleSide(graph, module) };
    const sideOf = gateSides(reader, graph.chunks, texts);
    return gateCandidates(graph.relations, graph.leafOf).map(({ from, to, relations }) => async () => {
      await yieldToEventLoop(signal);
      const [a, b] = [await sideOf(from), await sideOf(to)];
      return a && b && { sides: [a, b] as const, found: foundIn(graph, from, relations) };
    });
  }

  /** Kept next to the index of the first folder. */
  function recordsOf(model: string): GateRecords {
    const [first] = currentView().folders;
    return first?.contents.replies.gates.records(model) ?? { get: () => undefined, keep: () => undefined };
  }

  /** Reads what is known, in slices. */
  async function read(signal?: AbortSignal): Promise<void> {
    await currentView().folders[0]?.contents.readReplies('gates', () => yieldToEventLoop(signal));
  }

  return {
    async source(signal) {
      await read(signal);
      return verdictsIn(() => currentView().folders[0]?.contents.replies.gates);
    },
    estimate: async (model, pairs = 'evidence', signal) =>
      untilAborted(estimateGates(await prepareWork(pairs, signal), recordsOf(model), signal), signal),
    async run(model, pairs = 'evidence', options = {}) {
      return inWords(await verifyGates(model, await prepareWork(pairs, options.signal), recordsOf(model.name), options));
    },
  };
}

/** The verdicts in a file; `undefined` if there are none. */
export function verdictsIn(file: () => ReplyFile<GateVerdict> | undefined): GateVerdicts | undefined {
  const version = file()?.version;
  return version === undefined ? undefined : { version, get: (key) => file()?.get(key) };
}

/** The relations of a candidate, in the direction of its sides. */
function foundIn({ relations: { from, kinds, keys } }: GatedModules, first: number, own: readonly number[]): string {
  const says = own.map((relation) => {
    const [one, other] = from[relation] === first ? ['A', 'B'] : ['B', 'A'];
    const kind = relationKinds[kinds[relation] as number] as string;
    return kind === 'cause'
      ? `a sentence of cause names ${keys[relation]?.slice(2)}`
      : `${one} ${kind} ${keys[relation]?.slice(2)} of ${other}`;
  });
  return says.slice(0, maxFound).join('; ');
}

const maxFound = 5;
