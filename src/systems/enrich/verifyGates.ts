/**
 * Has a model verify candidates for gates, one request each, and keeps each verdict as it comes: stopped or killed, it asks nothing twice.
 *
 * Source: HugRAG section 4.1; the candidates are those with evidence, or all pairs of modules of algorithm 2 (modules/allPairs.ts).
 * The first candidate is asked about alone, so that what fails for all fails once. A reply that cannot be used, also when asked for once more,
 * leaves the candidate to its evidence. The first error of the model ends the run.
 */

import { estimateTokens, type LanguageModel } from '../../engine/answer/written/languageModel.ts';
import type { GateVerdict } from '../../engine/retrieval/modelSources/gateVerdict.ts';
import { compareAll, countPairs, type Levels, levelSizes, maxPairs } from '../hug/allPairs.ts';
import { type GateSide, keyedPair } from '../hug/verdicts.ts';
import { askForJson } from './askForJson.ts';
import { gatePrompt, readGateVerdict } from './gatePrompt.ts';
import { isOverflow, OverEstimate, type RunEnd, type RunOptions, type RunRecords, workOff } from './modelRun.ts';

/** Two sides and what was found between them; `undefined` if one has changed since it was indexed. */
export interface GateCandidate {
  readonly sides: readonly [GateSide, GateSide];
  /** From the first to the second; may be empty. */
  readonly found: string;
}

/** `null` for a pair that is not related. */
export type GateRecords = RunRecords<GateVerdict>;

export interface GateCounts {
  /** Candidates; where all pairs of modules are compared, the most that there can be. */
  readonly candidates: number;
  readonly known: number;
  readonly related: number;
  readonly unrelated: number;
  /** No usable reply. */
  readonly skipped: number;
  readonly requests: number;
  /** Estimated. */
  readonly tokensSent: number;
}

export type GateRun = GateCounts & RunEnd;
/** All pairs of modules are compared one by one, since a verdict decides what comes next. */
export type GateOptions = RunOptions<GateCounts>;

/** All modules, for algorithm 2. */
export interface ComparedModules extends Levels {
  /** `undefined` for a module without shared names, which is not compared. */
  sideOf(module: number): GateSide | undefined;
}

export type GateCandidates = readonly (() => Promise<GateCandidate | undefined>)[];

/** What verifying takes. Throws `RangeError` for more than `maxPairs` pairs of modules. */
export async function estimateGates(
  candidates: GateCandidates | ComparedModules,
  records: Pick<GateRecords, 'get'>,
  signal?: AbortSignal,
): Promise<Pick<GateCounts, 'candidates' | 'known' | 'requests' | 'tokensSent'>> {
  if (isModules(candidates)) return estimatePairs(candidates);
  let [known, requests, tokensSent] = [0, 0, 0];
  for (const read of candidates) {
    signal?.throwIfAborted();
    const one = await read();
    if (one === undefined) continue;
    if (records.get(keyedPair(...one.sides).key) !== undefined) known++;
    else {
      requests++;
      tokensSent += countTokens(one);
    }
  }
  return { candidates: candidates.length, known, requests, tokensSent };
}

/** Never throws but for what reading a candidate throws, and `RangeError` for more than `maxPairs` pairs of modules. */
export async function verifyGates(
  model: LanguageModel,
  candidates: GateCandidates | ComparedModules,
  records: GateRecords,
  { limit = Number.POSITIVE_INFINITY, maxTokens = Number.POSITIVE_INFINITY, signal, onProgress }: GateOptions = {},
): Promise<GateRun> {
  const all = isModules(candidates) ? estimatePairs(candidates).candidates : candidates.length;
  const counts = { candidates: all, known: 0, related: 0, unrelated: 0, skipped: 0, requests: 0, tokensSent: 0 };
  let asked = 0;
  let failure: unknown;
  const isOver = (): boolean => failure !== undefined || signal?.aborted === true || asked >= limit;

  async function verify(candidate: GateCandidate): Promise<GateVerdict | null | undefined> {
    const { key, sides, isInOrder } = keyedPair(...candidate.sides);
    const before = records.get(key);
    if (before !== undefined) {
      counts.known++;
      return before;
    }
    if (isOver()) return undefined;
    asked++;
    const { messages, masked } = gatePrompt(sides, isInOrder ? candidate.found : '');
    const tokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
    try {
      if (counts.tokensSent + tokens > maxTokens) throw new OverEstimate(maxTokens);
      const reply = await askForJson(model, messages, readGateVerdict, { purpose: 'enrich', sources: 2, masked }, signal);
      counts.requests += reply.requests;
      counts.tokensSent += tokens * reply.requests;
      const { value } = reply;
      if (value === undefined) counts.skipped++;
      else {
        records.keep(key, value);
        counts[value === null ? 'unrelated' : 'related']++;
      }
      onProgress?.({ ...counts });
      return value;
    } catch (error) {
      if (isOverflow(error)) counts.skipped++;
      else if (signal?.aborted !== true) failure ??= error;
      return undefined;
    }
  }

  if (isModules(candidates)) {
    const { sideOf } = candidates;
    await compareAll(
      candidates,
      (module) => sideOf(module) !== undefined,
      async (from, to) => {
        if (isOver()) return false;
        return Boolean(await verify({ sides: [sideOf(from) as GateSide, sideOf(to) as GateSide], found: '' }));
      },
    );
  } else {
    await workOff(candidates, isOver, async (read) => {
      const candidate = await read();
      const before = asked;
      if (candidate !== undefined) await verify(candidate);
      return asked > before;
    });
  }
  const run = { ...counts, isPaused: signal?.aborted === true };
  return failure === undefined ? run : { ...run, failure };
}

function isModules(candidates: GateCandidates | ComparedModules): candidates is ComparedModules {
  return !Array.isArray(candidates);
}

function estimatePairs(modules: ComparedModules): Pick<GateCounts, 'candidates' | 'known' | 'requests' | 'tokensSent'> {
  const sides = Array.from({ length: modules.parents.length }, (_, module) => modules.sideOf(module));
  const pairs = countPairs(levelSizes(modules, (module) => sides[module] !== undefined));
  if (pairs > maxPairs) throw new RangeError(`Comparing all modules takes up to ${pairs} requests; at most ${maxPairs} are sent`);
  const known = sides.flatMap((side) => side ?? []);
  const empty = { title: '', text: '' };
  const rest = known.reduce((sum, { text }) => sum + estimateTokens(text), 0) / Math.max(1, known.length);
  const tokensSent = Math.round(pairs * (countTokens({ sides: [empty, empty], found: '' }) + 2 * rest));
  return { candidates: pairs, known: 0, requests: pairs, tokensSent };
}

function countTokens({ sides, found }: GateCandidate): number {
  return gatePrompt(sides, found).messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
}
