/**
 * Tests that `symbol` gives a defining place of a name first: names and places are those of universal-ctags.
 *
 * Drawn by a fixed seed are functions, classes, methods, types, constants outside of functions and members of enums with at most three places. A place counts if
 * ctags has a tag of the name there, of any kind but a prototype. With a compiler, the places of TypeScript are its own: ctags takes imports and
 * statements for declarations, and passes over methods of long classes.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import { findDefinitions } from '../../src/engine/relations/relations.ts';
import { createSource, textsOf } from './source.ts';

const usage = `node bench/relations/symbols.ts --tree LANGUAGE=DIR... [--typescript FILE] [--count N] [--seed S] [--show]

  --tree LANGUAGE=DIR  names of this language, as ctags calls it, in a working tree
  --typescript FILE    lib/typescript.js of version 5
  --count N            how many names of each language (50)
  --seed S             what they are drawn by (1)
  --show               the names without a defining place first`;

const { values } = parseArgs({
  options: {
    tree: { type: 'string', multiple: true, default: [] },
    typescript: { type: 'string' },
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    show: { type: 'boolean' },
  },
});

// biome-ignore lint/suspicious/noExplicitAny: the types of another version of TypeScript than the one that checks this file
const compiler: any = values.typescript && createRequire(import.meta.url)(nodePath.resolve(values.typescript));

interface Tag {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly language: string;
  readonly kind: string;
  /** The line of the declaration, as a pattern of ctags. */
  readonly pattern: string;
}

/** What is drawn, by kinds of ctags. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  TypeScript: ['function', 'generator', 'class', 'method', 'interface', 'alias', 'enum', 'constant', 'enumerator', 'namespace'],
  Python: ['function', 'class', 'member', 'constant'],
  Go: ['func', 'struct', 'interface', 'methodSpec', 'type', 'talias', 'const'],
  Rust: ['function', 'method', 'struct', 'enum', 'interface', 'typedef', 'macro', 'constant', 'enumerator', 'module'],
  Java: ['class', 'method', 'interface', 'enum', 'annotation', 'constant', 'enumConstant'],
  C: ['function', 'struct', 'union', 'enum', 'typedef', 'macro', 'enumerator'],
};

/** Which ctags takes for names where it loses its way. */
const reserved = new Set(['const', 'let', 'var', 'return', 'function', 'if', 'for']);

/** The constants among variables and fields. */
const constants: Readonly<Record<string, { readonly kind: string; readonly pattern: RegExp }>> = {
  Python: { kind: 'variable', pattern: /^\/\^[A-Z][A-Z0-9_]+\b/ },
  Rust: { kind: 'variable', pattern: /\b(?:const|static)\b/ },
  Java: { kind: 'field', pattern: /\bstatic final\b/ },
};

if (values.tree.length === 0) {
  console.error(usage);
  process.exit(2);
}
let [allRight, allDrawn] = [0, 0];
for (const one of values.tree) {
  const [language = '', directory = ''] = one.split('=');
  if (kinds[language] === undefined || !fs.existsSync(directory)) {
    console.error(`${one}: expected LANGUAGE=DIR, with one of ${Object.keys(kinds).join(', ')} and a directory that exists`);
    process.exit(2);
  }
  const { right, drawn } = await measure(language, directory);
  allRight += right;
  allDrawn += drawn;
}
console.log(`all: ${share(allRight, allDrawn)}`);

function share(right: number, drawn: number): string {
  return `${right} of ${drawn}, ${((100 * right) / Math.max(1, drawn)).toFixed(1)} %`;
}

async function measure(language: string, tree: string): Promise<{ readonly right: number; readonly drawn: number }> {
  const texts = textsOf(tree);
  const tags = tagsOf(tree);
  const declared = compiler === undefined ? [] : declaredByCompiler(texts, compiler);
  const isTypeScript = (tag: Tag): boolean => /^(?:Java|Type)Script$/.test(tag.language);
  const confirmed = new Set(declared.map((one) => `${placeOf(one)} ${one.name}`));
  const kept = compiler === undefined ? tags : tags.filter((tag) => !isTypeScript(tag) || confirmed.has(`${placeOf(tag)} ${tag.name}`));
  const byName = Map.groupBy([...kept, ...declared], ({ name }) => name);
  const isLocal = (tag: Tag): boolean => tag.language === 'TypeScript' && tag.kind === 'constant' && tag.pattern.startsWith('/^ ');
  const isWanted = (tag: Tag): boolean =>
    tag.language === language && (kinds[language] as readonly string[]).includes(tag.kind) && !isLocal(tag);
  const names = [...byName].filter(([, tags]) => new Set(tags.map(placeOf)).size <= 3 && tags.some(isWanted)).map(([name]) => name);
  const order = (name: string): string => createHash('sha256').update(`${values.seed} ${language} ${name}`).digest('hex');
  const drawn = names.sort((a, b) => (order(a) < order(b) ? -1 : 1)).slice(0, Number(values.count));
  const source = createSource(texts);
  let right = 0;
  for (const name of drawn) {
    const tags = byName.get(name) as readonly Tag[];
    const [first] = await findDefinitions(name, source);
    if (first !== undefined && tags.some((tag) => placeOf(tag) === `${first.path}:${first.startLine}`)) right++;
    else if (values.show)
      console.log(
        `  ${name}: ${tags.map((tag) => `${tag.kind} ${placeOf(tag)} ${tag.pattern}`).join(', ')}; ours ${first ? `${first.path}:${first.startLine}` : 'none'}`,
      );
  }
  console.log(`${language} ${nodePath.basename(tree)}: ${share(right, drawn.length)} (drawn from ${names.length})`);
  return { right, drawn: drawn.length };
}

function placeOf({ path, line }: Tag): string {
  return `${path}:${line}`;
}

function tagsOf(tree: string): Tag[] {
  const options = ['-R', '--languages=TypeScript,JavaScript,Python,Go,Rust,Java,C,C++', '--map-TypeScript=+.tsx', '--output-format=json'];
  options.push('--fields=+nlK', '-f', '-', '.');
  const output = execFileSync('ctags', options, { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
  const tags: Tag[] = [];
  for (const line of output.split('\n')) {
    if (line === '') continue;
    const tag = JSON.parse(line) as Tag;
    if (tag.kind === 'prototype' || /^__anon|\W/.test(tag.name) || reserved.has(tag.name)) continue;
    const constant = constants[tag.language];
    const isConstant = tag.kind === constant?.kind && constant.pattern.test(tag.pattern);
    tags.push({ ...tag, path: nodePath.posix.normalize(tag.path), kind: isConstant ? 'constant' : tag.kind });
  }
  return tags;
}

/** All declarations that bind a name, imports and parameters left out. */
// biome-ignore lint/suspicious/noExplicitAny: as above
function declaredByCompiler(texts: ReadonlyMap<string, string>, ts: any): Tag[] {
  const found: Tag[] = [];
  for (const [path, text] of texts) {
    if (!/\.[cm]?[jt]sx?$/.test(path)) continue;
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const visit = (node: any): void => {
      const isBound = !ts.isImportClause(node) && !ts.isImportSpecifier(node) && !ts.isExportSpecifier(node) && !ts.isParameter(node);
      if (
        isBound &&
        node.name !== undefined &&
        (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name)) &&
        !ts.isPropertyAccessExpression(node)
      ) {
        const line = file.getLineAndCharacterOfPosition(node.name.getStart()).line + 1;
        found.push({ name: node.name.text.replace('#', ''), path, line, language: 'TypeScript', kind: 'declaration', pattern: '' });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}
