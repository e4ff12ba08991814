/**
 * Compares the files that import exports of a TypeScript repository with those in whose imports the compiler finds new errors if the export is
 * removed, and the files that use them with the references that it finds.
 *
 * Exports are drawn with a fixed seed from sources outside tests. The compiler reads only the repository's own files: it gets packages of the
 * workspace as `paths` to the index of their source folder, in addition to those of each tsconfig, and everything installed stays unresolved.
 */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import { definitionsIn, findUsers } from '../../src/engine/relations/relations.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { isTestPath } from '../../src/engine/text/names/pathNames.ts';
import { createLanguageService, readTree } from './compiler.ts';
import { createSource } from './source.ts';

const usage = `node bench/relations/run.ts --tree DIR --typescript FILE [--count N] [--seed S] [--show]

  --tree DIR         a repository's working tree
  --typescript FILE  lib/typescript.js of version 5
  --count N          how many exports (100)
  --seed S           what they are drawn by (1)
  --show             the files that differ`;

const { values } = parseArgs({
  options: {
    tree: { type: 'string' },
    typescript: { type: 'string' },
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    show: { type: 'boolean' },
  },
});
if (values.tree === undefined || values.typescript === undefined) {
  console.error(usage);
  process.exit(2);
}
const tree = fs.realpathSync(values.tree);
// biome-ignore lint/suspicious/noExplicitAny: the types of another version of TypeScript than the one that checks this file
const ts: any = createRequire(import.meta.url)(nodePath.resolve(values.typescript));

const files = readTree(tree);

/** The files of one export that import it, and those that use it. */
interface Users {
  readonly imports: ReadonlySet<string>;
  readonly uses: ReadonlySet<string>;
}

interface Export {
  readonly path: string;
  readonly name: string;
  readonly position: number;
}

const started = performance.now();
const compiler = createCompiler();
const all = [...new Map([...exportsIn()].map((one) => [keyOf(one), one])).entries()].sort(([a], [b]) => (a < b ? -1 : 1));
const drawn = all.map(([, one]) => one).slice(0, Number(values.count));
const undefinedNames: string[] = [];
const expected = drawn.map((one) => compiler.usersOf(one));
const compiledMs = performance.now() - started;

const ourStart = performance.now();
const source = createSource(files);
const indexedMs = performance.now() - ourStart;
const found: Users[] = [];
for (const { path, name } of drawn) {
  const definitions = definitionsIn(name, path, files.get(path) ?? '', languageOf(path)).filter(({ scope }) => scope === 'outermost');
  if (definitions.length === 0) undefinedNames.push(`${name} (${path})`);
  const { uses } = definitions.length === 0 ? { uses: [] } : await findUsers(name, definitions, source);
  const code = uses.filter((use) => use.where === 'code' && use.path !== path);
  found.push({
    imports: new Set(code.filter(({ kind }) => kind === 'imports').map((use) => use.path)),
    uses: new Set(code.map((use) => use.path)),
  });
}
const askedMs = performance.now() - ourStart - indexedMs;

console.log(
  `${files.size} files, ${drawn.length} exports, compiler ${seconds(compiledMs)}, index ${seconds(indexedMs)}, questions ${seconds(askedMs)}`,
);
console.log(`exports that are not seen as definitions, which have no users here: ${undefinedNames.join(', ') || 'none'}`);
for (const kind of ['imports', 'uses'] as const) report(kind);

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function keyOf({ path, name }: Export): string {
  return createHash('sha256').update(`${values.seed} ${path} ${name}`).digest('hex');
}

function report(kind: 'imports' | 'uses'): void {
  let [right, claimed, wanted, falseWithout, without] = [0, 0, 0, 0, 0];
  const recalls: number[] = [];
  const precisions: number[] = [];
  for (const [i, one] of drawn.entries()) {
    const want = (expected[i] as Users)[kind];
    const have = (found[i] as Users)[kind];
    const both = [...have].filter((path) => want.has(path));
    if (values.show && (both.length < want.size || both.length < have.size)) {
      const missing = [...want].filter((path) => !have.has(path));
      const wrong = [...have].filter((path) => !want.has(path));
      console.log(`  ${kind} ${one.path} ${one.name}: missing ${missing.join(', ') || 'none'}; wrong ${wrong.join(', ') || 'none'}`);
    }
    if (want.size === 0) {
      without++;
      if (have.size > 0) falseWithout++;
      continue;
    }
    right += both.length;
    claimed += have.size;
    wanted += want.size;
    recalls.push(both.length / want.size);
    if (have.size > 0) precisions.push(both.length / have.size);
  }
  const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length);
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  console.log(
    `${kind}: recall ${percent(right / wanted)} (macro ${percent(mean(recalls))}), precision ${percent(right / claimed)} (macro ${percent(mean(precisions))}), ` +
      `${wanted} files; of ${without} exports without users ${falseWithout} have some by ours`,
  );
}

function* exportsIn(): Generator<Export> {
  for (const [path, text] of files) {
    if (!/\.tsx?$/.test(path) || path.endsWith('.d.ts') || isTestPath(path)) continue;
    for (const statement of ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true).statements) {
      if (!statement.modifiers?.some((modifier: { kind: number }) => modifier.kind === ts.SyntaxKind.ExportKeyword)) continue;
      const declared = statement.declarationList?.declarations ?? [statement];
      for (const { name } of declared)
        if (name?.kind === ts.SyntaxKind.Identifier) yield { path, name: name.text, position: name.getStart() };
    }
  }
}

function createCompiler(): { usersOf(one: Export): Users } {
  const texts = new Map(files);
  const service = createLanguageService(ts, tree, texts);
  const relative = (file: string): string => nodePath.relative(tree, file).split(nodePath.sep).join('/');

  /** Where the statements of import and export of a file have errors. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  function errorsIn(path: string): readonly any[] {
    const file = nodePath.join(tree, path);
    const sourceFile = service.getProgram().getSourceFile(file);
    if (sourceFile === undefined) return [];
    const nodes = service.getSemanticDiagnostics(file).map(({ start }: { start: number }) => ts.getTokenAtPosition(sourceFile, start));
    return nodes.filter((node: unknown) =>
      ts.findAncestor(node, (one: unknown) => ts.isImportDeclaration(one) || ts.isExportDeclaration(one)),
    );
  }

  /** Removes re-exports of what no longer exists: otherwise files that import it from there have no error. */
  function cutBroken(path: string, errors: ReturnType<typeof errorsIn>): boolean {
    const broken = new Set(errors.map((node) => ts.findAncestor(node, ts.isExportSpecifier)).filter((one) => one !== undefined));
    let text = texts.get(path) as string;
    for (const { pos, end } of [...broken].sort((a, b) => b.pos - a.pos))
      text = text.slice(0, pos) + text.slice(text[end] === ',' ? end + 1 : end);
    texts.set(path, text);
    return broken.size > 0;
  }

  /** The text without the keyword before each declaration of the name. */
  function withoutExport({ path, name }: Export): string {
    let text = files.get(path) as string;
    for (const statement of ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true).statements.toReversed()) {
      const names = (statement.declarationList?.declarations ?? [statement]).map((one: { name?: { text?: string } }) => one.name?.text);
      if (!names.includes(name)) continue;
      for (const { kind, pos, end } of statement.modifiers?.toReversed() ?? [])
        if (kind === ts.SyntaxKind.ExportKeyword || kind === ts.SyntaxKind.DefaultKeyword) text = text.slice(0, pos) + text.slice(end);
    }
    return text;
  }

  return {
    usersOf(one) {
      const found = (service.findReferences(nodePath.join(tree, one.path), one.position) ?? []) as {
        references: { fileName: string }[];
      }[];
      const uses = new Set(found.flatMap(({ references }) => references.map(({ fileName }) => relative(fileName))));
      uses.delete(one.path);
      // An import that breaks names the export, or is of the default.
      const named = [...files].filter(([path, text]) => path !== one.path && /\.[cm]?[jt]sx?$/.test(path) && text.includes(one.name));
      const paths = [...new Set([...uses, ...named.map(([path]) => path)])];
      const before = new Map(paths.map((path) => [path, errorsIn(path).length]));
      texts.set(one.path, withoutExport(one));
      const imports = new Set<string>();
      for (let isCut = true; isCut; ) {
        isCut = false;
        for (const path of paths) {
          const errors = errorsIn(path);
          if (errors.length <= (before.get(path) as number)) continue;
          imports.add(path);
          if (cutBroken(path, errors)) {
            before.set(path, errorsIn(path).length);
            isCut = true;
          }
        }
      }
      for (const path of [one.path, ...imports]) texts.set(path, files.get(path) as string);
      return { imports, uses };
    },
  };
}
