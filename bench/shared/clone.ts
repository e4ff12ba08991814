/**
 * A clone that was never indexed, answered from what was published of it, compared with one that builds its own index: CPU and wall time of the built
 * command line, and whether the answers are equal.
 *
 * `node bench/shared/clone.ts --dir TREE --question TEXT`, after `npm run build`. Files of a tree that is in git are recognised without being read.
 * `--files N` makes a repository of that many generated notes.
 */

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../test/support/postgresServer.ts';
import { countOf, runProgram } from '../quality/options.ts';
import { questionsOf, writeNotes } from './notes.ts';

const usage = `node bench/shared/clone.ts --dir TREE --question TEXT | --files N

  --dir TREE       the folder; its index is kept elsewhere
  --question TEXT  what it is asked
  --files N        in place of both: generated notes`;

await runProgram(usage, async () => {
  const { values } = parseArgs({ options: { dir: { type: 'string' }, question: { type: 'string' }, files: { type: 'string' } } });
  const started = await startPostgres(['-c', 'fsync=on']);
  if ('skip' in started) throw new Error(started.skip);
  const { server } = started;
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-clone-'));
  try {
    const dir = values.dir ?? path.join(scratch, 'notes');
    const question = values.question ?? (questionsOf(1)[0] as string);
    if (values.files !== undefined) writeNotes(dir, countOf('--files', values.files));
    else if (values.dir === undefined || values.question === undefined) throw new Error('--dir and --question are needed, or --files');
    const address = await server.createDatabase();
    const cli = path.resolve(import.meta.dirname, '../../dist/npm/cli.js');
    console.log(`Node ${process.version}; load ${os.loadavg()[0]?.toFixed(1)}\n\n| | CPU s | wall s |\n| --- | ---: | ---: |`);
    const run = (what: string, cache: string, ...args: readonly string[]): Record<string, unknown> => {
      const env = { ...process.env, PGPASSWORD: server.password, XDG_CACHE_HOME: path.join(scratch, cache) };
      const [before, startedMs] = [childCpuSeconds(), performance.now()];
      const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args, '--dir', dir, '--json'], {
        env,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      });
      if (status !== 0) throw new Error(stderr);
      console.log(`| ${what} | ${(childCpuSeconds() - before).toFixed(2)} | ${((performance.now() - startedMs) / 1000).toFixed(2)} |`);
      const { ms, openMs, ...rest } = JSON.parse(stdout);
      return rest;
    };
    const shared = ['--shared', address, '--name', 'clone'];
    const { files, chunks } = run('index', 'own', 'index');
    run('push', 'own', 'push', '--to', address, '--name', 'clone');
    const own = run('ask, indexed', 'own', 'ask', question);
    const asked = run('first answer in a clone never indexed', 'fresh', 'ask', question, ...shared);
    run('second answer there', 'fresh', 'ask', question, ...shared);
    const { communities } = run('communities, indexed', 'own', 'communities');
    const laid = run('communities in the clone', 'fresh', 'communities', ...shared);
    const areEqual = JSON.stringify(communities) === JSON.stringify(laid.communities);
    console.log(`\ncommunities ${areEqual ? 'equal' : 'DIFFER'}`);
    console.log(`\n${files} files, ${chunks} chunks; answers ${JSON.stringify(own) === JSON.stringify(asked) ? 'equal' : 'DIFFER'}`);
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
    await server.stop();
  }
});

/** CPU time of all children that have ended (Linux): fields 16 and 17 of /proc/self/stat, hundredths of a second. */
function childCpuSeconds(): number {
  const fields = fs.readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
