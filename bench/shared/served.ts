/**
 * An export on a web server or in a folder: what opening it and a question to it read.
 *
 * `node bench/shared/served.ts [--dir TREE] [--questions N] [--store URL | --files]`; without a folder, the corpus `large` of `bench/speed`. Each question is asked
 * of an index that was just opened, so that nothing of it was fetched before. With `--store`, the export is put into a bucket that everyone may read and
 * write, and read from there; with `--files`, it is read where it was written.
 */

import diagnostics from 'node:diagnostics_channel';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { IndexReader } from '../../src/engine/index/reader.ts';
import type { Retriever } from '../../src/engine/retrieval/ranking.ts';
import { createLexicons } from '../../src/engine/text/words/lexicon.ts';
import { createService } from '../../src/service/createService.ts';
import { ServedName } from '../../src/storage/served/servedName.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { serveRanges } from '../../test/support/rangeServer.ts';
import { retrievers } from '../../test/support/systems.ts';
import { countOf, runProgram } from '../quality/options.ts';
import { corpusFolder } from '../speed/corpora.ts';
import { parts, prepareWorkload } from '../speed/workload.ts';

const usage = `node bench/shared/served.ts [--dir TREE] [--questions N] [--store URL | --files]

  --dir TREE     the folder to export; the corpus large of bench/speed where not given
  --questions N  how many are asked (30)
  --store URL    a bucket of a store that speaks S3, such as http://127.0.0.1:8333/meshrag; files on loopback where not given
  --files        read as files, without a server`;

await runProgram(usage, async () => {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string' },
      questions: { type: 'string', default: '30' },
      store: { type: 'string' },
      files: { type: 'boolean' },
    },
  });
  const folder = values.dir ?? (await corpusFolder('large'));
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-served-'));
  const ends: (() => void)[] = [() => fs.rmSync(scratch, { recursive: true })];
  try {
    const { files, chunks } = await prepareWorkload(folder, scratch);
    const questions: readonly string[] = JSON.parse(fs.readFileSync(path.join(scratch, parts.queries), 'utf8'));
    const service = createService();
    await service.openFolder(folder, { settings: defaultSettings, indexDirectory: path.join(scratch, 'index'), runGit: false });
    await service.idle();
    const exported = await service.exportIndex(folder, path.join(scratch, 'web/name'));
    await service.close();
    const offered = path.join(scratch, 'web');
    const serve = async (): Promise<string> => (await serveRanges({ after: (end) => ends.push(end as () => void) }, offered)).address;
    const address = values.files ? pathToFileURL(offered).href : (values.store ?? (await serve()));
    if (values.store !== undefined) await putFiles(offered, values.store);
    const taken = countRequests();
    const mesh = retrievers.get('mesh') as Retriever;
    const [opened, reopened, asked]: [Figures[], Figures[], Figures[]] = [[], [], []];
    const nameIn = (cacheFolder: string): ServedName =>
      new ServedName({ address, name: 'name', environment: async () => ({}), cacheFolder }, createLexicons(), () => undefined);
    for (const [i, question] of questions.slice(0, countOf('--questions', values.questions)).entries()) {
      const cacheFolder = path.join(scratch, `cache-${i}`);
      const first = nameIn(cacheFolder);
      await timed(opened, taken, async () => {
        await first.current();
        await first.close();
      });
      const name = nameIn(cacheFolder);
      const index = await timed(reopened, taken, () => name.current());
      fs.rmSync(cacheFolder, { recursive: true });
      const [part] = index.readersOf([{ ...index, hidden: [], folder: 0 }], createLexicons(), 1);
      await timed(asked, taken, () => mesh.search(part?.reader as IndexReader, question, { limit: 10 }));
    }
    console.log(
      `${files} files, ${chunks} chunks; export ${kilobytes(exported.writtenBytes)} kB; Node ${process.version}; load ${os.loadavg()[0]?.toFixed(1)}\n`,
    );
    console.log('| p50 / p95 | requests | kB | CPU ms, a server of files among it | wall ms |\n| --- | ---: | ---: | ---: | ---: |');
    console.log(`| opening | ${row(opened)} |\n| opening what was kept | ${row(reopened)} |\n| a question | ${row(asked)} |`);
  } finally {
    for (const end of ends.reverse()) end();
  }
});

interface Figures {
  readonly requests: number;
  readonly bytes: number;
  readonly cpuMs: number;
  readonly ms: number;
}

async function timed<T>(into: Figures[], taken: () => { requests: number; bytes: number }, run: () => Promise<T>): Promise<T> {
  taken();
  const [startedMs, cpu] = [performance.now(), process.cpuUsage()];
  const result = await run();
  const { user, system } = process.cpuUsage(cpu);
  into.push({ ...taken(), cpuMs: (user + system) / 1000, ms: performance.now() - startedMs });
  return result;
}

function row(figures: readonly Figures[]): string {
  const column = (of: (one: Figures) => number): string => {
    const sorted = figures.map(of).sort((a, b) => a - b);
    return [0.5, 0.95].map((share) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)).join(' / ');
  };
  return [
    column(({ requests }) => requests),
    column(({ bytes }) => kilobytes(bytes)),
    column(({ cpuMs }) => cpuMs),
    column(({ ms }) => ms),
  ].join(' | ');
}

async function putFiles(directory: string, address: string): Promise<void> {
  for (const name of fs.readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(directory, name);
    if (fs.statSync(file).isDirectory()) continue;
    const answer = await fetch(`${address}/${name.replaceAll(path.sep, '/')}`, { method: 'PUT', body: fs.readFileSync(file) });
    if (!answer.ok) throw new Error(`PUT of ${name} to ${address}: ${answer.status} ${await answer.text()}`);
  }
}

/** Of this process from now on: what was asked for since the last call, and the bytes of its answers. */
function countRequests(): () => { requests: number; bytes: number } {
  let taken = { requests: 0, bytes: 0 };
  diagnostics.subscribe('undici:request:headers', (event) => {
    const { headers } = (event as { response: { headers: readonly Buffer[] } }).response;
    const size = headers.findIndex((name, i) => i % 2 === 0 && name.toString().toLowerCase() === 'content-length') + 1;
    taken = { requests: taken.requests + 1, bytes: taken.bytes + (size > 0 ? Number(headers[size]) : 0) };
  });
  return () => {
    const before = taken;
    taken = { requests: 0, bytes: 0 };
    return before;
  };
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 1000);
}
