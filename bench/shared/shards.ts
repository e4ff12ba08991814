/**
 * A shared index on one server, and on several behind a coordinator: what a push and a question cost.
 *
 * `node bench/shared/shards.ts [--chunks 100000] [--questions 40] [--shards 0,1,2,4]`
 *
 * Generated notes are published on servers that are started for it on this machine, which they share; 0 is one server without shards. So the
 * CPU times show what shards cost, and nothing shows what they gain.
 */

import os from 'node:os';
import { parseArgs } from 'node:util';
import { createLexicons } from '../../src/engine/text/words/lexicon.ts';
import { publish } from '../../src/storage/postgres/openPublished.ts';
import { openPublished } from '../../test/support/publishedIndex.ts';
import { startShards } from '../../test/support/shards.ts';
import { countOf, listOf, runProgram } from '../quality/options.ts';
import { type Asked, ask } from './asking.ts';
import { Notes, quantile, questionsOf, shown } from './notes.ts';
import { useOf } from './processUse.ts';

const usage = `node bench/shared/shards.ts [--chunks 100000] [--questions 40] [--shards 0,1,2,4]

  --chunks N      how many are published
  --questions N   asked, several times
  --shards LIST   numbers of servers behind the coordinator`;

const rounds = 5;
const flags = ['-c', 'fsync=on', '-c', 'shared_buffers=512MB', '-c', 'max_wal_size=4GB'];

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: {
      chunks: { type: 'string', default: '100000' },
      questions: { type: 'string', default: '40' },
      shards: { type: 'string', default: '0,1,2,4' },
    },
  });
  const notes = new Notes(countOf('--chunks', values.chunks));
  const questions = questionsOf(countOf('--questions', values.questions));
  console.log(`${values.chunks} chunks; Node ${process.version}, load ${shown(os.loadavg()[0] ?? 0, 1)}, ${os.cpus().length} CPUs\n`);
  console.log('| shards | push s | its CPU s, servers | p50 ms | p95 ms | CPU ms, client | CPU ms, servers | rankings |');
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |');
  let first: string | undefined;
  for (const count of listOf(values.shards).map(Number)) {
    const { skip, coordinator, shards, as, stop } = await startShards(count, flags);
    if (skip) throw new Error(skip);
    try {
      const pids = [coordinator, ...shards].map(({ server }) => Number(server.pid));
      const cpuNow = (): number => pids.reduce((sum, pid) => sum + useOf(pid).cpuMs, 0);
      const [started, cpu] = [performance.now(), cpuNow()];
      await publish({ address: as('writer').address, name: 'notes' }, notes.source(), as('writer').env, async () => undefined);
      const push = [(performance.now() - started) / 1000, (cpuNow() - cpu) / 1000];
      for (const { server, address } of [coordinator, ...shards]) await server.query(address, 'vacuum analyze');
      const published = await openPublished({ address: as('reader').address, name: 'notes' }, createLexicons(), as('reader').env);
      const reader = published.reader([], 1);
      await ask(reader, questions);
      const before = cpuNow();
      const asked: Asked[] = [];
      for (let round = 0; round < rounds; round++) asked.push(await ask(reader, questions));
      const servers = (cpuNow() - before) / rounds / questions.length;
      const client = asked.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / rounds;
      const times = asked.flatMap((one) => one.times);
      const found = asked[0]?.found.join();
      await published.close();
      first ??= found;
      const cells = [...push, quantile(times, 0.5), quantile(times, 0.95), client, servers].map((number) => shown(number, 1));
      console.log(`| ${[count, ...cells, found === first ? 'equal' : 'DIFFER'].join(' | ')} |`);
    } finally {
      await stop();
    }
  }
});
