/** Computes the figures of a table from outcomes: means, intervals, times. */

import { percentile, rounded } from '../../src/cli/evaluation/metrics.ts';
import { type Half, halves, ofHalf } from './halves.ts';
import { type Metric, metrics, type Outcome } from './judge.ts';
import { estimate, type PairedTest, pairedTest } from './statistics.ts';

/** The figures of one system on one set, or on a half of it. */
export interface Figures {
  readonly questions: number;
  /** Means; a metric that no question has is absent. */
  readonly means: Readonly<Partial<Record<Metric, number>>>;
  /** Bounds of the 95 % interval of R@5. */
  readonly interval: readonly [number, number];
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
}

/** The values of a metric over the questions that have it. */
export function valuesOf(outcomes: readonly Outcome[], metric: Metric): readonly number[] {
  return outcomes.flatMap(({ values }) => values[metric] ?? []);
}

function figuresOf(outcomes: readonly Outcome[]): Figures {
  const means: Partial<Record<Metric, number>> = {};
  for (const metric of metrics) {
    const values = valuesOf(outcomes, metric);
    if (values.length > 0) means[metric] = rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
  }
  const { low, high } = estimate(valuesOf(outcomes, 'R@5'));
  const times = outcomes.map(({ ms }) => ms);
  return {
    questions: outcomes.length,
    means,
    interval: [rounded(low), rounded(high)],
    p50: rounded(percentile(times, 0.5), 2),
    p95: rounded(percentile(times, 0.95), 2),
  };
}

/** A value for all questions and for each half that has any. */
export type ByHalf<T> = Readonly<Partial<Record<Half | 'all', T>>>;

/** Applies `of` to all questions and, if both halves were asked, to each. */
export function byHalf<T>(outcomes: readonly Outcome[], of: (part: readonly Outcome[], half: Half | 'all') => T): ByHalf<T> {
  const result: Partial<Record<Half | 'all', T>> = {};
  for (const half of halves) {
    const part = ofHalf(outcomes, half);
    if (part.length > 0 && (half === 'all' || part.length < outcomes.length)) result[half] = of(part, half);
  }
  return result;
}

/** The mean share, 0 to 1, of the first five results of one system that are among those of another, over the same questions. */
export function commonInFive(a: readonly Outcome[], b: readonly Outcome[]): number {
  const shares = a.map(({ found }, i) => {
    const other = b[i]?.found.slice(0, 5) ?? [];
    return found.slice(0, 5).filter((id) => other.includes(id)).length / Math.max(1, Math.min(5, found.length));
  });
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

/** Figures of a system on all questions and on both halves. */
export function figuresByHalf(outcomes: readonly Outcome[]): ByHalf<Figures> {
  return byHalf(outcomes, figuresOf);
}

/** The difference `a` minus `b` of one metric over the same questions. */
export function compared(a: readonly Outcome[], b: readonly Outcome[], metric: Metric): PairedTest {
  return pairedTest(valuesOf(a, metric), valuesOf(b, metric));
}
