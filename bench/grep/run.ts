/**
 * `grep` beside ripgrep: the same lines, and how long either takes, for patterns of real kinds drawn from the files themselves.
 *
 *     node bench/grep/run.ts --rg FILE --trees DIR [--repositories 6] [--patterns 200] [--seed 1]
 *
 * The repositories are drawn among the folders of DIR, indexed into temporary files and asked as one. Each pattern is searched for once for the lines of
 * both programs, and once more for the times. For the lines, ripgrep gets the indexed files by name; for the times, the folders. Left apart: notebooks,
 * of which cells alone are read, files that are not UTF-8 or have lines that end in a lone carriage return, lines in which a value is masked, and lines beyond ASCII for patterns that
 * count characters, since ripgrep counts bytes then. Times of
 * ripgrep are those of its process; CPU times of both are printed, since other work makes both wait.
 */

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findSecrets } from '../../src/engine/text/secrets/secrets.ts';
import { createService } from '../../src/service/createService.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { type DrawnPattern, drawnFrom, drawPatterns } from './patterns.ts';

const { values } = parseArgs({
  options: {
    rg: { type: 'string' },
    trees: { type: 'string' },
    repositories: { type: 'string', default: '6' },
    patterns: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});
const { rg, trees } = values;
if (rg === undefined || trees === undefined)
  throw new Error('usage: run.ts --rg FILE --trees DIR [--repositories N] [--patterns N] [--seed N]');
const seed = Number(values.seed);
const names = drawnFrom(fs.readdirSync(trees).sort(), Number(values.repositories), seed);
const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'grep-bench-'));
const service = createService();
try {
  await run();
} finally {
  await service.close();
  fs.rmSync(parent, { recursive: true });
}

async function run(): Promise<void> {
  for (const name of names) {
    await service.openFolder(path.join(trees as string, name), {
      settings: defaultSettings,
      indexDirectory: path.join(parent, `${name}.index`),
      runGit: false,
    });
    await service.idle();
  }
  const reports = service.report();
  const chunks = reports.reduce((sum, report) => sum + report.chunks, 0);
  const indexBytes = reports.reduce((sum, report) => sum + report.indexBytes, 0);
  console.log(`load ${os.loadavg().map((load) => load.toFixed(1))}; ${names.join(', ')}`);
  const texts = comparableTexts();
  const patterns = drawPatterns(texts, Number(values.patterns), seed);
  const first = await timed(() => service.occurrences('first'));
  const withFilters = service.report().reduce((sum, report) => sum + report.indexBytes, 0);
  console.log(
    `${texts.size} files, ${chunks} chunks; filters add ${(((withFilters - indexBytes) / indexBytes) * 100).toFixed(1)} % to ${(indexBytes / 1e6).toFixed(1)} MB; first search ${first.ms.toFixed(0)} ms, CPU ${first.cpuMs.toFixed(0)}`,
  );
  let different = 0;
  for (const pattern of patterns) different += (await isSame(pattern, texts)) ? 0 : 1;
  console.log(`other lines than ripgrep: ${different} of ${patterns.length} patterns`);
  const own: { readonly ms: number; readonly cpuMs: number }[] = [];
  const theirs: number[] = [];
  for (const pattern of patterns) {
    own.push(await timed(() => service.occurrences(pattern.pattern, pattern)));
    const started = performance.now();
    ripgrep(pattern, names);
    theirs.push(performance.now() - started);
  }
  const all = own.map((_, i) => i);
  const print = (what: string, some: readonly number[]): void => {
    const at = (times: readonly number[], share: number): string =>
      quantile(
        some.map((i) => times[i] as number),
        share,
      );
    const [ms, cpu] = [own.map((one) => one.ms), own.map((one) => one.cpuMs)];
    console.log(
      `${what.padEnd(24)} ${String(some.length).padStart(3)}  ms ${at(ms, 0.5)} ${at(ms, 0.95)}  CPU ${at(cpu, 0.5)} ${at(cpu, 0.95)}  ripgrep ms ${at(theirs, 0.5)} ${at(theirs, 0.95)}`,
    );
  };
  console.log('p50 and p95:');
  print(
    'with three characters',
    all.filter((i) => patterns[i]?.sort !== 'short'),
  );
  for (const sort of new Set(patterns.map((one) => one.sort)))
    print(
      sort,
      all.filter((i) => patterns[i]?.sort === sort),
    );
  const hostile = await timed(() => service.occurrences('(\\w+\\s?)+(\\w*\\W?){20}x{30}$'));
  console.log(
    `hostile pattern: ${hostile.ms.toFixed(0)} ms, CPU ${hostile.cpuMs.toFixed(0)}; load ${os.loadavg().map((load) => load.toFixed(1))}`,
  );
  process.exitCode = different === 0 ? 0 : 1;
}

/** The indexed files of which both programs read the same lines, as `repository/path`. */
function comparableTexts(): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const name of names) {
    const folder = path.join(trees as string, name);
    for (const inside of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      const file = inside.split(path.sep).join('/');
      if (file.endsWith('.ipynb') || !service.isIndexed(folder, file)) continue;
      const bytes = fs.readFileSync(path.join(folder, inside));
      const text = bytes.toString();
      if (Buffer.from(text).equals(bytes) && !/\r(?!\n)|\0/.test(text)) texts.set(`${name}/${file}`, text);
    }
  }
  return texts;
}

async function isSame(drawn: DrawnPattern, texts: ReadonlyMap<string, string>): Promise<boolean> {
  const { files } = await service.occurrences(drawn.pattern, { ...drawn, limit: 1_000_000 });
  const own = new Set<string>();
  for (const { folder, path: file, lines } of files)
    for (const { line } of lines) if (texts.has(`${path.basename(folder)}/${file}`)) own.add(`${path.basename(folder)}/${file}:${line}`);
  const theirs = new Set(ripgrep(drawn, [...texts.keys()]));
  // Without Unicode, ripgrep counts bytes where we count characters.
  const isApart = (one: string): boolean => /\{\d/.test(drawn.pattern) && !/^[\0-\x7f]*$/.test(lineAt(one, texts));
  const missing = [...theirs].filter((one) => !own.has(one) && !isMasked(one, texts));
  const differing = [...[...own].filter((one) => !theirs.has(one)), ...missing].filter((one) => !isApart(one));
  if (differing.length > 0)
    console.log(`differs: ${JSON.stringify(drawn)} ${differing.slice(0, 3).join(' ')} (${own.size}, ${theirs.size})`);
  return differing.length === 0;
}

function lineAt(place: string, texts: ReadonlyMap<string, string>): string {
  const colon = place.lastIndexOf(':');
  return (texts.get(place.slice(0, colon)) ?? '').split('\n')[Number(place.slice(colon + 1)) - 1] ?? '';
}

function isMasked(place: string, texts: ReadonlyMap<string, string>): boolean {
  const colon = place.lastIndexOf(':');
  const [text, line] = [texts.get(place.slice(0, colon)) ?? '', Number(place.slice(colon + 1))];
  const lines = text.split('\n');
  const from = lines.slice(0, line - 1).join('\n').length;
  const to = from + 1 + (lines[line - 1] ?? '').length;
  return findSecrets(text).some((secret) => secret.from < to && secret.to > from);
}

/** The places of ripgrep as `path:line`. */
function ripgrep({ pattern, ignoresCase, isWord, isFixed }: DrawnPattern, files: readonly string[]): string[] {
  const flags = [...(ignoresCase ? ['-i'] : []), ...(isWord ? ['-w'] : []), ...(isFixed ? ['-F'] : [])];
  const output = ['--text', '--line-number', '--with-filename', '--null', '--no-heading'];
  const args = ['--no-config', '--no-unicode', '--crlf', ...output, ...flags, '-e', pattern, '--', ...files];
  const { stdout, status, stderr } = spawnSync(rg as string, args, { cwd: trees, maxBuffer: 1 << 30 });
  if (status !== 0 && status !== 1) throw new Error(`ripgrep fails at ${JSON.stringify(pattern)}: ${stderr}`);
  return stdout
    .toString('latin1')
    .split('\n')
    .flatMap((row) => {
      const [, file, line] = /^([^\0]+)\0(\d+):/.exec(row) ?? [];
      return file === undefined ? [] : [`${Buffer.from(file, 'latin1').toString()}:${line}`];
    });
}

async function timed(work: () => Promise<unknown>): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - started, cpuMs: (user + system) / 1000 };
}

function quantile(all: readonly number[], share: number): string {
  const sorted = [...all].sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
}
