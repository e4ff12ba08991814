/** The tables of a run: the measurements, and the ratios with their targets. */

import { tableOf } from '../quality/tables.ts';
import type { BuildFigures, RestartFigures, UseFigures } from './child.ts';
import type { WorkloadSize } from './workload.ts';

export interface ProgramFigures {
  /** Memory is the increase during the build over a process that holds the texts, or over an empty one if files are read. */
  readonly build: BuildFigures;
  readonly use?: UseFigures;
  readonly restart?: RestartFigures;
}

export interface WorkloadFigures {
  readonly name: string;
  readonly size: WorkloadSize;
  readonly programs: Readonly<Record<string, ProgramFigures>>;
}

/** Formats two or three significant digits. */
function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value >= 0.1 ? value.toFixed(2) : value.toPrecision(2);
}

const megabytes = (bytes: number): string => digits(bytes / 1e6);

/** The measurements of each program. */
export function figuresTable({ programs }: WorkloadFigures): string {
  const head = [
    'program',
    'build CPU s',
    'wall s',
    'peak MB',
    'disk MB',
    'open + first ms (CPU)',
    'query p50 / p95 ms',
    'change p50 / p95 ms',
    'first changes p50 ms',
  ];
  const rows = Object.entries(programs).flatMap(([name, { build, use }]) => {
    const built = [digits(build.cpu / 1000), digits(build.wall / 1000), megabytes(build.peakBytes), megabytes(build.diskBytes)];
    if (use === undefined) return [[name, ...built]];
    const rest = [`${digits(use.first.wall)} (${digits(use.first.cpu)})`];
    const queries = Object.entries(use.queries);
    return queries.map(([query, { p50, p95, count }], i) => {
      const asked = `${digits(p50)} / ${digits(p95)}${count < 50 ? ` (${count})` : ''}`;
      const { p50: changed, p95: slowest, count: changes, first } = use.change;
      const change = [`${digits(changed)} / ${digits(slowest)}${changes < 50 ? ` (${changes})` : ''}`, digits(first.p50)];
      return i === 0
        ? [queries.length > 1 ? `${name} ${query}` : name, ...built, ...rest, asked, ...change]
        : [`${name} ${query}`, '', '', '', '', '', asked, '', ''];
    });
  });
  return tableOf(head, rows);
}

type Value = (figures: WorkloadFigures) => number | undefined;

interface Row {
  readonly quantity: string;
  readonly value: Value;
  readonly unit?: string;
  readonly max: number;
  readonly beyond: number;
}

const own = 'meshrag';

/** Our figure as a share of a peer's. */
function ratioTo(peer: string, of: (program: ProgramFigures, isOwn: boolean) => number | undefined): Value {
  return ({ programs }) => {
    const [mine, theirs] = [programs[own], programs[peer]];
    const a = mine === undefined ? undefined : of(mine, true);
    const b = theirs === undefined ? undefined : of(theirs, false);
    return a === undefined || b === undefined ? undefined : a / b;
  };
}

const buildCpu = (program: ProgramFigures): number => program.build.cpu;
const queryBy =
  (name: string) =>
  ({ use }: ProgramFigures, isOwn: boolean): number | undefined =>
    use?.queries[isOwn ? name : 'search']?.p50;
const ofOwn =
  (of: (program: ProgramFigures) => number | undefined): Value =>
  ({ programs }) =>
    programs[own] === undefined ? undefined : of(programs[own]);

const rows: readonly Row[] = [
  { quantity: 'build CPU to FTS5 contentless', value: ratioTo('fts5-contentless', buildCpu), max: 2, beyond: 1 },
  { quantity: 'build CPU to FTS5 default', value: ratioTo('fts5', buildCpu), max: 1, beyond: 0.6 },
  ...['minisearch', 'flexsearch', 'lancedb'].map((peer) => ({
    quantity: `build CPU to ${peer}`,
    value: ratioTo(peer, buildCpu),
    max: 0.25,
    beyond: 0.12,
  })),
  { quantity: 'build CPU to the floor', value: ratioTo('floor', buildCpu), max: 5, beyond: 3 },
  { quantity: 'query p50 to LanceDB: bm25', value: ratioTo('lancedb', queryBy('bm25')), max: 0.5, beyond: 0.1 },
  { quantity: 'query p50 to FTS5: bm25', value: ratioTo('fts5', queryBy('bm25')), max: 0.05, beyond: 0.01 },
  { quantity: 'query p50 to LanceDB: mesh', value: ratioTo('lancedb', queryBy('mesh')), max: 3, beyond: 1 },
  { quantity: 'query p50 to FTS5: mesh', value: ratioTo('fts5', queryBy('mesh')), max: 0.3, beyond: 0.1 },
  {
    quantity: 'query p95 to p50: mesh',
    value: ofOwn(({ use }) => (use?.queries.mesh === undefined ? undefined : use.queries.mesh.p95 / use.queries.mesh.p50)),
    max: 5,
    beyond: 3,
  },
  {
    quantity: 'change of a file, p50 to FTS5 contentless',
    value: ratioTo('fts5-contentless', ({ use }) => use?.change.p50),
    max: 2,
    beyond: 1,
  },
  {
    quantity: 'the same until the ids are known',
    value: ratioTo('fts5-contentless', ({ use }) => use?.change.ids.p50),
    max: 2,
    beyond: 1,
  },
  { quantity: 'open + first query to flexsearch', value: ratioTo('flexsearch', ({ use }) => use?.first.wall), max: 0.5, beyond: 0.1 },
  { quantity: 'disk to FTS5 contentless', value: ratioTo('fts5-contentless', ({ build }) => build.diskBytes), max: 2, beyond: 1 },
  { quantity: 'peak memory of the build', value: ofOwn(({ build }) => build.peakBytes / 1e6), unit: 'MB', max: 300, beyond: 200 },
  { quantity: 'restart, nothing changed: files read', value: ofOwn(({ restart }) => restart?.filesRead), max: 0, beyond: 0 },
  {
    quantity: 'restart, nothing changed',
    value: ofOwn(({ restart }) => (restart === undefined ? undefined : restart.wall / 1000)),
    unit: 's',
    max: 1,
    beyond: 0.3,
  },
];

/** Our figures as ratios, with the required and the desired maximum. */
export function ratiosTable(workload: WorkloadFigures): string {
  const known = rows.flatMap(({ quantity, value, unit = '', max, beyond }) => {
    const measured = value(workload);
    if (measured === undefined) return [];
    const verdict = measured <= beyond ? 'beyond' : measured <= max ? 'yes' : 'no';
    return [[quantity, `${digits(measured)}${unit === '' ? '' : ` ${unit}`}`, String(max), String(beyond), verdict]];
  });
  return tableOf(['quantity', 'measured', 'at most', 'beyond', 'met'], known);
}
