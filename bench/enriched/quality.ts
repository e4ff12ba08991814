/**
 * What an enriched index adds to the systems that use one, and what a model's faults cost: R@5 with the stored names alone, with an index that a
 * scripted reader (`readers.ts`) has read without faults, and with faults, each compared with the stored names.
 */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Enrichment, EnrichmentSource } from '../../src/engine/retrieval/modelSources/enrichment.ts';
import { enrichPassages } from '../../src/systems/enrich/enrichPassages.ts';
import { pathKeys } from '../../test/support/pathKeys.ts';
import { compared } from '../quality/figures.ts';
import { askAll, type Outcome, systemOf } from '../quality/judge.ts';
import { commonOptions, countOf, listOf, readCommon, runProgram } from '../quality/options.ts';
import { findSets, type OpenSet, openerOf, type SetSource, withoutMissing } from '../quality/sets.ts';
import { points, tableOf } from '../quality/tables.ts';
import { type Faults, humanFaults, noFaults, scriptedReader } from './readers.ts';

const usage = `node bench/enriched/quality.ts --data DIR [--sets A,B] [--systems A,B] [--passages N] [--questions N] [--each]

  --data DIR       sets of passages, as DIR/passages/SET
  --systems A,B    unweaver, unweaver-ppr, topo, multi-semantic where not given
  --passages N     so many passages of each set, 1500 where not given: those that answer its questions, then others in order
  --questions N    so many questions, 150 where not given
  --each           each fault alone as well`;

interface Row {
  readonly id: string;
  readonly gold: readonly string[];
}

/** A smaller set in a folder of its own: the first questions, the passages that answer them, and others. */
function writeSample({ name, queries, corpus }: SetSource, folder: string, sizes: { passages: number; questions: number }): void {
  const linesOf = (file: string) => fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const asked = linesOf(queries).slice(0, sizes.questions);
  const gold = new Set(asked.flatMap((line) => (JSON.parse(line) as Row).gold));
  const passages = corpus.flatMap(linesOf).map((line) => ({ line, isGold: gold.has((JSON.parse(line) as Row).id) }));
  const kept = [...passages.filter(({ isGold }) => isGold), ...passages.filter(({ isGold }) => !isGold)].slice(0, sizes.passages);
  const to = path.join(folder, 'passages', name);
  fs.mkdirSync(to, { recursive: true });
  fs.writeFileSync(path.join(to, 'queries.jsonl'), asked.join('\n'));
  fs.writeFileSync(path.join(to, 'corpus.jsonl'), kept.map(({ line }) => line).join('\n'));
}

/** What a reader has written of all passages, and how many it skipped. */
async function readBy(faults: Faults, set: OpenSet): Promise<{ readonly source: EnrichmentSource; readonly skipped: number }> {
  const chunks = Array.from({ length: set.reader.chunkCount }, (_, chunk) => chunk);
  const infos = await set.reader.chunkInfo(chunks);
  const kept = new Map<string, Enrichment | null>();
  const passages = infos.map((info) => ({
    key: info.path,
    read: async () => ({ title: info.title, text: (await set.texts.chunkText(info)) ?? '', masked: 0 }),
  }));
  const { skipped, failure } = await enrichPassages(scriptedReader(faults), passages, {
    get: (key) => kept.get(key),
    keep: (key, value) => void kept.set(key, value),
  });
  if (failure !== undefined) throw failure;
  return { source: { version: JSON.stringify(faults), keys: pathKeys, get: (key) => kept.get(key) ?? undefined }, skipped };
}

async function rowsOf(set: OpenSet, systems: readonly string[], readers: ReadonlyMap<string, Faults>): Promise<readonly string[][]> {
  const rows: string[][] = [];
  const plain = await askAll(
    set,
    systems.map((name) => systemOf(name, { texts: set.texts })),
  );
  const inPercent = (outcomes: readonly Outcome[]): string => {
    const values = valuesIn(outcomes);
    return ((100 * values.reduce((sum, value) => sum + value, 0)) / values.length).toFixed(1);
  };
  rows.push([set.name, 'stored names', ...systems.map((name) => inPercent(plain.get(name) ?? [])), '']);
  for (const [label, faults] of readers) {
    const { source, skipped } = await readBy(faults, set);
    const read = await askAll(
      set,
      systems.map((name) => systemOf(name, { texts: set.texts, enrichment: source })),
    );
    const cells = systems.map((name) => {
      const { mean, error } = compared(read.get(name) ?? [], plain.get(name) ?? [], 'R@5');
      return `${inPercent(read.get(name) ?? [])} (${points(mean)} ± ${(100 * error).toFixed(1)})`;
    });
    rows.push(['', label, ...cells, String(skipped)]);
  }
  return rows;
}

function valuesIn(outcomes: readonly Outcome[]): readonly number[] {
  return outcomes.map(({ values }) => values['R@5'] ?? 0);
}

await runProgram(usage, async () => {
  const own = {
    systems: { type: 'string' },
    passages: { type: 'string' },
    questions: { type: 'string' },
    each: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ options: { ...commonOptions, ...own } });
  const options = readCommon(values);
  const systems = listOf(values.systems ?? 'unweaver,unweaver-ppr,topo,multi-semantic');
  const sizes = {
    passages: countOf('--passages', values.passages ?? '1500'),
    questions: countOf('--questions', values.questions ?? '150'),
  };
  const alone = Object.entries(humanFaults).map(([fault, share]) => [fault, { [fault]: share }] as const);
  const readers = new Map<string, Faults>([['no faults', noFaults], ...(values.each ? alone : []), ['all faults', humanFaults]]);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-enriched-'));
  try {
    const sources = withoutMissing(findSets(options)).filter(({ kind }) => kind === 'passages');
    for (const source of sources) writeSample(source, folder, sizes);
    const open = openerOf(options);
    const rows: string[][] = [];
    for (const source of findSets({ ...options, data: [folder], sets: undefined }))
      rows.push(...(await rowsOf(await open(source), systems, readers)));
    console.log(tableOf(['set', 'read by', ...systems, 'skipped'], rows));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
