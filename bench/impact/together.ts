/**
 * How often files that past commits changed together change together again. The newest commits of a history that changed at least two files of
 * the tree before them are the questions: each of their files is asked about, of a past that ends before the first of them. Prints, for limits of
 * common commits and of their share, the share of listed files that the commit changed too, the share of its other files that are listed, and how
 * many are listed.
 */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import type { Commit } from '../../src/engine/past/past.ts';
import { Past } from '../../src/engine/past/past.ts';
import { nextPast } from '../../src/engine/past/pastBuilder.ts';
import { changedTogether } from '../../src/engine/past/together.ts';
import { finish } from '../../src/engine/util/steps.ts';
import { listLog, readLog } from '../../src/workspace/git/gitLog.ts';
import { git, mirrorOf } from '../quality/mirrors.ts';
import { listOf, runProgram } from '../quality/options.ts';
import { tableOf } from '../quality/tables.ts';
import { changesOf } from './commits.ts';

const usage = `node bench/impact/together.ts --mirrors DIR --repositories A/B,C/D [--count 150]

  --mirrors DIR        bare repositories, OWNER+NAME.git; those that are missing are cloned
  --repositories LIST  on GitHub
  --count N            commits of each that are asked about`;

const commons = [2, 3, 4, 6];
const shares = [0, 0.1, 0.2, 0.3, 0.4];
/** Files that are listed for each question. */
const maxListed = 10;

interface Sum {
  listed: number;
  right: number;
  wanted: number;
  questions: number;
}

async function pastBefore(root: string, tree: string): Promise<Past> {
  execFileSync('git', ['-C', root, 'checkout', '-q', '--detach', tree], { stdio: ['ignore', 'ignore', 'pipe'] });
  const commits: Commit[] = [];
  for await (const some of readLog(root, (await listLog(root, 20_000)).ids)) commits.push(...some);
  return new Past(finish(nextPast(undefined, () => true, commits.reverse())));
}

await runProgram(usage, async () => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { mirrors: text, repositories: text, count: text } });
  const { mirrors, repositories, count = '150' } = values;
  if (mirrors === undefined || repositories === undefined) throw new Error('--mirrors and --repositories are required');
  const sums = new Map(
    commons.flatMap((common) => shares.map((share) => [`${common} ${share}`, { listed: 0, right: 0, wanted: 0, questions: 0 }])),
  );
  for (const repository of listOf(repositories)) {
    const mirror = mirrorOf({ name: '', repository, head: 'HEAD' }, mirrors);
    const { tree, changes } = changesOf(mirror, 'HEAD', Number(count));
    const parent = fs.mkdtempSync(nodePath.join(os.tmpdir(), 'together-'));
    try {
      const root = nodePath.join(parent, 'tree');
      execFileSync('git', ['clone', '-q', '--shared', '--no-checkout', mirror, root]);
      const past = await pastBefore(fs.realpathSync(root), tree);
      const files = new Set(git(mirror, 'ls-tree', '-r', '-z', '--name-only', tree).toString().split('\0'));
      for (const { others, tests } of changes) {
        const all = [...others, ...tests];
        for (const asked of others) {
          for (const [key, sum] of sums) {
            const [minCommon = 0, minShare = 0] = key.split(' ').map(Number);
            const listed = changedTogether(past, new Set([asked]), (path) => files.has(path), { minCommon, minShare }).slice(0, maxListed);
            sum.listed += listed.length;
            sum.right += listed.filter(({ path }) => all.includes(path)).length;
            sum.wanted += all.length - 1;
            sum.questions++;
          }
        }
      }
      console.error(`${repository}: ${changes.length} commits, ${past.size} before`);
    } finally {
      fs.rmSync(parent, { recursive: true, force: true });
    }
  }
  const percent = (part: number, whole: number): string => ((100 * part) / Math.max(1, whole)).toFixed(1);
  const cell = ({ listed, right, wanted, questions }: Sum): string =>
    `${percent(right, listed)} · ${percent(right, wanted)} · ${(listed / Math.max(1, questions)).toFixed(1)}`;
  console.log('Right of those listed, found of those wanted, both in percent, and listed for a question:\n');
  const head = ['common', ...shares.map((share) => `share ${share}`)];
  console.log(
    tableOf(
      head,
      commons.map((common) => [String(common), ...shares.map((share) => cell(sums.get(`${common} ${share}`) as Sum))]),
    ),
  );
});
