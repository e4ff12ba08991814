/**
 * Many small pushes to a shared index: how long each takes, what they cost, and what questions cost afterwards.
 *
 * `node bench/shared/pushes.ts [--chunks 100000] [--pushes 500] [--files 50] [--questions 40]`
 *
 * Generated notes are published on a server that is started for it; then some files change, again and again, and are pushed. The time of a
 * push ends when its commit is visible. Questions are asked of the first commit and of the last one in turn, by CPU time of client and server.
 */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { mix32 } from '../../src/engine/hash/mix.ts';
import { createLexicons, type DocumentColumns, MemoryIndex, pathNames } from '../../src/engine/index.ts';
import { retrievers } from '../../src/engine/retrieval/retrievers.ts';
import { analyzeColumns } from '../../src/engine/text/analyze.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { publish } from '../../src/storage/postgres/openPublished.ts';
import { startPostgres } from '../../test/support/postgresServer.ts';
import { openPublished, placedCommunities } from '../../test/support/publishedIndex.ts';
import { countOf, runProgram } from '../quality/options.ts';
import { Draw, quantile, sectionsPerFile, shown, textOf } from './notes.ts';

const usage = `node bench/shared/pushes.ts [--chunks 100000] [--pushes 500] [--files 50] [--questions 40]

  --chunks N      how many are published first
  --pushes N      later ones
  --files N       that change before each
  --questions N   asked before and after, each several times`;

const rounds = 5;
const ticksPerSecond = 100;

/** CPU time of a server so far, of its ended processes too, in ms. */
function serverCpu(postmaster: number): number {
  const statOf = (pid: string): readonly string[] => {
    try {
      return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    } catch {
      return [];
    }
  };
  let ticks = 0;
  // The postmaster at last, which has the times of those that have ended meanwhile.
  const others = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== postmaster);
  for (const pid of [...others, String(postmaster)]) {
    const stat = statOf(pid);
    if (Number(pid) !== postmaster && Number(stat[1]) !== postmaster) continue;
    for (const at of Number(pid) === postmaster ? [11, 12, 13, 14] : [11, 12]) ticks += Number(stat[at]);
  }
  return (ticks * 1000) / ticksPerSecond;
}

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
  const [changed, questionCount] = [countOf('--files', values.files), countOf('--questions', values.questions)];
  const started = await startPostgres(['-c', 'fsync=on', '-c', 'shared_buffers=512MB', '-c', 'max_wal_size=4GB']);
  if ('skip' in started) throw new Error(started.skip);
  const { server } = started;
  const place = { address: await server.createDatabase(), name: 'notes' };
  const env = { PGPASSWORD: server.password };
  const cpu = (): readonly [number, number] => {
    const { user, system } = process.cpuUsage();
    return [(user + system) / 1000, serverCpu(server.pid as number)];
  };
  const size = async (): Promise<number> => {
    const sum = `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'meshrag' and c.relkind = 'r'`;
    return Number((await server.query(place.address, sum))[0]?.bytes) / 1e6;
  };
  try {
    const count = Math.ceil(chunks / sectionsPerFile);
    const versions = new Int32Array(count);
    const pathOf = (file: number): string => `notes/${file % 200}/note${file}.md`;
    const lexicons = createLexicons();
    const analysed = new Map<string, DocumentColumns>();
    const hashes: string[] = [];
    const index = new MemoryIndex(lexicons);
    const analyse = (list: Iterable<number>): void => {
      const documents = Array.from(list, (file) => {
        const path = pathOf(file);
        analysed.delete(hashes[file] as string);
        const hash = createHash('sha256').update(`${file} ${versions[file]}`).digest('hex');
        const columns = analyzeColumns(textOf(file, versions[file] as number), languageOf(path), lexicons);
        hashes[file] = hash;
        analysed.set(hash, columns);
        return { path, names: pathNames(path), columns };
      });
      index.apply(documents);
    };
    analyse(versions.keys());
    const push = async (name = place.name) => {
      const contents = new Map(hashes.map((hash, file) => [pathOf(file), { hash, language: 'markdown' }] as const));
      const [from, [ownFrom, serverFrom]] = [performance.now(), cpu()];
      let visible = 0;
      let first: readonly [number, number] = [0, 0];
      const onVisible = (): void => {
        visible = performance.now() - from;
        first = cpu();
      };
      const document = ({ hash }: { readonly hash: string }) => analysed.get(hash);
      const communities = () => placedCommunities(index);
      const pushed = await publish({ ...place, name }, { contents, lexicons, document, communities }, env, async () => undefined, {
        onVisible,
      });
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
    const draw = new Draw(7);
    const questions = Array.from(
      { length: questionCount },
      () => `${draw.name()} ${draw.word()} ${draw.word()} ${draw.word()} ${draw.word()}`,
    );
    const mesh = retrievers.get('mesh');
    if (mesh === undefined) throw new Error('there is no mesh');
    const open = (name: string) => openPublished({ ...place, name }, createLexicons(), env);
    const ask = async (published: Awaited<ReturnType<typeof open>>) => {
      const times: number[] = [];
      const reader = published.reader([], 1);
      const [ownFrom, serverFrom] = cpu();
      for (const question of questions) {
        const from = performance.now();
        await mesh.search(reader, question, { limit: 10 });
        times.push(performance.now() - from);
      }
      const [own, other] = cpu();
      return { own: (own - ownFrom) / questionCount, other: (other - serverFrom) / questionCount, p50: quantile(times, 0.5) };
    };
    // A name keeps the first commit, of which it writes nothing again.
    await push('notes@first');
    const before = await open('notes@first');
    await ask(before);
    const list: Awaited<ReturnType<typeof push>>[] = [];
    for (let number = 1; number <= pushes; number++) {
      const files = new Set(Array.from({ length: changed }, (_, i) => mix32(number * 1000 + i) % count));
      for (const file of files) (versions[file] as number)++;
      analyse(files);
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
    await ask(after);
    const asked: Record<'before' | 'after', Awaited<ReturnType<typeof ask>>[]> = { before: [], after: [] };
    for (let round = 0; round < rounds; round++) {
      asked.before.push(await ask(before));
      asked.after.push(await ask(after));
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
