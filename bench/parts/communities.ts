/**
 * The communities of repositories: how many there are, what they hold, how long finding them takes, and with `--print` the tree of parts and
 * communities, for reading.
 *
 * The limits were chosen on the half `dev`. A tree is a folder OWNER+NAME.
 */

import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { type FoundCommunity, findCommunities } from '../../src/engine/graph/communities.ts';
import { readCommunityInput } from '../../src/engine/graph/communityInput.ts';
import type { IndexReader } from '../../src/engine/index/reader.ts';
import { joinSnapshots } from '../../src/engine/index/snapshot.ts';
import { partFiles } from '../../src/engine/parts/findDivisions.ts';
import type { SourceFile } from '../../src/engine/parts/sourceFiles.ts';
import { createLexicons } from '../../src/engine/text/words/lexicon.ts';
import { fileNameOf } from '../../src/engine/util/paths.ts';
import { FolderIndex } from '../../src/service/folder/folderIndex.ts';
import { TimeSlices } from '../../src/service/scheduling/timeSlices.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';

const usage = `node bench/parts/communities.ts --trees DIR [--half dev|test] [--print] [FOLDER...]

  --trees DIR  folders OWNER+NAME of the listed repositories
  --half HALF  only these
  --print      the tree of each, too
  FOLDER...    these folders as well`;

const halves = {
  dev: [
    'FreshRSS/FreshRSS',
    'htop-dev/htop',
    'alphagov/gds-way',
    'natenka/pyneng-book',
    'abhinav/git-spice',
    'sqlitebrowser/sqlitebrowser',
  ],
  test: [
    'shaarli/Shaarli',
    'alecthomas/chroma',
    'Canop/broot',
    'karakeep-app/karakeep',
    'etalab/guides.etalab.gouv.fr',
    'jazzband/django-debug-toolbar',
  ],
};
const shownNames = 6;
const shownFiles = 8;

const { values, positionals } = parseArgs({
  options: { trees: { type: 'string' }, half: { type: 'string' }, print: { type: 'boolean' }, help: { type: 'boolean' } },
  allowPositionals: true,
});
if (values.help || (values.trees === undefined && positionals.length === 0)) console.log(usage);
else await main();

async function main(): Promise<void> {
  console.log(
    '| half | workspace | files | passages | parts | communities | for ten files | files in | passages in | read, CPU ms | found, CPU ms |',
  );
  console.log('| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |');
  for (const [half, repositories] of Object.entries(halves)) {
    if (values.trees === undefined || (values.half !== undefined && values.half !== half)) continue;
    for (const name of repositories) await measure(half, path.join(values.trees, name.replace('/', '+')), name);
  }
  for (const folder of positionals) await measure('', path.resolve(folder), path.basename(folder));
}

async function measure(half: string, folder: string, name: string): Promise<void> {
  const options = { settings: defaultSettings, runGit: false };
  const index = new FolderIndex(folder, options, { lexicons: createLexicons(), timeSlices: new TimeSlices(), onChange: () => undefined });
  await index.update();
  const snapshot = index.snapshot();
  if (snapshot === undefined) throw new Error(`${folder} cannot be read`);
  const reader = joinSnapshots([snapshot], snapshot.lexicons);
  const parts = await partFiles(reader);
  const started = cpuMs();
  const input = await readCommunityInput(reader, parts, async () => undefined);
  const read = cpuMs();
  const found = findCommunities(input);
  const ended = cpuMs();
  const files = parts.flat().length;
  const passages = input.chunks.length;
  const share = (count: number, all: number): string => `${Math.round((count / Math.max(1, all)) * 100)} %`;
  const held = (of: (one: FoundCommunity) => number): number => found.reduce((sum, one) => sum + of(one), 0);
  const shown = [
    ...[half, name, files, passages, parts.length, found.length, ((found.length / Math.max(1, files)) * 10).toFixed(2)],
    ...[
      share(
        held((one) => one.files),
        files,
      ),
      share(
        held(({ chunks }) => chunks.length),
        passages,
      ),
    ],
    ...[Math.round(read - started), Math.round(ended - read)],
  ];
  console.log(`| ${shown.join(' | ')} |`);
  if (values.print) await printTree(reader, parts, found);
  await index.close();
}

/** Of this thread. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function printTree(reader: IndexReader, parts: readonly (readonly SourceFile[])[], found: readonly FoundCommunity[]): Promise<void> {
  for (const part of parts) {
    console.log(`\n${part[0]?.path} … (${part.length} files)`);
    const own = found.filter(({ chunks: [first = -1] }) => part.some((file) => file.firstChunk <= first && first < file.chunksEnd));
    for (const { name, files, chunks, entities } of own) {
      const names = new Set((await reader.chunkInfo(chunks)).map((info) => fileNameOf(info.path)));
      console.log(`  ${name} (${files} files, ${chunks.length} passages): ${entities.slice(0, shownNames).join(', ')}`);
      console.log(`    ${[...names].slice(0, shownFiles).join(' ')}`);
    }
  }
  console.log();
}
