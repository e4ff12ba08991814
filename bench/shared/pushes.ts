/**
 * Many small pushes to a shared index: how long each takes, what they cost, and what questions cost afterwards.
 *
 * `node bench/shared/pushes.ts [--chunks 100000] [--pushes 500] [--files 50] [--questions 40]`
 *
 * Generated notes are published on a server that is started for it; then some files change, again and again, and are pushed. The time of a
 * push ends when its commit is visible. Questions are asked of the first commit and of the last one in turn, by CPU time of client and server.
 */

import os from 'node:os';
import { parseArgs } from 'node:util';
import { mix32 } from '../../src/engine/hash/mix.ts';
import { createLexicons } from '../../src/engine/text/words/lexicon.ts';
import { publish } from '../../src/storage/postgres/openPublished.ts';
import { startPostgres } from '../../test/support/postgresServer.ts';
import { openPublished } from '../../test/support/publishedIndex.ts';
import { countOf, runProgram } from '../quality/options.ts';
import { ask } from './asking.ts';
import { Notes, quantile, questionsOf, shown } from './notes.ts';
import { useOf } from './processUse.ts';

const usage = `node bench/shared/pushes.ts [--chunks 100000] [--pushes 500] [--files 50] [--questions 40]

  --chunks N      how many are published first
  --pushes N      later ones
  --files N       that change before each
  --questions N   asked before and after, each several times`;

const rounds = 5;

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: {
      chunks: { type: 'string', default: '100000' },
      pushes: { type: 'string', default: '500' },
      files: { type: 'string', default: '50' },
      questions: { type: 'string', default: '40' },
    },
  });
  const [chunks, pushes] = [countOf('--chunks', values.chunks), countOf('--pushes', values.pushes)];
  const changed = countOf('--files', values.files);
  const questions = questionsOf(countOf('--questions', values.questions));
  const started = await startPostgres(['-c', 'fsync=on', '-c', 'shared_buffers=512MB', '-c', 'max_wal_size=4GB']);
  if ('skip' in started) throw new Error(started.skip);
  const { server } = started;
  const place = { address: await server.createDatabase(), name: 'notes' };
  const env = { PGPASSWORD: server.password };
  const cpu = (): readonly [number, number] => {
    const { user, system } = process.cpuUsage();
    return [(user + system) / 1000, useOf(server.pid as number).cpuMs];
  };
  const size = async (): Promise<number> => {
    const sum = `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'meshrag' and c.relkind = 'r'`;
    return Number((await server.query(place.address, sum))[0]?.bytes) / 1e6;
  };
  try {
    const notes = new Notes(chunks);
    const push = async (name = place.name) => {
      const source = notes.source();
      const [from, [ownFrom, serverFrom]] = [performance.now(), cpu()];
      let visible = 0;
      let first: readonly [number, number] = [0, 0];
      const onVisible = (): void => {
        visible = performance.now() - from;
        first = cpu();
      };
      const pushed = await publish({ ...place, name }, source, env, async () => undefined, { onVisible });
      const all = performance.now() - from;
      const [own, other] = cpu();
      const [ownVisible, otherVisible] = [first[0] - ownFrom, first[1] - serverFrom];
      return { pushed, visible, all, ownVisible, otherVisible, own: own - ownFrom, other: other - serverFrom };
    };
    const first = await push();
    const about = (at: Awaited<ReturnType<typeof push>>): string =>
      `${shown(at.visible)} ms until visible, ${shown(at.all)} in all; CPU of client ${shown(at.own)}, of server ${shown(at.other)}; ${at.pushed.segments} segments`;
    console.log(
      `${first.pushed.chunks} chunks in ${first.pushed.files} files; Node ${process.version}, load ${shown(os.loadavg()[0] ?? 0, 1)}`,
    );
    console.log(`push of all: ${about(first)}; ${shown(await size())} MB`);
    const open = (name: string) => openPublished({ ...place, name }, createLexicons(), env);
    const asking = async (published: Awaited<ReturnType<typeof open>>) => {
      const before = useOf(server.pid as number).cpuMs;
      const { times, cpuMs } = await ask(published.reader([], 1), questions);
      return { own: cpuMs, other: (useOf(server.pid as number).cpuMs - before) / questions.length, p50: quantile(times, 0.5) };
    };
    // A name keeps the first commit; nothing is written again for it.
    await push('notes@first');
    const before = await open('notes@first');
    await asking(before);
    const list: Awaited<ReturnType<typeof push>>[] = [];
    for (let number = 1; number <= pushes; number++) {
      notes.change(new Set(Array.from({ length: changed }, (_, i) => mix32(number * 1000 + i) % notes.count)));
      list.push(await push());
      if (number % 50 === 0 || number === pushes)
        console.log(`${number}: ${about(list.at(-1) as (typeof list)[0])}, ${shown(await size())} MB`);
    }
    const quantiles = (of: (one: (typeof list)[0]) => number): string =>
      [0.5, 0.95, 1].map((share) => shown(quantile(list.map(of), share))).join(' | ');
    console.log(`\n| ${pushes} pushes of ${changed} files | p50 | p95 | max |\n| --- | ---: | ---: | ---: |`);
    console.log(`| ms until visible | ${quantiles(({ visible }) => visible)} |\n| ms in all | ${quantiles(({ all }) => all)} |`);
    console.log(`| CPU ms of the client until visible | ${quantiles(({ ownVisible }) => ownVisible)} |`);
    console.log(`| CPU ms of the server until visible | ${quantiles(({ otherVisible }) => otherVisible)} |`);
    console.log(`| CPU ms of the client | ${quantiles(({ own }) => own)} |\n| CPU ms of the server | ${quantiles(({ other }) => other)} |`);
    console.log(`| segments | ${quantiles(({ pushed }) => pushed.segments)} |`);
    const after = await open(place.name);
    await asking(after);
    const asked: Record<'before' | 'after', Awaited<ReturnType<typeof asking>>[]> = { before: [], after: [] };
    for (let round = 0; round < rounds; round++) {
      asked.before.push(await asking(before));
      asked.after.push(await asking(after));
    }
    console.log('\n| questions to | p50 ms | CPU ms of the client | of the server |\n| --- | ---: | ---: | ---: |');
    for (const [name, all] of Object.entries(asked)) {
      const middle = (of: (one: (typeof all)[0]) => number): string => shown(quantile(all.map(of), 0.5), 1);
      console.log(`| the commit ${name} | ${middle(({ p50 }) => p50)} | ${middle(({ own }) => own)} | ${middle(({ other }) => other)} |`);
    }
    const ratios = asked.after.map(({ own, other }, i) => (own + other) / ((asked.before[i]?.own ?? 0) + (asked.before[i]?.other ?? 0)));
    console.log(
      `CPU after / before: ${ratios
        .toSorted((a, b) => a - b)
        .map((ratio) => shown(ratio, 2))
        .join(' ')}`,
    );
    await Promise.all([before.close(), after.close()]);
  } finally {
    await server.stop();
  }
});
