/**
 * Whether the parts of a workspace say how it is organised. For each repository of `lists.json`: the number of files and parts, how many of the
 * eight files that were written down before are among the first twenty, which commands of the list are entry points, the time of the first
 * level from an open index, and, with `--names`, all first-level names and twenty second-level ones by a fixed seed, for judging.
 *
 * The repositories of the half `dev` are for choosing, those of `test` for reporting. A tree is a folder OWNER+NAME of the listed commit.
 */

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { permutation } from '../../src/engine/hash/mix.ts';
import { createService } from '../../src/service/createService.ts';
import type { OverviewAnswer } from '../../src/service/types/results.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';

const usage = `node bench/parts/run.ts --trees DIR [--half dev|test] [--names] [FOLDER...]

  --trees DIR  folders OWNER+NAME of the listed repositories
  --half HALF  only these
  --names      names for judging, too
  FOLDER...    only times, of these folders`;

interface Listed {
  readonly repository: string;
  readonly half: string;
  readonly commands: readonly string[];
  readonly first: readonly string[];
}

interface Times {
  readonly ms: number;
  /** Of all threads of the process. */
  readonly cpuMs: number;
}

const shownSecond = 20;
const firstFiles = 20;
const seed = 25;
const runs = 3;

const { values, positionals } = parseArgs({
  options: { trees: { type: 'string' }, half: { type: 'string' }, names: { type: 'boolean' }, help: { type: 'boolean' } },
  allowPositionals: true,
});
if (values.help || (values.trees === undefined && positionals.length === 0)) console.log(usage);
else await main();

async function main(): Promise<void> {
  console.log(
    '| workspace | files | chunks | parts | of eight | commands | ms | CPU ms |\n| --- | --: | --: | --: | --: | --- | --: | --: |',
  );
  const lists = JSON.parse(fs.readFileSync(new URL('lists.json', import.meta.url), 'utf8')) as readonly Listed[];
  const wanted = values.trees === undefined ? [] : lists.filter(({ half }) => values.half === undefined || half === values.half);
  for (const { repository, commands, first } of wanted) {
    const { answer, chunks, times } = await measure(path.join(values.trees as string, repository.replace('/', '+')));
    const start = answer.startWith.slice(0, firstFiles);
    const missing = first.filter((file) => !start.includes(file));
    const named = answer.entryPoints.filter(({ kind }) => kind === 'command' || kind === 'main').map(({ name }) => name);
    const found = commands.filter((command) => named.includes(command)).length;
    row(
      repository,
      answer,
      chunks,
      `${first.length - missing.length}`,
      commands.length === 0 ? '' : `${found} of ${commands.length}`,
      times,
    );
    if (values.names) printNames(answer, missing);
  }
  for (const folder of positionals) {
    const { answer, chunks, times } = await measure(path.resolve(folder));
    row(path.basename(folder), answer, chunks, '', '', times);
  }
}

function row(name: string, { files, parts }: OverviewAnswer, chunks: number, eight: string, commands: string, times: Times): void {
  console.log(
    `| ${name} | ${files} | ${chunks} | ${parts.length} | ${eight} | ${commands} | ${Math.round(times.ms)} | ${Math.round(times.cpuMs)} |`,
  );
}

/** Time of an overview that was not computed before, the median of some services that have just opened the saved index. */
async function measure(folder: string): Promise<{ answer: OverviewAnswer; chunks: number; times: Times }> {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-parts-'));
  try {
    const measured: Times[] = [];
    for (;;) {
      const service = createService();
      await service.openFolder(folder, { settings: defaultSettings, indexDirectory: path.join(scratch, 'index.index'), runGit: false });
      await service.idle();
      const [started, cpu] = [performance.now(), process.cpuUsage()];
      const [answer] = await service.overview(folder);
      const { user, system } = process.cpuUsage(cpu);
      measured.push({ ms: performance.now() - started, cpuMs: (user + system) / 1000 });
      const chunks = service.report()[0]?.chunks ?? 0;
      await service.close();
      if (answer === undefined) throw new Error(`${folder} cannot be described`);
      if (measured.length === runs) return { answer, chunks, times: measured.sort((a, b) => a.cpuMs - b.cpuMs)[runs >> 1] as Times };
    }
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

function printNames({ startWith, entryPoints, parts }: OverviewAnswer, missing: readonly string[]): void {
  console.log(`\nFirst: ${startWith.join(', ')}\nMissing: ${missing.join(', ')}`);
  console.log(`Entry points: ${entryPoints.map(({ kind, name, path: at }) => `${kind} ${name} ${at}`).join(', ')}`);
  for (const { name, says, holds, files } of parts) console.log(`1 ${name || '.'} (${files.length}): ${says?.text ?? holds.join(', ')}`);
  const second = parts.flatMap(({ name, files }) =>
    files.map((file) => `${name || '.'} > ${file.heading ?? ''} ${file.path} (${file.defines.join(', ')})`),
  );
  for (const at of permutation(second.length, seed).slice(0, shownSecond)) console.log(`2 ${second[at]}`);
  console.log();
}
