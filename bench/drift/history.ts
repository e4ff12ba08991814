/**
 * Drift over the history of a repository: every commit against its parent, as a person would see it who has just checked it out.
 *
 * `node bench/drift/history.ts REPOSITORY --commits 200 --sample 50 --out FILE`: the repository is cloned into a temporary directory. The
 * sample is drawn by the hash of each diagnostic's text, so it is the same for the same diagnostics. Verdicts are written by hand into the
 * file; those of a diagnostic that is found again are kept.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import type { Mention } from '../../src/core/drift/mentions.ts';
import { createService } from '../../src/service/createService.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';

/** One diagnostic of the list. */
interface Row {
  readonly commit: string;
  readonly place: string;
  readonly where: Mention['where'];
  readonly name: string;
  readonly definedIn: string;
  readonly newName?: string;
  /** The line that is marked. */
  readonly text: string;
  /** `right` or `wrong`, by hand. */
  readonly verdict?: string;
  readonly why?: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    commits: { type: 'string', default: '200' },
    sample: { type: 'string', default: '50' },
    out: { type: 'string' },
    rev: { type: 'string', default: 'HEAD' },
  },
});
const source = nodePath.resolve(positionals[0] as string);
const temporary = fs.mkdtempSync(nodePath.join(os.tmpdir(), 'drift-'));
const folder = nodePath.join(temporary, 'work');
const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 });

execFileSync('git', ['clone', '--quiet', '--shared', source, folder]);
const commits = git('rev-list', '--first-parent', `-${Number(values.commits) + 1}`, values.rev)
  .trim()
  .split('\n')
  .reverse();
const rows: Row[] = [];
const times: number[] = [];
let withSome = 0;
let retiredCount = 0;
const service = createService();
try {
  git('checkout', '--quiet', '--force', commits[0] as string);
  await service.openFolder(folder, { settings: defaultSettings, runGit: true });
  await service.idle();
  for (const [i, commit] of commits.slice(1).entries()) {
    git('checkout', '--quiet', '--force', commit);
    await service.update(folder);
    const started = performance.now();
    const [answer] = await service.drift(folder, { base: commits[i] });
    times.push(performance.now() - started);
    if (answer === undefined) throw new Error(`no answer for ${commit}`);
    retiredCount += answer.retired.length;
    for (const { name, path, newName } of answer.retired) process.stderr.write(`${commit.slice(0, 10)} ${name} ${path} ${newName ?? ''}\n`);
    if (answer.mentions.length > 0) withSome++;
    rows.push(...answer.mentions.map((mention) => toRow(mention, commit)));
  }
} finally {
  await service.close();
  fs.rmSync(temporary, { recursive: true, force: true });
}
report();

function toRow({ retired, path, line, where }: Mention, commit: string): Row {
  const text = (fs.readFileSync(nodePath.join(folder, path), 'utf8').split(/\r\n|\n|\r/)[line - 1] ?? '').trim().slice(0, 160);
  const { name, path: definedIn, newName } = retired;
  return { commit: commit.slice(0, 10), place: `${path}:${line}`, where, name, definedIn, ...(newName ? { newName } : {}), text };
}

/** The same diagnostic has the same key, whatever else is found. */
function keyOf({ commit, place, name }: Row): string {
  return createHash('sha256').update(`${commit} ${place} ${name}`).digest('hex');
}

function report(): void {
  const verdicts = new Map<string, Row>();
  const out = values.out;
  if (out !== undefined && fs.existsSync(out)) {
    for (const row of JSON.parse(fs.readFileSync(out, 'utf8')).sample as Row[]) verdicts.set(keyOf(row), row);
  }
  const sample = [...rows]
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .slice(0, Number(values.sample))
    .map((row) => ({ ...row, verdict: verdicts.get(keyOf(row))?.verdict, why: verdicts.get(keyOf(row))?.why }));
  times.sort((a, b) => a - b);
  const judged = sample.filter(({ verdict }) => verdict !== undefined);
  const figures = {
    repository: nodePath.basename(source),
    head: commits.at(-1)?.slice(0, 10),
    commits: times.length,
    retiredNames: retiredCount,
    commitsWithDiagnostics: withSome,
    diagnostics: rows.length,
    byPlace: Object.fromEntries(['doc', 'comment', 'code'].map((where) => [where, rows.filter((row) => row.where === where).length])),
    medianMs: round(times[Math.floor(times.length / 2)]),
    p95Ms: round(times[Math.floor(times.length * 0.95)]),
    judged: judged.length,
    right: judged.filter(({ verdict }) => verdict === 'right').length,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  if (out !== undefined) fs.writeFileSync(out, `${JSON.stringify({ ...figures, sample }, null, 1)}\n`);
}

function round(value = 0): number {
  return Math.round(value * 10) / 10;
}
