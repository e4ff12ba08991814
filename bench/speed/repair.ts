/**
 * Time of repairing the communities after a change: `node bench/speed/repair.ts --corpus FILE [--corpus FILE] [--chunks 10000] [--changes
 * 600]`.
 *
 * Indexes passages (one JSON object `{id, title, text}` a line), then removes, adds or replaces one at a time and updates the communities.
 * Every 50 changes they are compared with those of a fresh index, byte for byte. The changes are drawn from a fixed seed. Times are of the
 * repair alone, with the snapshot it reads, in milliseconds of CPU (of all threads of the process, garbage collection included), so that
 * they are meaningful on a busy machine; the wall-clock mean is printed too.
 */

import { parseArgs } from 'node:util';
import { readJsonLines, textField } from '../../src/cli/evaluation/jsonLines.ts';
import { CommunityGraph } from '../../src/engine/graph/communityGraph.ts';
import { mix32 } from '../../src/engine/hash/mix.ts';
import { MemoryIndex } from '../../src/engine/index/memoryIndex.ts';
import type { IndexReader } from '../../src/engine/index/reader.ts';
import type { IndexedDocument } from '../../src/engine/index/segment.ts';
import { passageColumns } from '../../src/engine/text/analyze.ts';
import { noPathNames } from '../../src/engine/text/names/pathNames.ts';
import { createLexicons } from '../../src/engine/text/words/lexicon.ts';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string', multiple: true, default: [] },
    chunks: { type: 'string', default: '10000' },
    changes: { type: 'string', default: '600' },
  },
});
const checkEvery = 50;
const lexicons = createLexicons();

async function readDocuments(): Promise<IndexedDocument[]> {
  const documents: IndexedDocument[] = [];
  for (const file of values.corpus) {
    for await (const record of readJsonLines(file)) {
      const title = typeof record.value.title === 'string' ? record.value.title : '';
      const columns = passageColumns(title, textField(record, 'text', file), lexicons);
      documents.push({ path: `${file}#${textField(record, 'id', file)}`, language: 'text', names: noPathNames, columns });
    }
  }
  return documents;
}

/** Everything about the communities, without ids. */
async function describe(reader: IndexReader, graph: CommunityGraph): Promise<string> {
  const { communities, coverage } = await graph.update(reader);
  const lines = [String(coverage)];
  for (const { chunks, ...rest } of communities) {
    const infos = await reader.chunkInfo([...chunks]);
    lines.push(JSON.stringify([rest, infos.map(({ path, startLine }) => `${path}:${startLine}`)]));
  }
  return lines.join('\n');
}

const all = await readDocuments();
const size = Math.min(Number(values.chunks), Math.floor(all.length * 0.97));
if (all.length === 0) throw new Error('no passages: give --corpus FILE, one JSON object {id, title, text} a line');
const living = new Map(all.slice(0, size).map((document) => [document.path, document]));
const index = new MemoryIndex(lexicons);
index.apply([...living.values()]);
const graph = new CommunityGraph();
let start = performance.now();
await graph.update(index.reader());
const scratchMs = performance.now() - start;

let drawn = 0;
const draw = (limit: number): number => mix32(++drawn) % limit;
const times: number[] = [];
let wallMs = 0;
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
let checks = 0;
for (let change = 1; change <= Number(values.changes); change++) {
  const [one, other] = [all[draw(all.length)] as IndexedDocument, all[draw(all.length)] as IndexedDocument];
  if (draw(3) === 0 && living.delete(one.path)) index.apply([], [one.path]);
  else {
    // Replaces the content of the path, like an edit of all of it.
    const document = { ...one, columns: draw(2) === 0 ? other.columns : one.columns };
    living.set(one.path, document);
    index.apply([document]);
  }
  index.mergeUntil();
  start = performance.now();
  const startCpu = cpuMs();
  await graph.update(index.reader());
  times.push(cpuMs() - startCpu);
  wallMs += performance.now() - start;
  if (change % checkEvery !== 0) continue;
  const fresh = new MemoryIndex(lexicons);
  fresh.apply([...living.values()]);
  if ((await describe(index.reader(), graph)) !== (await describe(fresh.reader(), new CommunityGraph())))
    throw new Error(`communities differ after change ${change}`);
  checks++;
}
times.sort((a, b) => a - b);
const at = (share: number): string => (times[Math.min(times.length - 1, Math.floor(times.length * share))] as number).toFixed(1);
const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
console.log(`${size} chunks, communities from scratch ${scratchMs.toFixed(0)} ms`);
console.log(
  `${times.length} changes of one passage: mean ${mean.toFixed(1)} ms, p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)} (clock: mean ${(wallMs / times.length).toFixed(1)}); ${checks} of ${checks} comparisons identical`,
);
