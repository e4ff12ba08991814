/**
 * Whether `mesh_impact` lists the dependents that a compiler or a language server finds. Exported functions and types, and members of exported types
 * apart, are drawn by a seed from sources that are no tests, until as many as asked have a dependent; each is asked for by its place, over all pages.
 * Compared are files, and files with the declaration around a use; on the first page, lines. Files that are not indexed are left out and counted.
 */

import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isTestPath } from '../../src/engine/text/names/pathNames.ts';
import { createService } from '../../src/service/createService.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { runProgram } from '../quality/options.ts';
import { drawnBy } from '../relations/drawn.ts';
import { type Listed, readImpact } from './impactPages.ts';
import { type Declared, type Dependent, Dependents, type Place, type Truth } from './truth.ts';

const usage = `node bench/impact/dependents.ts --trees DIR --repo OWNER/NAME [--typescript FILE] [--pyright COMMAND] [--references FILE] [--levels N] [--out FILE]

  --trees DIR        where the tree of each repository is, as DIR/OWNER+NAME, at the commit in dependents.json
  --repo NAME        one of dependents.json
  --typescript FILE  lib/typescript.js of version 5, for a tree of TypeScript
  --pyright COMMAND  a language server of Python and its arguments, for a tree of Python
  --references FILE  what references.go printed, for a tree of Go; it is run where absent
  --levels N         how far dependents of dependents are compared (3)
  --out FILE         one JSON object a name: what is missing and what is wrong`;

interface Tree {
  readonly repo: string;
  readonly language: 'typescript' | 'go' | 'python';
}
interface Plan {
  readonly seed: string;
  readonly count: number;
  readonly trees: readonly Tree[];
}

interface Compared {
  readonly one: Declared;
  readonly expected: readonly Dependent[];
  readonly listed: readonly Listed[];
}

await runProgram(usage, async () => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { trees: text, repo: text, typescript: text, pyright: text, references: text, out: text, levels: { ...text, default: '3' } },
  });
  const plan: Plan = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'dependents.json'), 'utf8'));
  const wanted = plan.trees.find(({ repo }) => repo === values.repo);
  if (values.trees === undefined || wanted === undefined) throw new Error(usage);
  const tree = fs.realpathSync(path.join(values.trees, wanted.repo.replace('/', '+')));
  const truth = await truthOf(wanted, tree, values);
  const service = createService();
  try {
    await service.openFolder(tree, { settings: defaultSettings, runGit: false });
    await service.idle();
    const isIndexed = ({ path: file }: Place): boolean => service.isIndexed(tree, file);
    const dependents = new Dependents(truth);
    const rows: object[] = [];
    for (const group of ['functions and types', 'members'] as const) {
      const isMember = group === 'members';
      const all = truth.declared.filter(
        (one) => one.isExported && one.kind !== 'value' && isMember === (one.kind === 'member') && !isTestPath(one.path) && isIndexed(one),
      );
      const compared: Compared[] = [];
      const started = performance.now();
      let [used, unindexed] = [0, 0];
      for (const one of drawnBy(plan.seed, all, ({ path: file, container = '', name }) => `${file} ${container} ${name}`)) {
        const found = await dependents.of(one, Number(values.levels));
        const expected = found.filter(isIndexed);
        unindexed += found.length - expected.length;
        const listed = (await readImpact(one, tree, service)).filter((place) => truth.sees(place.path));
        compared.push({ one, expected, listed });
        if (expected.length > 0 && ++used === plan.count) break;
      }
      console.log(
        `${wanted.repo}: ${all.length} ${group}, ${compared.length} drawn, ${Math.round((performance.now() - started) / 1000)} s`,
      );
      print(group, compared, dependents, unindexed);
      rows.push(...compared.map((each) => differences(each, dependents)));
      if (values.out !== undefined) fs.writeFileSync(values.out, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    }
  } finally {
    await service.close();
    truth.end();
  }
});

interface Given {
  readonly typescript?: string;
  readonly pyright?: string;
  readonly references?: string;
}

async function truthOf({ language }: Tree, tree: string, given: Given): Promise<Truth> {
  if (language === 'go') return (await import('./truthOfGo.ts')).truthOfGo(tree, given.references);
  if (language === 'typescript') {
    if (given.typescript === undefined) throw new Error('--typescript is missing');
    return (await import('./truthOfTypeScript.ts')).truthOfTypeScript(tree, given.typescript);
  }
  if (given.pyright === undefined) throw new Error('--pyright is missing');
  return (await import('./truthOfPython.ts')).truthOfPython(tree, given.pyright);
}

/** What is compared: files, or files with the declaration around the place. */
type Unit = (place: Place) => string;
function byFile({ path: file }: Place): string {
  return file;
}

function byHolder(dependents: Dependents): Unit {
  return (place) => {
    const holder = dependents.holderOf(place);
    return `${place.path} ${holder === undefined ? '' : `${holder.startLine} ${holder.name}`}`;
  };
}

function sharesOf({ expected, listed }: Compared, unit: Unit, maxLevel: number): { recall?: Share; precision?: Share } {
  const wanted = new Set(expected.filter(({ level }) => level <= maxLevel).map(unit));
  const found = new Set(listed.filter(({ level }) => level <= maxLevel).map(unit));
  const right = [...found].filter((one) => wanted.has(one)).length;
  return {
    ...(wanted.size > 0 && { recall: { right, of: wanted.size } }),
    ...(found.size > 0 && { precision: { right, of: found.size } }),
  };
}

interface Share {
  readonly right: number;
  readonly of: number;
}

function print(group: string, all: readonly Compared[], dependents: Dependents, unindexed: number): void {
  const used = all.filter(({ expected }) => expected.length > 0);
  const falsely = all.filter(({ expected, listed }) => expected.length === 0 && listed.length > 0).length;
  console.log(`${group}: ${used.length} with dependents; of ${all.length - used.length} without, ${falsely} have some by ours`);
  console.log(`  ${unindexed} places in files that are not indexed are left out`);
  for (const maxLevel of [1, 3]) {
    for (const [name, unit] of [
      ['files', byFile],
      ['files with declarations', byHolder(dependents)],
    ] as const) {
      const shares = used.map((one) => sharesOf(one, unit, maxLevel));
      const label = `  ${maxLevel === 1 ? 'level 1' : 'all levels'}, ${name}`.padEnd(40);
      console.log(`${label}recall ${shown(shares.map((one) => one.recall))}; precision ${shown(shares.map((one) => one.precision))}`);
    }
  }
  const first = used.map((one) => firstPage(one));
  console.log(`${'  first page, lines'.padEnd(40)}right ${shown(first)}`);
}

/** The lines of the first page that are dependents, those of the first level of the first. */
function firstPage({ expected, listed }: Compared): Share | undefined {
  const levels = new Map(expected.map(({ path: file, line, level }) => [`${file}:${line}`, level]));
  const first = listed.filter(({ isFirst }) => isFirst);
  const right = first.filter(({ path: file, line, level }) => (levels.get(`${file}:${line}`) ?? Number.POSITIVE_INFINITY) <= level);
  return first.length === 0 ? undefined : { right: right.length, of: first.length };
}

/** The mean over names, and the share of all. */
function shown(shares: readonly (Share | undefined)[]): string {
  const some = shares.filter((share) => share !== undefined);
  const mean = some.reduce((sum, { right, of }) => sum + right / of, 0) / Math.max(1, some.length);
  const [right, of] = [some.reduce((sum, one) => sum + one.right, 0), some.reduce((sum, one) => sum + one.of, 0)];
  return `${percent(mean)} (${right} of ${of}, ${percent(right / Math.max(1, of))})`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function differences({ one, expected, listed }: Compared, dependents: Dependents): object {
  const unit = byHolder(dependents);
  const text = ({ path: file, line, level }: Place & { level?: number | undefined }): string => `${file}:${line} level ${level ?? 'any'}`;
  const [wanted, found] = [new Set(expected.map(unit)), new Set(listed.map(unit))];
  return {
    name: one.name,
    ...(one.container !== undefined && { container: one.container }),
    at: `${one.path}:${one.line}`,
    expected: expected.length,
    listed: listed.length,
    missing: expected.filter((place) => !found.has(unit(place))).map(text),
    wrong: listed.filter((place) => !wanted.has(unit(place))).map(text),
  };
}
