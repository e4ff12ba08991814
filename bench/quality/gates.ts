/** What the gates of `hug` are worth (HugRAG, appendix E), and relations drawn to be judged by hand. */

import { parseArgs } from 'node:util';
import type { IndexReader } from '../../src/engine/index/reader.ts';
import { createDerivedStore } from '../../src/engine/retrieval/derived.ts';
import { relationKinds } from '../../src/engine/retrieval/modelSources/gateVerdict.ts';
import { partOf } from '../../src/engine/retrieval/part.ts';
import { defaultValues } from '../../src/engine/retrieval/systemOptions.ts';
import { taskThread } from '../../src/service/scheduling/taskThread.ts';
import { countPairs, levelSizes } from '../../src/systems/hug/allPairs.ts';
import { gateRelations } from '../../src/systems/hug/gateRelations.ts';
import { hug, reach } from '../../src/systems/hug/hug.ts';
import { type ModuleGraph, maxModule, moduleLevels, moduleSide, readModuleGraph } from '../../src/systems/hug/moduleGraph.ts';
import { gateCandidates } from '../../src/systems/hug/verdicts.ts';
import { commonOptions, countOf, listOf, readCommon, runProgram } from './options.ts';
import { findSets, type OpenSet, openerOf, withoutMissing } from './sets.ts';
import { pairedTest } from './statistics.ts';
import { tableOf } from './tables.ts';

const usage = `node bench/quality/gates.ts --data DIR [--trees DIR] [--sets A,B] [--half dev|test] [--sample N]

  --sample N   print N relations of each set in place of the figures, drawn evenly over all: kind, key, and the two places
  --sizes A,B  print how many candidates a model would verify of so many passages, and how many pairs algorithm 2 may compare
  --times      print how long relations, and modules in a worker thread, take to find again after a save, of at most 20,000 passages`;

/** Of one question: whether gold was reached, 1 / (1 + hops) of the nearest, the share that was reached, and the hops to the nearest. */
interface Access {
  readonly reachability: number;
  readonly weighted: number;
  readonly coverage: number;
  readonly hops: number | undefined;
}

async function accessTo(set: OpenSet, graph: ModuleGraph, query: OpenSet['queries'][number], gates: boolean): Promise<Access> {
  const context = { reader: set.reader, options: { ...defaultValues(hug.options), gates } };
  const { expansion } = await reach(query.query, graph, context);
  const hops = new Map<string, number>();
  for (const { item, hops: own } of expansion.reached) {
    if (item === undefined) continue;
    const [id = ''] = await set.idsOf([graph.chunks[item] as number]);
    hops.set(id, Math.min(hops.get(id) ?? own, own));
  }
  const found = query.gold.flatMap((id) => hops.get(id) ?? []);
  const min = found.length === 0 ? undefined : Math.min(...found);
  return {
    reachability: min === undefined ? 0 : 1,
    weighted: min === undefined ? 0 : 1 / (1 + min),
    coverage: found.length / query.gold.length,
    hops: min,
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

async function printAccess(set: OpenSet, graph: ModuleGraph): Promise<void> {
  const pairs: { readonly off: Access; readonly on: Access }[] = [];
  for (const query of set.queries)
    if (query.gold.length > 0) pairs.push({ off: await accessTo(set, graph, query, false), on: await accessTo(set, graph, query, true) });
  const row = (name: string, of: (access: Access) => number, kept = pairs): string[] => {
    const [off, on] = [kept.map((pair) => of(pair.off)), kept.map((pair) => of(pair.on))];
    const { low, high } = pairedTest(on, off);
    return [name, meanOf(off).toFixed(3), meanOf(on).toFixed(3), `${low.toFixed(3)} to ${high.toFixed(3)}`];
  };
  const both = pairs.filter(({ off, on }) => off.hops !== undefined && on.hops !== undefined);
  const rows = [
    row('reachability', ({ reachability }) => reachability),
    row('weighted reachability', ({ weighted }) => weighted),
    row('coverage', ({ coverage }) => coverage),
    row('min hops', ({ hops = 0 }) => hops, both),
  ];
  console.log(tableOf(['metric', 'gates off', 'gates on', 'difference, 95 %'], rows));
}

async function printSample(set: OpenSet, { chunks, relations }: ModuleGraph, count: number): Promise<void> {
  const all = relations.keys.length;
  for (let i = 0; i < Math.min(count, all); i++) {
    const relation = Math.floor((i * all) / count);
    const [from, to] = (
      await set.reader.chunkInfo([relations.from, relations.to].map((ends) => chunks[ends[relation] as number] as number))
    ).map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`);
    const kind = relationKinds[relations.kinds[relation] as number];
    console.log(JSON.stringify({ set: set.name, kind, key: relations.keys[relation], from, to }));
  }
}

/** Of the first passages of a set. */
async function printCandidates({ reader }: OpenSet, sizes: readonly number[]): Promise<void> {
  const live = [...(await reader.liveChunks())];
  const rows: string[][] = [];
  for (const size of sizes.filter((one) => one <= live.length)) {
    const part = await partOf(reader, live.slice(0, size));
    const graph = await readModuleGraph(createDerivedStore(), { reader: part }, maxModule);
    const pairs = countPairs(levelSizes(graph, (module) => moduleSide(graph, module) !== undefined));
    const count = gateCandidates(graph.relations, graph.leafOf).length;
    rows.push([String(size), String(count), ((1000 * count) / size).toFixed(1), String(pairs)]);
  }
  console.log(tableOf(['passages', 'candidates', 'for each 1,000', 'pairs of algorithm 2'], rows));
}

/** The median after the compiler has seen the work; each run has a reader of its own, as after a save. */
async function medianOf(runs: number, part: () => Promise<IndexReader>, work: (reader: IndexReader) => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) times.push(await work(await part()));
  const warm = times.slice(Math.floor(runs / 2)).sort((a, b) => a - b);
  return warm[Math.floor(warm.length / 2)] as number;
}

const cpuMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

async function printTimes({ reader }: OpenSet): Promise<void> {
  const live = [...(await reader.liveChunks())].slice(0, maxTimed);
  const part = (): Promise<IndexReader> => partOf(reader, live);
  const contextOf = (own: IndexReader) => ({ reader: own, texts: undefined, yieldThread: async () => undefined });
  const relations = await medianOf(20, part, async (own) => {
    const before = process.cpuUsage();
    await gateRelations().build(contextOf(own));
    return cpuMs(process.cpuUsage(before));
  });
  const [here, cpu]: [number[], number[]] = [[], []];
  const modules = await medianOf(6, part, async (own) => {
    const [thread, all, start] = [process.threadCpuUsage(), process.cpuUsage(), performance.now()];
    await moduleLevels(maxModule).build({ ...contextOf(own), otherThread: taskThread });
    here.push(cpuMs(process.threadCpuUsage(thread)));
    cpu.push(cpuMs(process.cpuUsage(all)));
    return performance.now() - start;
  });
  const header = ['passages', 'relations, ms of CPU', 'modules, ms', 'ms of CPU', 'of these in the answering thread'];
  const values = [live.length, relations, modules, Math.min(...cpu), Math.min(...here)];
  console.log(tableOf(header, [values.map((value) => value.toFixed(0))]));
}

const maxTimed = 20_000;

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: { ...commonOptions, sample: { type: 'string' }, sizes: { type: 'string' }, times: { type: 'boolean' } },
  });
  const common = readCommon(values);
  const open = openerOf(common);
  for (const source of withoutMissing(findSets(common))) {
    const set = await open(source);
    if (values.sizes !== undefined || values.times) {
      console.log(`\n### ${set.name}\n`);
      if (values.times) await printTimes(set);
      if (values.sizes !== undefined)
        await printCandidates(
          set,
          listOf(values.sizes).map((size) => countOf('--sizes', size)),
        );
      await set.close();
      continue;
    }
    const graph = await readModuleGraph(createDerivedStore(), { reader: set.reader }, maxModule);
    if (values.sample !== undefined) await printSample(set, graph, countOf('--sample', values.sample));
    else {
      const kinds = relationKinds.map((kind, k) => `${graph.relations.kinds.filter((own) => own === k).length} ${kind}`);
      const gates = graph.gates.reduce((sum, own) => sum + own.length, 0) / 2;
      console.log(
        `\n### ${set.name}: ${graph.chunks.length} chunks, ${graph.parents.length} modules, ${gates} gates of ${kinds.join(', ')}\n`,
      );
      await printAccess(set, graph);
    }
    await set.close();
  }
});
