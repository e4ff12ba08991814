/**
 * Stale names over the history of a repository, in two states of each commit that a user sees.
 *
 * `working`: the commit's parent with only those files changed from which the commit removes names, and those that the commit adds or
 * deletes: a name has just been removed or renamed and the rest is still to do; what the commit itself goes on to change is known.
 * `left`: the whole commit against its parent: what was forgotten. A name counts only if it is retired in both.
 *
 * `node bench/drift/history.ts REPOSITORY... --commits 200 --sample 50 --out FILE`: clones each repository into a temporary directory. The
 * sample is drawn from all of them by the hash of each diagnostic, so it is the same for the same diagnostics: documents, comments and code
 * in turn, and at most `--each` per name and commit. Verdicts are written into the file by hand and kept for diagnostics found again.
 * A repository gets at most `--minutes`, newest commits first; the figures say how many were replayed.
 * With `--members` only methods and members are drawn.
 * `--texts` prints the marked lines for judging; the file holds none.
 */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import { type Row, replay } from './replay.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    commits: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '10' },
    sample: { type: 'string', default: '50' },
    each: { type: 'string', default: '2' },
    members: { type: 'boolean', default: false },
    out: { type: 'string' },
    texts: { type: 'boolean', default: false },
  },
});
const places = ['doc', 'comment', 'code'] as const;
const figures: object[] = [];
const rows: Row[] = [];
for (const repository of positionals) {
  const run = await replay(nodePath.resolve(repository), Number(values.commits), Number(values.minutes));
  const diagnostics = Object.fromEntries((['working', 'left'] as const).map((state) => [state, countsOf(run.rows, state)]));
  const { rows: _, ms, ...counts } = run;
  figures.push({ ...counts, ...diagnostics, medianMs: quantile(ms, 0.5), p95Ms: quantile(ms, 0.95) });
  process.stdout.write(`${JSON.stringify(figures.at(-1))}\n`);
  rows.push(...run.rows);
}
report();

function countsOf(all: readonly Row[], state: Row['state']): object {
  const here = all.filter((row) => row.state === state);
  const byPlace = Object.fromEntries(places.map((where) => [where, here.filter((row) => row.where === where).length]));
  const changed = here.filter(({ changedThen }) => changedThen).length;
  const members = here.filter(({ isMember }) => isMember).length;
  return {
    commits: new Set(here.map(({ commit }) => commit)).size,
    names: new Set(here.map(({ commit, name }) => `${commit} ${name}`)).size,
    ...byPlace,
    members,
    ...(state === 'working' ? { changedThen: changed } : {}),
  };
}

/** Equal diagnostics have equal keys, independent of the others. */
function keyOf({ repository, state, commit, place, name }: Row): string {
  return createHash('sha256').update(`${repository} ${state} ${commit} ${place} ${name}`).digest('hex');
}

function report(): void {
  const out = values.out;
  const old: Row[] = out !== undefined && fs.existsSync(out) ? JSON.parse(fs.readFileSync(out, 'utf8')).sample : [];
  const verdicts = new Map(old.map((row) => [keyOf(row), row]));
  const sample = drawn([...rows].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))).map(({ text, ...row }) => {
    const { verdict, why } = verdicts.get(keyOf(row)) ?? {};
    if (values.texts) process.stdout.write(`${JSON.stringify({ ...row, text, verdict })}\n`);
    return { ...row, verdict, why };
  });
  const judged = sample.filter(({ verdict }) => verdict !== undefined);
  const summary = { sample: sample.length, judged: judged.length, right: judged.filter(({ verdict }) => verdict === 'right').length };
  process.stdout.write(`${JSON.stringify(summary)}\n`);
  if (out !== undefined) fs.writeFileSync(out, `${JSON.stringify({ ...summary, repositories: figures, sample }, null, 1)}\n`);
}

/** As many of each kind of place as available: most mentions are code, which would dominate an unstratified sample. */
function drawn(sorted: readonly Row[]): Row[] {
  const taken = new Map<string, number>();
  // What the whole commit leaves was there before, and a line that mentions a name twice is judged once.
  const line = ({ commit, name, place, text }: Row): string => `${commit} ${name} ${place.replace(/:\d+$/, '')} ${text}`;
  const leftToo = new Set(sorted.filter(({ state }) => state === 'left').map(line));
  const once = sorted.filter((row) => row.state === 'left' || !leftToo.has(line(row)));
  const chosen = once.filter(({ isMember }) => isMember || !values.members);
  const unlike = [...new Map(chosen.map((row) => [keyOf(row), row])).values()];
  const few = unlike.filter(({ commit, name }) => {
    const key = `${commit} ${name}`;
    taken.set(key, (taken.get(key) ?? 0) + 1);
    return (taken.get(key) as number) <= Number(values.each);
  });
  const turns = places.map((where) => few.filter((row) => row.where === where));
  const sample: Row[] = [];
  for (let turn = 0; sample.length < Math.min(few.length, Number(values.sample)); turn++) {
    const next = (turns[turn % turns.length] as Row[]).shift();
    if (next !== undefined) sample.push(next);
  }
  return sample;
}

function quantile(all: readonly number[], share: number): number {
  const value = [...all].sort((a, b) => a - b)[Math.floor(all.length * share)] ?? 0;
  return Math.round(value * 10) / 10;
}
