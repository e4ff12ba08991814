/** The data of the paper's figures for a folder: the sketches of a sample of its chunks, and the report of appendix C. */

import { Space } from '../../engine/document.ts';
import { hash64 } from '../../engine/hash/hash.ts';
import { entriesOf } from '../../engine/index/entryRows.ts';
import { Trait } from '../../engine/index/reader.ts';
import type { Snapshot } from '../../engine/index/snapshot.ts';
import { bind } from '../../engine/retrieval/bind.ts';
import { createDerivedStore } from '../../engine/retrieval/derived.ts';
import { finishYielding } from '../../engine/util/steps.ts';
import { writeMinima } from '../../systems/algorithms/minima.ts';
import { meshPaper, projectSignatures } from '../../systems/index.ts';
import type { DerivedData } from '../explore/derivedData.ts';
import { Texts, withoutSecrets } from '../folder/chunkTexts.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { PaperReport, SketchPlot, SketchPoint } from '../types/results.ts';

/** Maximum number of chunks in the plot: those with the smallest place hashes, so that a small change of the folder changes few of them. */
const maxPoints = 2000;
/** MinHash values of a signature: L = 8 tables of k = 12, as in the paper. */
const signatureLength = 96;

/** The plot of a folder's chunks; undefined if it cannot be queried. */
export async function plotSketches(folder: FolderIndex, signal?: AbortSignal): Promise<SketchPlot | undefined> {
  const snapshot = folder.snapshot();
  if (snapshot === undefined) return undefined;
  folder.refuseShared();
  const sample = drawSample(snapshot);
  const minima = new Uint32Array(sample.chosen.length * signatureLength);
  for (const [i, { keys }] of sample.chosen.entries()) {
    if (i % 200 === 0) await yieldToEventLoop(signal);
    writeMinima(
      keys().map((key) => hash64(key)),
      signatureLength,
      minima,
      i * signatureLength,
    );
  }
  const steps = projectSignatures(minima, sample.chosen.length, signatureLength);
  const places = await finishYielding(steps, () => yieldToEventLoop(signal));
  const points = sample.chosen.map(
    ({ path, startLine, endLine, kind }, i): SketchPoint => ({
      ...{ path, folder: folder.folder, startLine, endLine, kind },
      x: places[2 * i] as number,
      y: places[2 * i + 1] as number,
    }),
  );
  return { folder: folder.folder, points, chunks: sample.total };
}

interface Sampled {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: 'doc' | 'code';
  readonly keys: () => string[];
}

/** Live chunks with an entity, sampled by the hash of their place. */
function drawSample({ segments, lexicons }: Snapshot): { readonly chosen: readonly Sampled[]; readonly total: number } {
  const all: (Sampled & { readonly order: number })[] = [];
  let total = 0;
  for (const { segment, tombstones } of segments) {
    for (let chunk = 0; chunk < segment.chunkCount; chunk++) {
      if (tombstones?.[chunk]) continue;
      total++;
      if (segment.chunkKeys.sizes[chunk] === 0) continue;
      const path = segment.paths[segment.documentOf[chunk] as number] as string;
      const startLine = segment.startLines[chunk] as number;
      all.push({
        ...{ path, startLine, endLine: segment.endLines[chunk] as number },
        kind: ((segment.traits[chunk] as number) & Trait.Prose) !== 0 ? 'doc' : 'code',
        order: hash64(`${path}:${startLine}:${segment.startColumns[chunk]}`).high,
        keys: () =>
          Array.from(entriesOf(segment.chunkKeys, chunk).numbers, (id) => lexicons.keys.text(id)).filter(
            (key) => !key.startsWith(`${Space.Path}:`),
          ),
      });
    }
  }
  all.sort((a, b) => a.order - b.order || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.startLine - b.startLine));
  return { chosen: all.slice(0, maxPoints), total };
}

/** The report of appendix C as text; undefined if the folder cannot be queried. */
export async function reportPaper(folder: FolderIndex, kept: DerivedData, signal?: AbortSignal): Promise<PaperReport | undefined> {
  const reader = folder.reader();
  if (reader === undefined) return undefined;
  kept.adopt({ reader, folders: [folder] });
  // A store of its own: a report is not a reason to build the graph again after each save.
  const derived = createDerivedStore(kept.keptFor);
  const yieldThread = (): Promise<void> => yieldToEventLoop(signal);
  return {
    folder: folder.folder,
    text:
      (await bind(meshPaper, {}, { derived, texts: withoutSecrets(new Texts([folder])) }).report(reader, { signal, yieldThread })) ?? '',
  };
}
