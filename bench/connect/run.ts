/**
 * Whether a connection between two names contains the passages that a question needs. Each question that names a title, and whose answer is a name
 * of the index that it does not mention, is asked as a pair. The results, with passages of the best path preferred, are compared with those of `mesh`
 * for the same pair, and with all passages of the path before those of `mesh`.
 * Prints R@2 of both, how often all gold is on the path itself, whether each step's passage contains its name, and times.
 */

import { parseArgs } from 'node:util';
import { endOfName } from '../../src/engine/connect/nameEnd.ts';
import { pathsBetween } from '../../src/engine/connect/pathsBetween.ts';
import { bind } from '../../src/engine/retrieval/bind.ts';
import { mesh } from '../../src/engine/retrieval/systems/mesh.ts';
import { commonOptions, readCommon, runProgram } from '../quality/options.ts';
import { findSets, type OpenSet, openerOf, withoutMissing } from '../quality/sets.ts';
import { estimate, pairedTest } from '../quality/statistics.ts';

const usage = `node bench/connect/run.ts --data DIR [--sets A,B] [--half dev|test]

  --data DIR   sets of passages, as DIR/passages/SET
  --sets A,B   only these
  --half HALF  only one half of the questions`;

/** Shorter titles are words. */
const minTitle = 4;

interface Outcome {
  readonly connected: number;
  readonly pathFirst: number;
  readonly plain: number;
  readonly isAllOnPath: number;
  readonly hasPath: number;
  readonly connectMs: number;
  readonly plainMs: number;
}

const retriever = bind(mesh);

function recallAt2(gold: readonly string[], found: readonly string[]): number {
  return gold.filter((id) => found.slice(0, 2).includes(id)).length / Math.min(2, gold.length);
}

async function outcomesOf({ reader, queries, idsOf }: OpenSet): Promise<readonly Outcome[]> {
  const infos = await reader.chunkInfo([...(await reader.liveChunks())]);
  const titles = [...new Set(infos.map(({ title }) => title))].filter((title) => title.length >= minTitle);
  titles.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const outcomes: Outcome[] = [];
  for (const { query, gold, answers } of queries) {
    const title = titles.find((one) => query.includes(one));
    const [answer] = answers;
    if (title === undefined || answer === undefined || query.toLowerCase().includes(answer.toLowerCase())) continue;
    const started = performance.now();
    const ends = await Promise.all([endOfName(reader, title), endOfName(reader, answer)]);
    const [a, b] = ends;
    if (a === undefined || b === undefined || [...a.keys].some((key) => b.keys.has(key))) continue;
    const { paths, ranking } = await pathsBetween(reader, [a, b], `${title} ${answer}`, retriever);
    const middle = performance.now();
    const ranked = await retriever.search(reader, `${title} ${answer}`, { limit: 10 });
    const ended = performance.now();
    const found = await idsOf(ranked.results.map(({ chunk }) => chunk));
    const path = await idsOf(paths[0]?.chunks ?? []);
    outcomes.push({
      connected: recallAt2(gold, await idsOf(ranking.slice(0, 2))),
      pathFirst: recallAt2(gold, [...new Set([...path, ...found])]),
      plain: recallAt2(gold, found),
      isAllOnPath: gold.every((id) => path.includes(id)) ? 1 : 0,
      hasPath: paths.length > 0 ? 1 : 0,
      connectMs: middle - started,
      plainMs: ended - middle,
    });
  }
  return outcomes;
}

const percent = (value: number): string => (100 * value).toFixed(1);

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

void runProgram(usage, async () => {
  const { values } = parseArgs({ options: commonOptions });
  if (values.help) return console.log(usage);
  const options = readCommon(values);
  const open = openerOf(options);
  for (const source of withoutMissing(findSets(options)).filter(({ kind }) => kind === 'passages')) {
    const set = await open(source);
    const outcomes = await outcomesOf(set);
    const of = (field: keyof Outcome): number[] => outcomes.map((outcome) => outcome[field]);
    const { mean, low, high } = pairedTest(of('connected'), of('plain'));
    console.log(
      `${set.name}: ${outcomes.length} pairs, R@2 ${percent(estimate(of('connected')).mean)}, mesh ${percent(estimate(of('plain')).mean)}, ` +
        `difference ${percent(mean)} (${percent(low)} to ${percent(high)}); the whole path first ${percent(estimate(of('pathFirst')).mean)}; a path for ${percent(estimate(of('hasPath')).mean)} %, ` +
        `all gold on it for ${percent(estimate(of('isAllOnPath')).mean)} %; p50 ${median(of('connectMs')).toFixed(1)} ms, mesh ${median(of('plainMs')).toFixed(1)} ms`,
    );
    await set.close();
  }
});
