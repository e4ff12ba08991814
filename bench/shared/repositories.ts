/**
 * Three published repositories that talk to each other (a server, its client, its documentation), asked as one and each alone: how many of the
 * questions of `repositories.jsonl`, whose answer needs two of them, have both places among the first five results.
 *
 * `node bench/shared/repositories.ts --trees DIR [--k 5]`, where `DIR/OWNER+NAME` is the tree of a repository at the commit below. A line of
 * questions has its places as `[repository, path, first line, last line]`, written down before they were first asked; a result counts if it
 * overlaps one.
 */

import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createService } from '../../src/service/createService.ts';
import type { Service } from '../../src/service/types/service.ts';
import { publish } from '../../src/storage/postgres/openPublished.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { type PostgresServer, startPostgres } from '../../test/support/postgresServer.ts';
import { countOf, runProgram } from '../quality/options.ts';

const usage = `node bench/shared/repositories.ts --trees DIR [--k 5] [--system mesh]

  --trees DIR    DIR/OWNER+NAME is the tree of OWNER/NAME
  --k N          how many results count
  --system NAME  a retrieval system`;

const names = ['server', 'client', 'docs'] as const;
type Name = (typeof names)[number];

const sets: Readonly<Record<string, Readonly<Record<Name, string>>>> = {
  miniflux: {
    server: 'miniflux/v2@106cdd09e1557222303f3ed1376e1dadf0638621',
    client: 'miniflux/python-client@9a2e9b0186d9d54e6c3f08b985afd32c2e4fd7eb',
    docs: 'miniflux/website@3a284786f68344d656f57696cfbe4ea03ebfa4ed',
  },
  // Without images and data.
  meilisearch: {
    server: 'meilisearch/meilisearch@5cb2f2e94befc717bbea60fec4a31ee64d2f60fd',
    client: 'meilisearch/meilisearch-js@8c8d29c4acfaf08a15659f4799330cb768fc2239',
    docs: 'meilisearch/documentation@52a04d8aec7990caca1a57424e0a92b54ce5d0b5',
  },
  gotify: {
    server: 'gotify/server@d543a8aad22fcbebf25e76d201b4317882b5e148',
    client: 'gotify/cli@763936a1389618b551a7773441a60cfda01988c4',
    docs: 'gotify/website@8ea673f6dbdfaa9842a8853725f0d569a5d1ea3a',
  },
  wallabag: {
    server: 'wallabag/wallabag@5afc37df9303cf983864c288d46bb23f12221695',
    client: 'Strubbl/wallabago@511c522102005cf7f984485609e8c180b143ed18',
    docs: 'wallabag/doc@199760da7ea95a89b93c53db32995d8bd7e885fa',
  },
};

interface Question {
  readonly set: string;
  readonly question: string;
  readonly gold: readonly (readonly [repository: Name, path: string, firstLine: number, lastLine: number])[];
}

const rooted = (name: string): string => path.resolve('/', `published-${name}`);

async function publishTree(server: PostgresServer, address: string, name: Name, repository: string, trees: string): Promise<void> {
  const tree = path.resolve(trees, (repository.split('@')[0] as string).replace('/', '+'));
  const service = createService();
  await service.openFolder(tree, { settings: defaultSettings, runGit: false });
  await service.idle();
  const [report] = service.report();
  if (report === undefined || report.files === 0) throw new Error(`There is no tree of ${repository} at ${tree}`);
  const place = { address, name };
  await service.publishIndex(tree, (source, yieldThread) => publish(place, source, { PGPASSWORD: server.password }, yieldThread));
  console.log(`${name}: ${repository}, ${report.files} files, ${report.chunks} chunks`);
  await service.close();
}

async function opened(server: PostgresServer, address: string, asked: readonly Name[]): Promise<Service> {
  const service = createService();
  const environment = async () => ({ PGPASSWORD: server.password });
  for (const name of asked) {
    const shared = { address, name, environment, isRequired: true, isWithoutFiles: true };
    await service.openFolder(rooted(name), { settings: defaultSettings, runGit: false, updateOnOpen: false, shared });
  }
  return service;
}

/** The rank of each place; undefined for one that is not among the first `limit`. */
async function ranksOf(service: Service, { question, gold }: Question, limit: number, system: string | undefined) {
  const { results } = await service.search(question, { limit, system });
  return gold.map(([name, file, first, last]) => {
    const isIn = ({ folder, path: at, startLine, endLine }: (typeof results)[number]): boolean =>
      folder === rooted(name) && at === file && startLine <= last && endLine >= first;
    return results.find(isIn)?.rank;
  });
}

await runProgram(usage, async () => {
  const { values } = parseArgs({ options: { trees: { type: 'string' }, k: { type: 'string' }, system: { type: 'string' } } });
  const trees = values.trees ?? process.env.MESHRAG_TREES;
  if (trees === undefined) throw new Error('There are no trees: give --trees DIR, or set MESHRAG_TREES');
  const k = countOf('--k', values.k ?? '5');
  const lines = fs
    .readFileSync(path.join(import.meta.dirname, 'repositories.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const questions = lines.map((line): Question => JSON.parse(line));
  const started = await startPostgres();
  if ('skip' in started) throw new Error(started.skip);
  const { server } = started;
  try {
    for (const [set, repositories] of Object.entries(sets)) {
      const address = await server.createDatabase();
      for (const name of names) await publishTree(server, address, name, repositories[name], trees);
      const own = questions.filter((question) => question.set === set);
      await report(server, address, own, { k, system: values.system });
    }
  } finally {
    await server.stop();
  }
});

interface Asking {
  readonly k: number;
  readonly system: string | undefined;
}

async function report(server: PostgresServer, address: string, questions: readonly Question[], { k, system }: Asking): Promise<void> {
  console.log(`\n| question | ranks | ${names.join(' | ')} |\n| --- | --- | ${names.map(() => '---: |').join(' ')}`);
  const all = await opened(server, address, names);
  const alone = await Promise.all(names.map((name) => opened(server, address, [name])));
  let [both, bothAlone] = [0, 0];
  for (const question of questions) {
    const { gold } = question;
    const shown = (await ranksOf(all, question, 20, system)).map((rank, i) => `${gold[i]?.[0]} ${rank ?? '> 20'}`);
    const found = (await ranksOf(all, question, k, system)).every((rank) => rank !== undefined);
    const apart = await Promise.all(alone.map((service) => ranksOf(service, question, k, system)));
    const counts = apart.map((ranks) => ranks.filter((rank) => rank !== undefined).length);
    if (found) both++;
    if (counts.some((count) => count === gold.length)) bothAlone++;
    console.log(`| ${question.question} | ${shown.join(', ')} | ${counts.map((count) => `${count} of ${gold.length}`).join(' | ')} |`);
  }
  console.log(`\nBoth places among the first ${k}: ${both} of ${questions.length} over all, ${bothAlone} over one alone\n`);
  for (const service of [all, ...alone]) await service.close();
}
