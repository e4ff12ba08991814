/**
 * Starting from an exported index compared with building one: CPU and wall time of `import` and `index` of the built command line on the same tree,
 * each with an empty cache, in turns; and the size of the export.
 *
 * `node bench/start/import.ts --dir TREE [--runs 3]`, after `npm run build`.
 */

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { countOf, runProgram } from '../quality/options.ts';

const usage = `node bench/start/import.ts --dir TREE [--runs 3]

  --dir TREE   the folder; its index is kept elsewhere
  --runs N     of each; medians are printed`;

await runProgram(usage, async () => {
  const { values } = parseArgs({ options: { dir: { type: 'string' }, runs: { type: 'string', default: '3' } } });
  const { dir } = values;
  if (dir === undefined) throw new Error('--dir is missing');
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-import-'));
  const exported = path.join(scratch, 'index');
  let caches = 0;
  const run = (cache: string, ...args: readonly string[]): Record<string, number> => {
    const env = { ...process.env, XDG_CACHE_HOME: path.join(scratch, cache), LOCALAPPDATA: path.join(scratch, cache) };
    const cli = path.resolve(import.meta.dirname, '../../dist/cli.js');
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args, '--dir', dir, '--json'], { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  };
  try {
    const { files, chunks, bytes, writtenBytes } = run('export', 'export', exported) as Record<
      'files' | 'chunks' | 'bytes' | 'writtenBytes',
      number
    >;
    const built: Record<string, number>[] = [];
    const imported: Record<string, number>[] = [];
    for (let left = countOf('--runs', values.runs); left > 0; left--) {
      built.push(run(String(++caches), 'index'));
      imported.push(run(String(++caches), 'import', exported));
    }
    const median = (all: readonly Record<string, number>[], name: string): number =>
      all.map((one) => one[name] as number).toSorted((a, b) => a - b)[all.length >> 1] as number;
    console.log(`${files} files, ${chunks} chunks; Node ${process.version}; load ${os.loadavg()[0]?.toFixed(1)}`);
    console.log(
      `export ${(writtenBytes / 1e6).toFixed(1)} MB, ${((writtenBytes / bytes) * 100).toFixed(1)} % of the files' ${(bytes / 1e6).toFixed(1)} MB\n`,
    );
    console.log('| | CPU s | wall s |\n| --- | ---: | ---: |');
    for (const [name, all] of [
      ['index', built],
      ['import', imported],
    ] as const)
      console.log(`| ${name} | ${(median(all, 'cpuMs') / 1000).toFixed(1)} | ${(median(all, 'ms') / 1000).toFixed(1)} |`);
    const times = ['cpuMs', 'ms'].map((name) => (median(built, name) / median(imported, name)).toFixed(1));
    console.log(`| times faster | ${times.join(' | ')} |`);
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
});
