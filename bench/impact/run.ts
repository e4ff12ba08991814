/**
 * Which files a change of one file reaches, judged by what commits changed together. Each file of a commit that is not a test is asked about in
 * turn; the other files and the tests that the commit changed are to be found, each ranked among files of its kind. Prints R@5 (of at most five) of
 * the ranking of `engine/impact`, of `related`, of similar names and of nearby folders, averaged per commit, and the paired differences from each.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import { collectEvidence, type ImpactEvidence, type ImpactWeights, impactWeights, rankFiles } from '../../src/engine/impact/ranking.ts';
import { fileSubject, findReach } from '../../src/engine/impact/reach.ts';
import { MemoryIndex } from '../../src/engine/index/memoryIndex.ts';
import { indexedDocument } from '../../src/engine/index/segment.ts';
import { bindingsIn } from '../../src/engine/relations/bindings.ts';
import type { RelationSource } from '../../src/engine/relations/candidates.ts';
import { isModuleManifest, readManifests } from '../../src/engine/relations/manifests.ts';
import { ModuleGraph } from '../../src/engine/relations/moduleGraph.ts';
import { analyzeColumns } from '../../src/engine/text/analyze.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { isTestPath } from '../../src/engine/text/names/pathNames.ts';
import { createLexicons } from '../../src/engine/text/words/lexicon.ts';
import { mirrorOf, type Source } from '../quality/mirrors.ts';
import { countOf, listOf, runProgram } from '../quality/options.ts';
import { pairedTest } from '../quality/statistics.ts';
import { type ChangeSet, changesOf, textsOf } from './commits.ts';

const usage = `node bench/impact/run.ts --mirrors DIR [--role choose|report] [--sets A,B] [--count N] [--weights JSON]... [--ablate]

  --mirrors DIR   bare repositories, OWNER+NAME.git; those of histories.json that are missing are cloned
  --role ROLE     only the repositories that weights are chosen on, or only those that are reported
  --sets A,B      only these
  --count N       commits of each (150)
  --weights JSON  weights to judge in place of those of the product (repeatable): {"uses":1}
  --ablate        also each kind of evidence left out`;

interface History extends Source {
  readonly role: 'choose' | 'report';
}

/** A file that is asked about. */
interface Asked {
  readonly commit: string;
  readonly path: string;
  readonly evidence: ImpactEvidence;
  readonly others: readonly string[];
  readonly tests: readonly string[];
}

const top = 5;
const none: ImpactWeights = { related: 0, passage: 0, uses: 0, name: 0, size: 0, language: 0 };
type Weights = typeof impactWeights;
const alone = (kind: keyof ImpactWeights): Weights => ({ others: { ...none, [kind]: 1 }, tests: { ...none, [kind]: 1 } });
type Rank = (evidence: ImpactEvidence, path: string) => readonly string[];
const by =
  (weights: Weights): Rank =>
  (evidence) =>
    rankFiles(evidence, weights).map(({ path }) => path);
const baselines: Readonly<Record<string, Rank>> = {
  related: by(alone('passage')),
  'like names': by(alone('name')),
  'near folders': ({ files }, path) => files.toSorted((a, b) => nearness(b, path) - nearness(a, path) || (a < b ? -1 : 1)),
};

/** The share of the folders of two paths that both begin with, the root included. */
function nearness(a: string, b: string): number {
  const [x, y] = [a.split('/').slice(0, -1), b.split('/').slice(0, -1)];
  const end = x.findIndex((name, i) => name !== y[i]);
  return (1 + (end < 0 ? x.length : end)) / (1 + Math.max(x.length, y.length));
}

function sourceOf(files: ReadonlyMap<string, string>): RelationSource {
  const lexicons = createLexicons();
  const index = new MemoryIndex(lexicons);
  index.apply(
    [...files].map(([path, text]) => indexedDocument(path, languageOf(path).name, analyzeColumns(text, languageOf(path), lexicons))),
  );
  const bindings = new Map([...files].map(([path, text]) => [path, bindingsIn(text, languageOf(path))]));
  const manifests = readManifests(new Map([...files].filter(([path]) => isModuleManifest(path))));
  return {
    reader: index.reader(),
    folder: 0,
    modules: new ModuleGraph(new Map([...files.keys()].map((path) => [path, languageOf(path)])), bindings, manifests),
    languageOf,
    textOf: (path) => files.get(path),
    yieldThread: () => undefined,
  };
}

async function askAll(files: ReadonlyMap<string, string>, changes: readonly ChangeSet[]): Promise<readonly Asked[]> {
  const source = sourceOf(files);
  const known = new Map<string, ImpactEvidence>();
  const asked: Asked[] = [];
  for (const { id, others, tests } of changes) {
    for (const path of others) {
      const evidence = known.get(path) ?? (await evidenceFor(path, files.get(path) ?? '', source));
      known.set(path, evidence);
      asked.push({ commit: id, path, evidence, others: others.filter((other) => other !== path), tests });
    }
  }
  return asked;
}

async function evidenceFor(path: string, text: string, source: RelationSource): Promise<ImpactEvidence> {
  const subject = fileSubject(path, text, languageOf(path));
  const { strengths } = await findReach(subject, source, 1);
  return collectEvidence({ paths: subject.files, uses: strengths }, source);
}

/** The mean recall of each commit with something to find. */
function recalls(asked: readonly Asked[], kind: keyof Weights, rank: Rank): readonly number[] {
  const byCommit = new Map<string, number[]>();
  for (const one of asked) {
    const gold = one[kind];
    if (gold.length === 0) continue;
    const ranked = rank(one.evidence, one.path).filter((path) => isTestPath(path) === (kind === 'tests'));
    const found = new Set(ranked.slice(0, top));
    const recall = gold.filter((path) => found.has(path)).length / Math.min(top, gold.length);
    byCommit.set(one.commit, [...(byCommit.get(one.commit) ?? []), recall]);
  }
  return [...byCommit.values()].map(meanOf);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

const percent = (value: number): string => (100 * value).toFixed(1);

/** Prints the figures of a set; returns the means of what is judged and of each baseline. */
function print(name: string, asked: readonly Asked[], judged: Readonly<Record<string, Rank>>): void {
  for (const kind of ['others', 'tests'] as const) {
    const base = Object.entries(baselines).map(([label, rank]) => ({ label, values: recalls(asked, kind, rank) }));
    const count = base[0]?.values.length ?? 0;
    if (count === 0) continue;
    console.log(`${name}, ${kind}, ${count} commits: ${base.map(({ label, values }) => `${label} ${percent(meanOf(values))}`).join(', ')}`);
    for (const [label, rank] of Object.entries(judged)) {
      const own = recalls(asked, kind, rank);
      const against = base.map(({ label: other, values }) => {
        const { mean, low, high } = pairedTest(own, values);
        return `${other} ${percent(mean)} (${percent(low)} to ${percent(high)})`;
      });
      console.log(`  ${label} ${percent(meanOf(own))}; against ${against.join(', ')}`);
    }
  }
}

/** The weights of the product, others in their place, and the product's without each kind of evidence. */
function judgedWeights(given: readonly string[], isAblation: boolean): Readonly<Record<string, Rank>> {
  const judged: Record<string, Rank> = { impact: by(impactWeights) };
  const changed = (some: Partial<ImpactWeights>): Rank =>
    by({ others: { ...impactWeights.others, ...some }, tests: { ...impactWeights.tests, ...some } });
  for (const one of given) judged[one] = changed(JSON.parse(one) as Partial<ImpactWeights>);
  if (isAblation) for (const kind of Object.keys(none)) judged[`without ${kind}`] = changed({ [kind]: 0 });
  return judged;
}

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: {
      mirrors: { type: 'string' },
      role: { type: 'string' },
      sets: { type: 'string' },
      count: { type: 'string', default: '150' },
      weights: { type: 'string', multiple: true, default: [] },
      ablate: { type: 'boolean', default: false },
    },
  });
  if (values.mirrors === undefined) throw new Error('--mirrors is required');
  const histories: readonly History[] = JSON.parse(fs.readFileSync(nodePath.join(import.meta.dirname, 'histories.json'), 'utf8'));
  const wanted = values.sets === undefined ? undefined : listOf(values.sets);
  const judged = judgedWeights(values.weights, values.ablate);
  for (const history of histories) {
    if (wanted?.includes(history.name) === false || (values.role !== undefined && values.role !== history.role)) continue;
    const dir = mirrorOf(history, values.mirrors);
    const { tree, changes } = changesOf(dir, history.head, countOf('--count', values.count));
    const started = performance.now();
    const asked = await askAll(textsOf(dir, tree), changes);
    const files = asked[0]?.evidence.files.length ?? 0;
    console.log(
      `${history.name} (${history.role}): ${asked.length} files asked, ${files} files, ${((performance.now() - started) / 1000).toFixed(1)} s`,
    );
    print(history.name, asked, judged);
  }
});
