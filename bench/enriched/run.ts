/**
 * What an enriched index costs: the passages of some sets as files of a folder, read by a scripted model that returns the names of each, the sentences that
 * contain them and what they are connected with. Prints, for the first question of each system, for a second one, for one after a save and for the first
 * after a restart: CPU time, elapsed time, the longest step without yielding (CPU time of the thread), and the memory of the process.
 */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { estimateTokens, type LanguageModel } from '../../src/engine/answer/written/languageModel.ts';
import { createService } from '../../src/service/createService.ts';
import type { Service } from '../../src/service/types/service.ts';
import { createHashingEmbedder } from '../../src/systems/baselines/hashingEmbedder.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { commonOptions, countOf, readCommon, runProgram } from '../quality/options.ts';
import { findSets, withoutMissing } from '../quality/sets.ts';
import { tableOf } from '../quality/tables.ts';

const usage = `node bench/enriched/run.ts --data DIR [--sets A,B] [--passages N]

  --data DIR     sets of passages, as DIR/passages/SET
  --sets A,B     only these, as one folder
  --passages N   so many passages of each set, all where not given`;

const maxNames = 12;
const maxTriples = 5;

const scripted: LanguageModel = {
  name: 'scripted',
  contextTokens: 100_000,
  countTokens: async (text) => estimateTokens(text),
  async *chat(messages) {
    const passage = messages[1]?.content ?? '';
    const names = [...new Set(passage.match(/\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*/gu))].slice(0, maxNames);
    const sentences = passage.split(/[.\n]/);
    const entities = names.map((name) => {
      return { name, description: sentences.find((one) => one.includes(name))?.slice(0, 200) ?? '', aliases: [] };
    });
    const triples = names.slice(1, 1 + maxTriples).map((name) => [names[0], 'is connected with', name]);
    yield JSON.stringify({ entities, triples, summary: sentences[2] ?? '' });
    return undefined;
  },
};

/** Writes each passage to a file of its own; returns their number and one of them. */
function writePassages(
  corpora: readonly string[],
  folder: string,
  max: number | undefined,
): { readonly count: number; readonly file: string } {
  let count = 0;
  let file = '';
  const linesOf = (corpus: string): readonly string[] => fs.readFileSync(corpus, 'utf8').split('\n').filter(Boolean).slice(0, max);
  for (const line of corpora.flatMap(linesOf)) {
    const { title, text } = JSON.parse(line) as { readonly title: string; readonly text: string };
    const directory = path.join(folder, String(count % 100));
    fs.mkdirSync(directory, { recursive: true });
    file = path.join(directory, `${count++}.md`);
    fs.writeFileSync(file, `# ${title}\n\n${text}\n`);
  }
  return { count, file };
}

/** Seconds of CPU, seconds elapsed, the longest step in milliseconds of CPU of this thread, and resident memory in MB. */
async function costOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const threadMs = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = threadMs();
  let longest = 0;
  let isOver = false;
  const look = (): void => {
    const now = threadMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  const before = process.cpuUsage();
  const started = performance.now();
  await work();
  const elapsed = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  isOver = true;
  look();
  return [((user + system) / 1e6).toFixed(2), elapsed.toFixed(2), longest.toFixed(0), (process.memoryUsage().rss / 1e6).toFixed(0)];
}

interface Place {
  readonly root: string;
  readonly folder: string;
  /** Of one passage. */
  readonly file: string;
}

async function openService({ root, folder }: Pick<Place, 'root' | 'folder'>): Promise<Service> {
  const service = createService();
  await service.openFolder(folder, { settings: defaultSettings, indexDirectory: path.join(root, 'index'), runGit: false });
  await service.idle();
  return service;
}

async function firstRows(service: Service, { folder, file }: Place): Promise<readonly (readonly string[])[]> {
  const ask = (system: string, query: string) => costOf(() => service.search(query, { system }));
  const rows: (readonly string[])[] = [];
  rows.push(['enrich, without the model', ...(await costOf(() => service.enrich(scripted)))]);
  for (const system of ['unweaver', 'multi-semantic', 'unweaver-ppr']) {
    rows.push([`\`${system}\`, first question`, ...(await ask(system, 'Who wrote the song of the film?'))]);
    rows.push([`\`${system}\`, second question`, ...(await ask(system, 'Where was the director of the film born?'))]);
  }
  fs.appendFileSync(file, '\nAnother line.\n');
  rows.push(['a save', ...(await costOf(() => service.update(folder, [file])))]);
  rows.push(['`unweaver`, first question after a save', ...(await ask('unweaver', 'Who wrote the song of the film?'))]);
  return rows;
}

/** The first question of each system in a service that has just been opened, by words and by vectors: what it needs was built before. */
async function rowsAfterRestart(place: Place): Promise<readonly (readonly string[])[]> {
  const query = 'Who wrote the song of the film?';
  const rows: (readonly string[])[] = [];
  const embedder = createHashingEmbedder({ dimensions: 256 });
  for (const [label, options] of [['', {}] as const, [', by vectors', { embedder }] as const])
    for (const system of ['unweaver', 'unweaver-ppr', 'multi-semantic', 'topo'])
      for (const isMeasured of [false, true]) {
        const service = await openService(place);
        const cost = await costOf(() => service.search(query, { system, ...options }));
        if (isMeasured) rows.push([`\`${system}\`${label}, first question after a restart`, ...cost]);
        await service.close();
      }
  return rows;
}

await runProgram(usage, async () => {
  const { values } = parseArgs({ options: { ...commonOptions, passages: { type: 'string' } } });
  const sources = withoutMissing(findSets(readCommon(values))).filter(({ kind }) => kind === 'passages');
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-enriched-'));
  const folder = path.join(root, 'folder');
  try {
    const corpora = sources.flatMap(({ corpus }) => corpus);
    const max = values.passages === undefined ? undefined : countOf('--passages', values.passages);
    const { count, file } = writePassages(corpora, folder, max);
    const place = { root, folder, file };
    const service = await openService(place);
    const load = os.loadavg()[0]?.toFixed(1);
    const rows = [...(await firstRows(service, place))];
    await service.close();
    rows.push(...(await rowsAfterRestart(place)));
    console.log(`${count} passages, load ${load} to ${os.loadavg()[0]?.toFixed(1)}\n`);
    console.log(tableOf(['', 'CPU s', 'elapsed s', 'longest step, CPU ms', 'memory, MB'], rows));
  } finally {
    fs.rmSync(root, { recursive: true, force: true });
  }
});
