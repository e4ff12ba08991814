/**
 * One step of one program in a process of its own: `child.mjs STEP SYSTEM WORKLOAD DIR`. Prints one JSON value.
 *
 * Measures this process alone: CPU is user and system time of all its threads, memory the peak resident size.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import type { FileChange, Opened, Search, System } from './system.ts';
import { systems } from './systems/all.ts';
import { parts, readChunks } from './workload.ts';

/** Milliseconds. */
export interface Times {
  readonly wall: number;
  readonly cpu: number;
}

/** Milliseconds at the median and the 95th percentile, and the number of measurements. */
export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly count: number;
}

export interface BuildFigures extends Times {
  /** Peak resident size, bytes. */
  readonly peakBytes: number;
  /** Size of the files written, bytes. */
  readonly diskBytes: number;
}

/** From the saved bytes of one changed file to the first answer with its new word. */
export interface ChangeFigures extends Spread {
  /** Until the chunks of the answer are known; the whole search if a program does not report that. */
  readonly ids: Spread;
  /** Of the first changes after opening, when the code is cold. */
  readonly first: Spread;
}

export interface UseFigures {
  /** Opening and the first question. */
  readonly first: Times;
  readonly queries: Readonly<Record<string, Spread>>;
  readonly change: ChangeFigures;
}

export interface RestartFigures extends Times {
  readonly filesRead: number;
}

/** A slow program gets fewer questions and fewer changes. */
const queryBudgetMs = 40_000;
/** Number of changes that count as first ones. */
const firstChanges = 20;
const triesPerQuery = 3;
/** Nobody saves a file right after opening the editor; a program may use the time. Milliseconds. */
const restMs = 2000;

async function timed<T>(work: () => Promise<T>): Promise<Times & { readonly result: T }> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const result = await work();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { wall, cpu: (user + system) / 1000, result };
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), count: sorted.length };
}

function sizeBelow(folder: string): number {
  let bytes = 0;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += fs.statSync(nodePath.join(entry.parentPath, entry.name)).size;
  }
  return bytes;
}

function peakBytes(): number {
  return process.resourceUsage().maxRSS * 1024;
}

async function build(system: System, workload: string, dir: string): Promise<BuildFigures> {
  const chunks = system.readsFiles ? [] : readChunks(workload);
  const { wall, cpu } = await timed(() => system.build(chunks, { dir, tree: nodePath.join(workload, parts.tree) }));
  return { wall, cpu, peakBytes: peakBytes(), diskBytes: sizeBelow(dir) };
}

/** The minimum of some tries for each question, so that other load matters little. */
async function ask(search: Search, queries: readonly string[]): Promise<Spread> {
  const best: number[] = [];
  const end = performance.now() + queryBudgetMs;
  for (const query of queries) {
    let min = Number.POSITIVE_INFINITY;
    for (let i = 0; i < triesPerQuery && performance.now() < end; i++) {
      const start = performance.now();
      await search(query);
      min = Math.min(min, performance.now() - start);
    }
    if (Number.isFinite(min)) best.push(min);
  }
  return spreadOf(best);
}

async function changeFiles(opened: Opened, changes: readonly FileChange[]): Promise<ChangeFigures> {
  const times: number[] = [];
  const untilIds: number[] = [];
  const end = performance.now() + queryBudgetMs;
  for (const change of changes) {
    if (performance.now() > end) break;
    opened.save?.(change);
    const start = performance.now();
    await opened.change(change);
    const found = await opened.search(change.word);
    const answered = performance.now();
    times.push(answered - start);
    untilIds.push((opened.rankedAtMs?.() ?? answered) - start);
    const wanted = new Set<number | string>([change.path, ...change.after.map(({ id }) => id)]);
    if (!wanted.has(found[0] ?? '')) {
      throw new Error(`${change.word} was not found in ${change.path}: ${found.join(', ')}`);
    }
  }
  return { ...spreadOf(times), ids: spreadOf(untilIds), first: spreadOf(times.slice(0, firstChanges)) };
}

function partOf<T>(workload: string, part: string): T {
  return JSON.parse(fs.readFileSync(nodePath.join(workload, part), 'utf8'));
}

/** Opens an index and asks the first query. */
async function firstOf(system: System, workload: string, dir: string): Promise<{ readonly first: Times; readonly opened: Opened }> {
  const place = { dir, tree: nodePath.join(workload, parts.tree) };
  const [query = 'index'] = partOf<string[]>(workload, parts.queries);
  const { wall, cpu, result } = await timed(async () => {
    const opened = await system.open(place);
    await opened.search(query);
    return opened;
  });
  return { first: { wall, cpu }, opened: result };
}

async function open(system: System, workload: string, dir: string): Promise<Times> {
  const { first, opened } = await firstOf(system, workload, dir);
  await opened.close();
  return first;
}

async function use(system: System, workload: string, dir: string): Promise<UseFigures> {
  const { first, opened } = await firstOf(system, workload, dir);
  const queries = partOf<string[]>(workload, parts.queries).slice(1);
  const asked = await opened.timed?.();
  const searches = asked?.searches ?? { search: opened.search };
  const spreads: Record<string, Spread> = {};
  for (const [name, search] of Object.entries(searches)) spreads[name] = await ask(search, queries);
  // An index that reads along would take part in every change.
  await asked?.close();
  await new Promise((resolve) => setTimeout(resolve, restMs));
  const change = await changeFiles(opened, partOf(workload, parts.changes));
  await opened.close();
  return { first, queries: spreads, change };
}

async function restart(system: System, workload: string, dir: string): Promise<RestartFigures> {
  const { wall, cpu, result } = await timed(async () => system.restart?.({ dir, tree: nodePath.join(workload, parts.tree) }) ?? 0);
  return { wall, cpu, filesRead: result };
}

const [step, name, workload = '', dir = ''] = process.argv.slice(2);
const system = systems.get(name ?? '');
if (step === 'empty') console.log(JSON.stringify(peakBytes()));
else if (step === 'texts') console.log(JSON.stringify(readChunks(workload).length > 0 ? peakBytes() : 0));
else if (system === undefined) throw new Error(`There is no program ${JSON.stringify(name)}; there are ${[...systems.keys()].join(', ')}`);
else {
  const run = { build, open, use, restart }[step ?? ''];
  if (run === undefined) throw new Error(`There is no step ${JSON.stringify(step)}`);
  console.log(JSON.stringify(await run(system, workload, dir)));
}
