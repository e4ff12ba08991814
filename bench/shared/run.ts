/**
 * A shared index on PostgreSQL compared with the same index in memory: questions, sizes, a first push (`pushes.ts` has later ones).
 *
 * `node bench/shared/run.ts [--chunks 1000000] [--questions 40] [--readers 32]`, after `npm run build`
 *
 * Notes are generated (words and names drawn from fixed, skewed vocabularies), published on a server that is started for it
 * (`test/support/postgresServer.ts`, fsync on), and asked by processes of their own. A question has words as skewed as the notes'; the posting
 * entries that it reads are printed, so that its size can be compared with that of real ones. Rankings are compared with those of the index in memory.
 *
 * With `--published ADDRESS`, what an earlier run has left on a server named by MESHRAG_TEST_POSTGRES is asked again; nothing is pushed.
 */

import { fork } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { publish } from '../../src/storage/postgres/openPublished.ts';
import { type PostgresServer, startPostgres } from '../../test/support/postgresServer.ts';
import { countOf, runProgram } from '../quality/options.ts';
import { type Asked, ask, entriesOf } from './asking.ts';
import type { ClientReport, ClientTask } from './client.ts';
import { Notes, quantile, questionsOf, shown } from './notes.ts';
import { peaksOfPacked } from './packedClient.ts';
import { evict, parentOf, useOf } from './processUse.ts';

const usage = `node bench/shared/run.ts [--chunks 1000000] [--questions 40] [--readers 32]

  --chunks N           how many are published
  --questions N        asked
  --readers N          processes that ask at once
  --published ADDRESS  asks what is there, and pushes nothing`;

const flags = ['-c', 'fsync=on', '-c', 'shared_buffers=512MB', '-c', 'max_wal_size=4GB'];
const megabytes = (bytes: number): string => `${shown(bytes / 1e6, bytes < 1e7 ? 1 : 0)} MB`;

async function timed<T>(work: () => Promise<T>): Promise<readonly [T, { readonly ms: number; readonly cpuMs: number }]> {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  return [result, { ms: performance.now() - started, cpuMs: (user + system) / 1000 }];
}

/** A client in a process of its own that has opened the index, and asks when it is called. */
async function open(task: ClientTask, env: Readonly<Record<string, string>>): Promise<() => Promise<ClientReport>> {
  const child = fork(path.join(import.meta.dirname, 'client.ts'), [JSON.stringify(task)], { env: { ...process.env, ...env } });
  const next = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`a client ended with ${code}`)));
    });
  await next();
  return () => {
    const report = next();
    child.send('ask');
    return report as Promise<ClientReport>;
  };
}

async function client(task: ClientTask, env: Readonly<Record<string, string>>): Promise<ClientReport> {
  return (await open(task, env))();
}

const row = (name: string, { times, cpuMs }: Asked): void =>
  console.log(`| ${name} | ${[quantile(times, 0.5), quantile(times, 0.95), cpuMs].map((ms) => shown(ms, 1)).join(' | ')} |`);

async function sizeOf(server: PostgresServer, address: string): Promise<number> {
  const sum = `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'meshrag' and c.relkind = 'r'`;
  return Number((await server.query(address, sum))[0]?.bytes);
}

/** Publishes the notes, and asks the same index in memory. */
async function publishNotes(notes: Notes, server: PostgresServer, task: ClientTask, env: Readonly<Record<string, string>>): Promise<Asked> {
  const before = process.memoryUsage().rss;
  const { index } = notes;
  console.log(`in memory: ${megabytes(process.memoryUsage().rss - before)} more`);
  const [pushed, { ms, cpuMs }] = await timed(() => publish(task.place, notes.source(), env, async () => undefined));
  console.log(`${pushed.chunks} chunks in ${pushed.files} files, ${pushed.segments} segments`);
  console.log(`push of all: ${shown(ms / 1000, 1)} s, ${shown(cpuMs / 1000, 1)} s of the client's CPU`);
  await server.query(task.place.address, 'vacuum analyze');
  console.log(`on the server: ${megabytes(await sizeOf(server, task.place.address))}`);
  const reader = index.reader();
  const entries: number[] = [];
  for (const question of task.questions) entries.push(await entriesOf(reader, question));
  const p50 = quantile(entries, 0.5);
  console.log(`entries a question: p50 ${shown(p50)}, ${shown(p50 / pushed.chunks, 2)} of the chunks`);
  return ask(reader, task.questions);
}

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: {
      chunks: { type: 'string', default: '1000000' },
      questions: { type: 'string', default: '40' },
      readers: { type: 'string', default: '32' },
      published: { type: 'string' },
    },
  });
  const [chunks, questionCount] = [countOf('--chunks', values.chunks), countOf('--questions', values.questions)];
  const readers = countOf('--readers', values.readers);
  const started = await startPostgres(flags);
  if ('skip' in started) throw new Error(started.skip);
  const { server } = started;
  const place = { address: values.published ?? (await server.createDatabase()), name: 'notes' };
  const env = { PGPASSWORD: server.password };
  try {
    console.log(`Node ${process.version}, load ${shown(os.loadavg()[0] ?? 0, 1)}, ${os.cpus().length} CPUs; ${place.address}`);
    const task = { place, questions: questionsOf(questionCount), rounds: 2 };
    const [checkpointer] = await server.query(place.address, `select pid from pg_stat_activity where backend_type = 'checkpointer'`);
    let pid = parentOf(Number(checkpointer?.pid));
    const notes = values.published === undefined ? new Notes(chunks) : undefined;
    const near = notes && (await publishNotes(notes, server, task, env));
    const far = await client(task, env);
    const { openMs, openBytes, statements, bytes, idle, peak } = far;
    console.log(
      `opening: ${shown(openMs)} ms, ${megabytes(openBytes)}; a question: ${shown(statements, 1)} statements, ${megabytes(bytes)}`,
    );
    console.log(
      `client's peak: ${megabytes(peak)}, ${megabytes(peak - idle)} more than before it opened the index; server: ${megabytes(useOf(pid).memory)}`,
    );
    const packed = await peaksOfPacked(task, env);
    console.log(
      `peak of the packed meshrag mcp: ${megabytes(packed.peak)}, ${megabytes(packed.peak - packed.idle)} more than of an idle Node`,
    );
    if (near !== undefined) console.log(`rankings ${far.found.join() === near.found.join() ? 'equal' : 'DIFFER'}`);
    console.log('\n| | p50 ms | p95 ms | CPU ms of the client |\n| --- | ---: | ---: | ---: |');
    if (near !== undefined) row('in memory', near);
    const before = useOf(pid).cpuMs;
    row('PostgreSQL, warm', await client(task, env));
    const perQuestion = (useOf(pid).cpuMs - before) / questionCount / task.rounds;
    if (server.pid !== undefined) {
      const [at] = await server.query(place.address, 'show data_directory');
      await server.query(place.address, 'checkpoint');
      process.kill(server.pid, 'SIGINT');
      await new Promise((resolve) => setTimeout(resolve, 3000));
      evict(String(at?.data_directory));
      await server.restart();
      pid = server.pid;
      row('PostgreSQL, restarted, its files in no cache', await client({ ...task, rounds: 1 }, env));
    }
    console.log(`\nCPU of the server: ${shown(perQuestion, 1)} ms a question`);

    const clients = await openSeveral(readers, task, env);
    const use = useOf(pid);
    let memory = 0;
    const watch = setInterval(() => {
      memory = Math.max(memory, useOf(pid as number).memory);
    }, 500);
    const [reports, { ms }] = await timed(() => Promise.all(clients.map((ask) => ask())));
    clearInterval(watch);
    const asked = readers * questionCount;
    const times = reports.flatMap((report) => report.times);
    const cpuMs = reports.reduce((sum, report) => sum + report.cpuMs, 0) / readers;
    console.log(
      `${readers} processes at once: ${shown((asked * task.rounds) / (ms / 1000), 1)} questions a second; p50 ${shown(quantile(times, 0.5))} ms, p95 ${shown(quantile(times, 0.95))} ms; CPU a question ${shown(cpuMs, 1)} ms of the client, ${shown((useOf(pid).cpuMs - use.cpuMs) / asked / task.rounds, 1)} ms of the server; memory of the server ${megabytes(memory)}`,
    );
  } finally {
    await server.stop();
  }
});

/** Opens clients one after the other. Each begins with another question. */
async function openSeveral(readers: number, task: ClientTask, env: Readonly<Record<string, string>>) {
  const { questions } = task;
  const clients: Awaited<ReturnType<typeof open>>[] = [];
  for (let r = 0; r < readers; r++) {
    const first = r % questions.length;
    clients.push(await open({ ...task, questions: [...questions.slice(first), ...questions.slice(0, first)] }, env));
  }
  return clients;
}
