// The tests, files and commands that documents refer to exist.
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const filesBelow = (folder: string): string[] =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
    .filter((file) => !file.includes('node_modules/'));
const sources = ['src', 'test', 'bench', 'scripts'].flatMap(filesBelow);
const names = new Set(sources.map((file) => path.basename(file)));
const filesIn = (text: string): string[] =>
  [...text.matchAll(/`((?:test|scripts|src|bench|docs)\/[\w./-]+\.\w+)`/g)].map(([, file = '']) => file);

const roots = fs.readdirSync(root).filter((file) => file.endsWith('.md'));
const pages = [...roots, 'src/engine/README.md', ...['docs', 'bench'].flatMap(filesBelow).filter((file) => file.endsWith('.md'))];
/** These quote files, links and names of other folders. */
const quoting = new Set(['docs/walkthroughs.md', 'docs/gallery.md', 'bench/parts/judged.md']);
const written = pages.filter((page) => !quoting.has(page));
const rooms = fs.readdirSync(path.join(root, 'src'));

/** A source may be named by the end of its path, a folder of `src` without "src". */
function isThere(name: string): boolean {
  const top = name.split('/')[0] ?? '';
  if (/\.[jt]s$/.test(name)) return sources.some((file) => file.endsWith(`/${name}`) || file === name);
  if (/\.\w+$/.test(name)) return true;
  if (rooms.includes(top)) return fs.existsSync(path.join(root, 'src', name));
  return !['src', 'test', 'scripts', 'bench', 'docs'].includes(top) || fs.existsSync(path.join(root, name));
}

for (const document of written) {
  test(`${document} names files and commands that exist`, () => {
    const text = read(document);
    const missing = filesIn(text).filter((file) => !fs.existsSync(path.join(root, file)));
    const spans = [...text.matchAll(/`([\w-]+(?:\/[\w.-]+)+)`/g)].map(([, name = '']) => name);
    // A file may also be named without its folder.
    const unknown = [...text.matchAll(/(?<=`|\w\/)\w+\.ts(?=`)/g)].map(String).filter((name) => !names.has(name));
    assert.deepEqual([...missing, ...unknown, ...spans.filter((name) => !isThere(name))], []);
    const { scripts } = JSON.parse(read('package.json'));
    const commands = [...text.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name);
    assert.deepEqual(
      commands.filter((name) => !(name in scripts)),
      [],
    );
  });
}

/** The relative links of a page: the files, relative to the project, with the heading after "#". */
const linksOf = (page: string): { file: string; heading: string }[] =>
  [...read(page).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([, file = '', heading = '']) => ({
    file: file === '' ? page : path.posix.join(path.posix.dirname(page), file),
    heading,
  }));
const slugs = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('links of documents lead to files and headings that exist', () => {
  const wrong = written.flatMap((page) =>
    linksOf(page)
      .filter(({ file, heading }) => !fs.existsSync(path.join(root, file)) || (heading !== '' && !slugs(read(file)).includes(heading)))
      .map(({ file, heading }) => `${page}: ${file}#${heading}`),
  );
  assert.deepEqual(wrong, []);
});

test('links lead from README.md to each document', () => {
  const reached = new Set(['README.md']);
  for (const page of reached) if (pages.includes(page)) for (const { file } of linksOf(page)) reached.add(file);
  assert.deepEqual(
    pages.filter((page) => !reached.has(page)),
    [],
  );
});

test('a page of how it works is short, as is the entry to these pages', () => {
  const entries = ['ARCHITECTURE.md', ...pages.filter((page) => page.startsWith('docs/how-it-works/'))];
  assert.ok(entries.length > 10);
  assert.deepEqual(
    entries.filter((page) => read(page).split('\n').length > 121),
    [],
  );
});

test('each invariant and each promise of SECURITY.md names the test that holds it', () => {
  const items = read('docs/how-it-works/invariants.md')
    .split(/^(?=\d+\. )/m)
    .slice(1);
  const promises = read('SECURITY.md')
    .split('\n')
    .filter((line) => /^\| (?!promise |---)/.test(line));
  assert.ok(items.length > 0 && promises.length > 0);
  for (const claim of [...items, ...promises])
    assert.ok(
      filesIn(claim).some((file) => file.endsWith('.test.ts')),
      claim,
    );
});
