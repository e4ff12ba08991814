/**
 * For how many of the definitions in `reasons.jsonl` `why` shows the reason that is known of them, first and among the first three. A reason is a
 * commit, or a line of a file; where several say it, each counts.
 */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import { createService } from '../../src/service/createService.ts';
import type { Reason } from '../../src/service/types/past.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { mirrorOf } from '../quality/mirrors.ts';
import { runProgram } from '../quality/options.ts';
import { tableOf } from '../quality/tables.ts';

const usage = `node bench/history/reasons.ts --mirrors DIR [--reasons FILE] [--list]

  --mirrors DIR   bare repositories, OWNER+NAME.git; those that are missing are cloned
  --reasons FILE  others than bench/history/reasons.jsonl
  --list          prints what was shown where the known reason is not first`;

interface Known {
  readonly repository: string;
  readonly commit: string;
  readonly name: string;
  /** PATH:LINE. */
  readonly ask: string;
  readonly reason: string;
  /** Ids of commits, and lines as PATH:LINE or PATH:FIRST-LAST. */
  readonly known: readonly string[];
}

function isKnown(reason: Reason, known: readonly string[]): boolean {
  if ('commit' in reason) return known.includes(reason.commit.id);
  const { path, startLine, endLine } = reason.place;
  return known.some((one) => {
    const [, file, first = 0, last = first] = /^(.+):(\d+)(?:-(\d+))?$/.exec(one) ?? [];
    return file === path && startLine <= Number(last) && endLine >= Number(first);
  });
}

const shown = (reason: Reason): string =>
  'commit' in reason
    ? `${reason.kind} ${reason.commit.id.slice(0, 8)} ${reason.commit.subject}`
    : `${reason.kind} ${reason.place.path}:${reason.place.startLine} ${reason.text}`;

await runProgram(usage, async () => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { mirrors: text, reasons: text, list: { type: 'boolean' } } });
  const { mirrors, reasons: file = nodePath.join(import.meta.dirname, 'reasons.jsonl') } = values;
  if (mirrors === undefined) throw new Error('--mirrors is required');
  const lines = fs.readFileSync(file, 'utf8').trim().split('\n');
  const all = lines.map((line) => JSON.parse(line) as Known);
  const rows: (readonly [string, number, number, number, number, number])[] = [];
  for (const repository of new Set(all.map((one) => one.repository))) {
    const own = all.filter((one) => one.repository === repository);
    const { commit } = own[0] as Known;
    const parent = fs.mkdtempSync(nodePath.join(os.tmpdir(), 'reasons-'));
    try {
      const root = nodePath.join(parent, 'tree');
      execFileSync('git', ['clone', '-q', '--shared', '--no-checkout', mirrorOf({ name: '', repository, head: commit }, mirrors), root]);
      execFileSync('git', ['-C', root, 'checkout', '-q', '--detach', commit]);
      const service = createService();
      await service.openFolder(fs.realpathSync(root), { settings: defaultSettings, runGit: true });
      await service.idle();
      const places: number[] = [];
      let ms = 0;
      for (const { ask, name, known, reason } of own) {
        const started = performance.now();
        const { reasons } = await service.why(ask);
        ms = Math.max(ms, performance.now() - started);
        const place = reasons.findIndex((one) => isKnown(one, known));
        places.push(place < 0 ? Number.POSITIVE_INFINITY : place);
        if (place !== 0 && values.list)
          console.log(`${repository} ${name} (${reason}): ${place + 1}\n  ${reasons.map(shown).join('\n  ')}`);
      }
      await service.close();
      const within = (max: number): number => places.filter((place) => place < max).length;
      rows.push([repository, own.length, within(1), within(3), within(Number.POSITIVE_INFINITY), Math.round(ms)]);
    } finally {
      fs.rmSync(parent, { recursive: true, force: true });
    }
  }
  const sum = (column: 1 | 2 | 3 | 4): number => rows.reduce((total, row) => total + row[column], 0);
  const total = ['all', sum(1), sum(2), sum(3), sum(4), Math.max(...rows.map((row) => row[5]))] as const;
  console.log(
    tableOf(
      ['repository', 'definitions', 'first', 'of three', 'shown', 'longest, ms'],
      [...rows, total].map((row) => row.map(String)),
    ),
  );
});
