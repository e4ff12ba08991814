/**
 * Whether a chain of calls between two symbols is found, in its order. Pairs are drawn with a fixed seed: two named declarations outside tests, where
 * according to TypeScript's compiler the first calls or extends the second through one or two others, and no fewer. The named steps of the first
 * path that is found must be such a chain: each calls or extends the next, according to the compiler, in the requested order.
 * Also counts the steps whose line does not contain their name, and compares CPU times with those of `mesh` asked for both names.
 */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import { isTestPath } from '../../src/engine/text/names/pathNames.ts';
import { createService } from '../../src/service/createService.ts';
import type { ConnectedPath } from '../../src/service/relations/connections.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { createLanguageService, readTree } from '../relations/compiler.ts';

const usage = `node bench/connect/code.ts --typescript FILE [--pairs N] [--seed S] [--show] TREE...

  --typescript FILE  lib/typescript.js of version 5
  --pairs N          how many pairs of each tree (20)
  --seed S           what they are drawn by (1)
  --show             the pairs whose chain was not found`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    typescript: { type: 'string' },
    pairs: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    show: { type: 'boolean' },
  },
});
if (values.typescript === undefined || positionals.length === 0) {
  console.error(usage);
  process.exit(2);
}
// biome-ignore lint/suspicious/noExplicitAny: the types of another version of TypeScript than the one that checks this file
const ts: any = createRequire(import.meta.url)(nodePath.resolve(values.typescript));
/** Shorter names are words. */
const minName = 4;

/** Names by the names that their declarations call or extend. */
type Calls = ReadonlyMap<string, ReadonlySet<string>>;

for (const tree of positionals) await report(fs.realpathSync(tree));

async function report(tree: string): Promise<void> {
  const service = createService();
  await service.openFolder(tree, { settings: defaultSettings, runGit: false });
  await service.idle();
  const calls = callsIn(tree, (path) => service.isIndexed(tree, path));
  const pairs = drawn(calls);
  const ms: number[] = [];
  const plain: number[] = [];
  let [found, outOfLine, steps] = [0, 0, 0];
  for (const [from, to] of [...pairs.slice(0, 3), ...pairs]) {
    const started = cpuMs();
    const { paths } = await service.connect(from, to);
    const middle = cpuMs();
    await service.search(`${from} ${to}`, { limit: 10 });
    ms.push(middle - started);
    plain.push(cpuMs() - middle);
    if (ms.length <= 3) continue;
    const chain = namesOf(paths[0]);
    const isFound = isChain(chain, from, to, calls);
    if (isFound) found++;
    const names = paths.flatMap(({ passages }) => passages.flatMap((passage) => passage.names));
    steps += names.length;
    outOfLine += names.filter(({ name, text }) => !text.toLowerCase().includes(name.toLowerCase())).length;
    if (values.show && !isFound)
      console.log(`  ${from} to ${to}: ${chain.join(' > ') || 'no path'}; known: ${chainTo(from, to, calls).join(' > ')}`);
  }
  console.log(
    `${nodePath.basename(tree)}: ${found} of ${pairs.length} chains found in order; ${outOfLine} of ${steps} names not in the line shown; ` +
      `p50 ${median(ms.slice(3)).toFixed(1)} ms, mesh ${median(plain.slice(3)).toFixed(1)} ms`,
  );
  await service.close();
}

/** CPU time of this process, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}

/** The names of a path in its order: of each passage those that it defines or shares, each once. */
function namesOf(path: ConnectedPath | undefined): readonly string[] {
  return [...new Set((path?.passages ?? []).flatMap(({ names }) => names.map(({ name }) => name)))];
}

function isChain(names: readonly string[], from: string, to: string, calls: Calls): boolean {
  if (names.length < 2 || names[0] !== from || names.at(-1) !== to) return false;
  return names.slice(1).every((name, i) => calls.get(names[i] as string)?.has(name) === true);
}

/** The pairs of a tree, half of them with one symbol between, half with two. */
function drawn(calls: Calls): readonly (readonly [string, string])[] {
  const hash = (text: string): string => createHash('sha256').update(`${values.seed} ${text}`).digest('hex');
  const byLength = [2, 3].map((length) =>
    [...calls.keys()].flatMap((from) =>
      [...levelsFrom(from, calls)].filter(([, level]) => level === length).map(([to]) => [from, to] as const),
    ),
  );
  const half = Math.ceil(Number(values.pairs) / 2);
  return byLength.flatMap((all) => {
    const taken = new Set<string>();
    const sorted = all.map((pair) => [hash(pair.join(' ')), pair] as const).sort(([a], [b]) => (a < b ? -1 : 1));
    // A symbol that much uses, or that uses much, is drawn once.
    const unlike = sorted.filter(
      ([, [from, to]]) => !taken.has(`from ${from}`) && !taken.has(`to ${to}`) && taken.add(`from ${from}`).add(`to ${to}`),
    );
    return unlike.slice(0, half).map(([, pair]) => pair);
  });
}

function levelsFrom(from: string, calls: Calls): ReadonlyMap<string, number> {
  const levels = new Map([[from, 0]]);
  for (const name of levels.keys()) {
    const level = levels.get(name) as number;
    if (level < 4) for (const called of calls.get(name) ?? []) if (!levels.has(called)) levels.set(called, level + 1);
  }
  return levels;
}

function chainTo(from: string, to: string, calls: Calls): readonly string[] {
  const levels = levelsFrom(from, calls);
  const chain = [to];
  while (chain[0] !== from) {
    const level = levels.get(chain[0] as string) as number;
    chain.unshift([...levels].find(([name, l]) => l === level - 1 && calls.get(name)?.has(chain[0] as string))?.[0] as string);
  }
  return chain;
}

/** The calls and bases of a tree's indexed sources by the compiler, between names that are declared once. */
function callsIn(tree: string, isIndexed: (path: string) => boolean): Calls {
  const files = readTree(tree);
  const program = createLanguageService(ts, tree, files).getProgram();
  const checker = program.getTypeChecker();
  // biome-ignore lint/suspicious/noExplicitAny: nodes of another version of TypeScript
  type Node = any;
  const declared = new Map<string, Set<Node>>();
  const bodies: [name: string, body: Node][] = [];
  const add = (name: Node, declaration: Node, body: Node): void => {
    if (name === undefined || !ts.isIdentifier(name) || name.text.length < minName) return;
    declared.set(name.text, (declared.get(name.text) ?? new Set()).add(declaration));
    if (body !== undefined) bodies.push([name.text, body]);
  };
  const isFunction = (node: Node): boolean => node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
  for (const path of files.keys()) {
    const source =
      isTestPath(path) || path.endsWith('.d.ts') || !isIndexed(path) ? undefined : program.getSourceFile(nodePath.join(tree, path));
    for (const statement of source?.statements ?? []) {
      if (ts.isFunctionDeclaration(statement) && statement.body !== undefined) add(statement.name, statement, statement.body);
      if (ts.isClassDeclaration(statement)) {
        add(statement.name, statement, statement);
        for (const member of statement.members)
          if (ts.isMethodDeclaration(member) && member.body !== undefined) add(member.name, member, member.body);
      }
      for (const one of statement.declarationList?.declarations ?? []) if (isFunction(one.initializer)) add(one.name, one, one.initializer);
    }
  }
  const nameOf = new Map<Node, string>();
  for (const [name, nodes] of declared) if (nodes.size === 1) nameOf.set([...nodes][0], name);
  const calls = new Map<string, Set<string>>();
  const visit = (node: Node, name: string): void => {
    const isCall = ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isExpressionWithTypeArguments(node);
    if (isCall) {
      const { expression } = node;
      let symbol = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(expression) ? expression.name : expression);
      if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0) symbol = checker.getAliasedSymbol(symbol);
      const called = (symbol?.declarations ?? []).map((one: Node) => nameOf.get(one)).find((one: string | undefined) => one !== undefined);
      if (called !== undefined && called !== name) calls.set(name, (calls.get(name) ?? new Set()).add(called));
    }
    ts.forEachChild(node, (child: Node) => visit(child, name));
  };
  for (const [name, body] of bodies) if (declared.get(name)?.size === 1) visit(body, name);
  return calls;
}
