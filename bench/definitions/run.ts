// Compares the definitions that the reader of code finds with those of universal-ctags, language by language. `node bench/definitions/run.ts --help`
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import nodePath from 'node:path';
import { parseArgs } from 'node:util';
import { addsMembers } from '../../src/engine/text/code/definition.ts';
import { definitionsIn } from '../../src/engine/text/code/read.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { linesOf } from '../../src/engine/text/lines.ts';

const usage = `node bench/definitions/run.ts --trees DIR [--list NAME] [--language NAME] [--show]

  --trees DIR      holds a working tree of each repository of the list, called OWNER+NAME
  --list NAME      NAME.txt: repositories (the default) or later
  --language NAME  this language alone, as the list calls it
  --show           prints what is missed, and what ctags does not have`;

/** Each language with its name in ctags, its endings, and the kinds of ctags that are neither counted nor held against a definition. */
const languages: Readonly<Record<string, readonly [ctags: string, endings: readonly string[], passedOver: string]>> = {
  c: ['C', ['.c', '.h'], 'prototype header local label parameter macroparam'],
  'c++': ['C++', ['.cpp', '.h'], 'prototype header local label parameter macroparam using name module partition tparam alias'],
  go: ['Go', ['.go'], 'package packageName unknown receiver'],
  rust: ['Rust', ['.rs'], 'implementation module'],
  java: ['Java', ['.java'], 'package local'],
  kotlin: ['Kotlin', ['.kt'], 'package import'],
  'c#': ['C#', ['.cs'], 'event local'],
  typescript: ['TypeScript', ['.ts'], 'local parameter'],
  javascript: ['JavaScript', ['.js', '.mjs', '.cjs'], 'local parameter'],
  python: ['Python', ['.py'], 'module namespace unknown local parameter'],
  ruby: ['Ruby', ['.rb'], 'describe context'],
  elixir: ['Elixir', ['.ex', '.exs'], 'test'],
  php: ['PHP', ['.php'], 'alias local namespace'],
  haskell: ['Haskell', ['.hs'], 'module'],
  'objective-c': ['ObjectiveC', ['.m'], 'local'],
  lua: ['Lua', ['.lua'], 'unknown'],
  shell: ['Sh', ['.sh', '.bash'], 'script heredoc'],
};
/** A definition is found again within so many lines. */
const maxDistance = 4;

const { values } = parseArgs({
  options: {
    trees: { type: 'string' },
    list: { type: 'string', default: 'repositories' },
    language: { type: 'string' },
    show: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help || values.trees === undefined) {
  console.log(usage);
  process.exit(values.help ? 0 : 2);
}

interface Tag {
  readonly name: string;
  readonly line: number;
  readonly kind: string;
}

/** The tags of files by path. */
function tagsOf(language: string, files: readonly string[]): ReadonlyMap<string, readonly Tag[]> {
  const list = nodePath.join(os.tmpdir(), `ctags-${process.pid}`);
  fs.writeFileSync(list, files.join('\n'));
  const options = ['--output-format=json', '--fields=+nK', `--language-force=${language}`, `--kinds-${language}=*`, '-o', '-', '-L', list];
  const output = execFileSync('ctags', options, { maxBuffer: 1 << 28, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  fs.rmSync(list);
  const tags = new Map<string, Tag[]>();
  for (const line of output.split('\n')) {
    const tag = line === '' ? {} : JSON.parse(line);
    if (tag._type !== 'tag' || !tag.name || tag.name.startsWith('__anon')) continue;
    tags.set(tag.path, [...(tags.get(tag.path) ?? []), { name: tag.name, line: tag.line, kind: tag.kind }]);
  }
  return tags;
}

/** Whether ctags and the reader mean one name: ctags writes paths (`A.b`), `self.b`, and blanks in operators. */
function isSame(tag: string, name: string): boolean {
  return tag === name || tag.replace('operator ', 'operator') === name || tag.split(/[.:]/).at(-1) === name || tag === `$${name}`;
}

const lines = fs.readFileSync(nodePath.join(import.meta.dirname, `${values.list}.txt`), 'utf8').split('\n');
for (const [language, repository] of lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(' '))) {
  const row = languages[language as string];
  if (row === undefined || (values.language !== undefined && values.language !== language)) continue;
  const [ctags, endings, passedOver] = row;
  const tree = nodePath.join(values.trees, (repository as string).replace('/', '+'));
  const all = fs.readdirSync(tree, { recursive: true, encoding: 'utf8' }).map((file) => nodePath.join(tree, file));
  const files = all.filter((file) => endings.includes(nodePath.extname(file)) && fs.statSync(file).isFile());
  const tags = tagsOf(ctags, files);
  const ignored = new Set(passedOver.split(' '));
  let [found, expected, right, given] = [0, 0, 0, 0];
  for (const file of files) {
    const text = fs.readFileSync(file, 'utf8');
    const textLines = text.split('\n');
    const used = new Set<Tag>();
    const own = tags.get(file) ?? [];
    for (const { name, line, kind } of definitionsIn(linesOf(text), languageOf(file))) {
      if (addsMembers(kind)) continue;
      const fits = (tag: Tag): boolean => !used.has(tag) && isSame(tag.name, name) && Math.abs(tag.line - line - 1) <= maxDistance;
      const tag = own.find((one) => !ignored.has(one.kind) && fits(one)) ?? own.find(fits);
      if (tag !== undefined) used.add(tag);
      if (tag !== undefined && ignored.has(tag.kind)) continue;
      given++;
      if (tag !== undefined) right++;
      else if (values.show) console.log(`not in ctags: ${file}:${line + 1} ${kind} ${name}`);
    }
    for (const tag of own) {
      // Constants in functions are locals, which ctags has for TypeScript alone.
      const isLocal = ctags === 'TypeScript' && /constant|variable/.test(tag.kind) && /^\s/.test(textLines[tag.line - 1] ?? '');
      if (ignored.has(tag.kind) || isLocal) continue;
      expected++;
      if (used.has(tag)) found++;
      else if (values.show) console.log(`missed: ${file}:${tag.line} ${tag.kind} ${tag.name}`);
    }
  }
  const share = (part: number, whole: number): string => ((100 * part) / Math.max(1, whole)).toFixed(1);
  console.log(`${language}: recall ${share(found, expected)} of ${expected}, precision ${share(right, given)} of ${given}`);
}
