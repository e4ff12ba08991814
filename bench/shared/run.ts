/**
 * A shared index on PostgreSQL compared with the same index in memory: pushes, questions, sizes.
 *
 * `node bench/shared/run.ts [--chunks 100000] [--questions 40] [--pushes 20] [--readers 8] [--merged 0]`
 *
 * Notes are generated (words and names drawn from fixed, skewed vocabularies; a chunk each), published on a server that is started for it
 * (`test/support/postgresServer.ts`, fsync on), and asked. A question has words as skewed as the notes'; the posting entries that it reads
 * are printed, so that its size can be compared with that of real ones. Rankings are compared with those of the index in memory.
 */

import { createHash } from 'node:crypto';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { mix32 } from '../../src/engine/hash/mix.ts';
import { createLexicons, type IndexReader, MemoryIndex, pathNames } from '../../src/engine/index.ts';
import { retrievers } from '../../src/engine/retrieval/retrievers.ts';
import { analyzeColumns } from '../../src/engine/text/analyze.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { publish } from '../../src/storage/postgres/openPublished.ts';
import { startPostgres } from '../../test/support/postgresServer.ts';
import { openPublished } from '../../test/support/publishedIndex.ts';
import { countOf, runProgram } from '../quality/options.ts';

const usage = `node bench/shared/run.ts [--chunks 100000] [--questions 40] [--pushes 20] [--readers 8]

  --chunks N      how many are published
  --questions N   asked, each once
  --pushes N      later pushes, of 50 changed files each
  --readers N     that ask at once, each over a connection of its own`;

const sectionsPerFile = 20;
const changedFiles = 50;
const vocabulary = 60_000;
const names = 200_000;
const syllables = ['ba', 'co', 'di', 'fu', 'ga', 'hel', 'jo', 'kin', 'lo', 'mar', 'no', 'pe', 'ri', 'sa', 'tu', 'ven'];

/** Draws words; the same seed gives the same ones. */
class Draw {
  #at: number;

  constructor(seed: number) {
    this.#at = seed * 100_003;
  }

  /** A number below `limit`; small ones are far more frequent. */
  skewed(limit: number): number {
    return Math.floor(limit ** (mix32(++this.#at) / 2 ** 32)) % limit;
  }

  word(number = this.skewed(vocabulary)): string {
    let text = '';
    for (let rest = number + 16; rest > 0; rest >>= 4) text += syllables[rest & 15];
    return text;
  }

  name(): string {
    const number = this.skewed(names);
    const [first, last] = [this.word(number % 997), this.word(number)];
    return `${first[0]?.toUpperCase()}${first.slice(1)} ${last[0]?.toUpperCase()}${last.slice(1)}`;
  }

  section(): string {
    const sentences = Array.from({ length: 4 }, () => {
      const words = Array.from({ length: 9 }, () => this.word());
      return `${words.slice(0, 4).join(' ')} ${this.name()} ${words.slice(4).join(' ')}.`;
    });
    return `## ${this.name()}\n\n${sentences.join('\n')}\n`;
  }
}

const textOf = (file: number, version: number): string => {
  const draw = new Draw(file * 1000 + version);
  return Array.from({ length: sectionsPerFile }, () => draw.section()).join('\n');
};

interface Used {
  readonly ms: number;
  readonly cpuMs: number;
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [T, Used]> {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  return [result, { ms: performance.now() - started, cpuMs: (user + system) / 1000 }];
}

const quantile = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] as number;
const shown = (number: number, digits = 0): string => number.toFixed(digits);

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: {
      chunks: { type: 'string', default: '100000' },
      questions: { type: 'string', default: '40' },
      pushes: { type: 'string', default: '20' },
      readers: { type: 'string', default: '8' },
    },
  });
  const [chunks, questionCount] = [countOf('--chunks', values.chunks), countOf('--questions', values.questions)];
  const [pushes, readers] = [countOf('--pushes', values.pushes), countOf('--readers', values.readers)];
  const started = await startPostgres(['-c', 'fsync=on', '-c', 'shared_buffers=512MB', '-c', 'max_wal_size=4GB']);
  if ('skip' in started) throw new Error(started.skip);
  const { server } = started;
  const place = { address: await server.createDatabase(), name: 'notes' };
  const env = { PGPASSWORD: server.password };
  try {
    const files = Math.ceil(chunks / sectionsPerFile);
    const versions = new Int32Array(files);
    const pathOf = (file: number): string => `notes/${file % 200}/note${file}.md`;
    const fileOf = new Map<string, number>();
    /** What a machine publishes that has analysed all files: the analyses are made before the clock runs. */
    const analysed = new Map<number, ReturnType<typeof analyzeColumns>>();
    const lexicons = createLexicons();
    const analyse = (file: number): void => {
      const path = pathOf(file);
      analysed.set(file, analyzeColumns(textOf(file, versions[file] as number), languageOf(path), lexicons));
    };
    const [, analysis] = await timed(async () => {
      for (let file = 0; file < files; file++) analyse(file);
    });
    const sourceNow = () => {
      const contents = new Map(
        Array.from(versions, (version, file) => {
          const hash = createHash('sha256').update(`${file} ${version}`).digest('hex');
          fileOf.set(hash, file);
          return [pathOf(file), { hash, language: 'markdown' }] as const;
        }),
      );
      return { contents, lexicons, document: ({ hash }: { hash: string }) => analysed.get(fileOf.get(hash) as number) };
    };
    const [first, whole] = await timed(() => publish(place, sourceNow(), env, async () => undefined));
    const size = async (): Promise<number> => {
      const sum = `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'meshrag' and c.relkind = 'r'`;
      return Number((await server.query(place.address, sum))[0]?.bytes);
    };
    console.log(
      `${first.chunks} chunks in ${first.files} files, ${first.segments} segments; Node ${process.version}, load ${shown(os.loadavg()[0] ?? 0, 1)}, ${os.cpus().length} CPUs`,
    );
    console.log(
      `analysis: ${shown(analysis.cpuMs / 1000, 1)} s of CPU; push of all: ${shown(whole.ms / 1000, 1)} s, ${shown(whole.cpuMs / 1000, 1)} s of the client's CPU`,
    );
    console.log(`on the server: ${shown((await size()) / 1e6)} MB`);

    const draw = new Draw(7);
    const questions = Array.from(
      { length: questionCount },
      () => `${draw.name()} ${draw.word()} ${draw.word()} ${draw.word()} ${draw.word()}`,
    );
    const mesh = retrievers.get('mesh');
    if (mesh === undefined) throw new Error('there is no mesh');
    const local = new MemoryIndex(lexicons);
    local.apply([...analysed].map(([file, columns]) => ({ path: pathOf(file), names: pathNames(pathOf(file)), columns })));
    const own = local.reader();
    /** Times of all questions, warm: asked once before. */
    const asked = async (
      reader: IndexReader,
    ): Promise<{ readonly times: readonly number[]; readonly cpu: number; readonly places: string }> => {
      const times: number[] = [];
      const places: string[] = [];
      for (const question of questions) await mesh.search(reader, question, { limit: 10 });
      const cpu = process.cpuUsage();
      for (const question of questions) {
        const [ranking, { ms }] = await timed(() => mesh.search(reader, question, { limit: 10 }));
        times.push(ms);
        const infos = await reader.chunkInfo(ranking.results.map(({ chunk }) => chunk));
        places.push(infos.map(({ path, startLine }, i) => `${path}:${startLine} ${ranking.results[i]?.score}`).join('\n'));
      }
      const { user, system } = process.cpuUsage(cpu);
      return { times, cpu: (user + system) / 1000 / questions.length, places: places.join('\n') };
    };
    const [published, opening] = await timed(() => openPublished(place, createLexicons(), env));
    const entries: number[] = [];
    const reader = published.reader([], 1);
    const counting = new Proxy(own, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return async (...args: unknown[]): Promise<unknown> => {
          const answer: unknown = await member.apply(target, args);
          if (name === 'termPostings' || name === 'findKeys' || name === 'keyPostings')
            for (const one of answer as { size?: number; postings?: { size: number } }[])
              entries[entries.length - 1] = (entries.at(-1) ?? 0) + (one.size ?? one.postings?.size ?? 0);
          return answer;
        };
      },
    });
    for (const question of questions) {
      entries.push(0);
      await mesh.search(counting, question, { limit: 10 });
    }
    console.log(
      `entries a question: p50 ${shown(quantile(entries, 0.5))}, ${shown(quantile(entries, 0.5) / first.chunks, 2)} of the chunks`,
    );
    const before = published.connection.statements;
    const far = await asked(reader);
    const near = await asked(own);
    console.log(
      `opening: ${shown(opening.ms)} ms; statements a question: ${shown((published.connection.statements - before) / questions.length / 2, 1)}`,
    );
    console.log(`rankings ${far.places === near.places ? 'equal' : 'DIFFER'}\n`);
    console.log('| | p50 ms | p95 ms | CPU ms of the client |\n| --- | ---: | ---: | ---: |');
    const row = (name: string, { times, cpu }: typeof far): void =>
      console.log(`| ${name} | ${shown(quantile(times, 0.5), 1)} | ${shown(quantile(times, 0.95), 1)} | ${shown(cpu, 1)} |`);
    row('in memory', near);
    row('PostgreSQL', far);

    const several = await Promise.all(Array.from({ length: readers }, () => openPublished(place, createLexicons(), env)));
    const [, together] = await timed(() =>
      Promise.all(
        several.map(async (one, r) => {
          const mine = one.reader([], 1);
          for (let i = 0; i < questions.length; i++)
            await mesh.search(mine, questions[(i + r) % questions.length] as string, { limit: 10 });
        }),
      ),
    );
    const rate = (readers * questions.length) / (together.ms / 1000);
    console.log(
      `\n${readers} readers at once in one process: ${shown(rate, 1)} questions a second, ${shown(together.cpuMs / readers / questions.length, 1)} ms of the client's CPU each`,
    );
    await Promise.all(several.map((one) => one.close()));
    await published.close();

    const times: number[] = [];
    let last = first;
    for (let push = 1; push <= pushes; push++) {
      for (let i = 0; i < changedFiles; i++) {
        const file = mix32(push * 1000 + i) % files;
        versions[file] = (versions[file] as number) + 1;
        analyse(file);
      }
      const [pushed, { ms }] = await timed(() => publish(place, sourceNow(), env, async () => undefined));
      times.push(ms);
      last = pushed;
    }
    if (pushes === 0) return;
    console.log(
      `\n${pushes} pushes of ${changedFiles} files: p50 ${shown(quantile(times, 0.5))} ms, slowest ${shown(quantile(times, 1))} ms; ${last.segments} segments, ${shown((await size()) / 1e6)} MB with what is kept for readers of older commits`,
    );
    const after = await openPublished(place, createLexicons(), env);
    row('PostgreSQL, after the pushes', await asked(after.reader([], 1)));
    await after.close();
  } finally {
    await server.stop();
  }
});
