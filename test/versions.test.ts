/** The versions of stored forms follow from what decides them, and nothing has to be raised by hand. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { tablesDigest } from '../scripts/versions/tables.js';
import { forms, versionModule } from '../scripts/versions/versions.js';
import { loopbackServer } from './models/loopbackServer.ts';
import { some } from './support/sample.ts';
import { temporaryDirectory } from './support/temporaryDirectory.ts';
import { type WorkFolder, workFolder } from './support/workFolder.ts';

const root = path.resolve(import.meta.dirname, '..');

test('the versions are those of the tables and of what is made of the corpus', async () => {
  assert.equal(fs.readFileSync(path.join(root, 'src/engine/version.ts'), 'utf8'), await versionModule(root), 'run npm run versions');
});

type Edit = readonly [module: string, from: string | RegExp, to: string];

/** One change to each table, with the forms that it decides. */
const tables: Readonly<Record<string, readonly [edit: Edit, forms: readonly (keyof typeof forms)[]]>> = {
  'file names of a language': [['src/engine/text/code/languages/braces.ts', '.gleam', '.gleam .gleamscript'], ['index']],
  'comments of a language': [['src/engine/text/code/languages/indents.ts', "line: ['--'],", "line: ['---'],"], ['index']],
  keywords: [['src/engine/text/languages.ts', '\nabstract alias ', '\nabstract absurd alias '], ['index']],
  declarations: [
    [
      'src/engine/text/code/languages/braces.ts',
      "alias: 'type', function: 'fn', value: 'const'",
      "alias: 'type', function: 'fn', value: 'const static'",
    ],
    ['index'],
  ],
  'imports and base types': [['src/engine/text/code/languages/indents.ts', "'require require_relative'", "'require'"], ['index']],
  'stop words': [
    ['src/engine/vocabulary/de.ts', 'stopWords: `', 'stopWords: `dermaleinst '],
    ['index', 'derived', 'published'],
  ],
  'stop words of another language': [['src/engine/vocabulary/others.ts', ' ikke ', ' ikke ikkje '], ['index']],
  stems: [['src/engine/text/stemming/stems.ts', 'prefixLength = 6', 'prefixLength = 7'], ['index']],
  stemmers: [['package-lock.json', /("node_modules\/@orama\/stemmers": \{[^}]*"integrity": ")sha512-/, '$1sha256-'], ['index']],
  'names of secrets': [['src/engine/vocabulary/secrets/credentials.ts', 'password passwd ', 'password passwordle '], ['index']],
  'formats of secrets': [['src/engine/text/secrets/formats.ts', 'AKIA', 'AKIX'], ['index']],
  'size of chunks': [['src/engine/text/chunks.ts', 'maxLines: 60', 'maxLines: 61'], ['index']],
  'weight of names': [['src/engine/text/analyze.ts', 'nameWeight = 3', 'nameWeight = 4'], ['index']],
  'test paths': [
    ['src/engine/text/names/pathNames.ts', 'playgrounds?', 'playgrounds?|trials?'],
    ['index', 'published', 'derived'],
  ],
  'change logs': [
    ['src/engine/text/names/pathNames.ts', '|news)', '|news|tidings)'],
    ['index', 'published'],
  ],
  'texts for contributors': [['src/engine/text/names/legal.ts', 'code[-_]of', 'codes?[-_]of'], ['index']],
  'generated files': [['src/workspace/ignore/contentRules.ts', '@generated', '@engendered'], ['index']],
  encodings: [['src/workspace/files/decode.ts', '0xfffe', '0xfffd'], ['index']],
  'encodings of stored texts': [['src/service/folder/update/fileTable.ts', "' in '", "' of '"], ['index']],
  'long lines': [['src/workspace/ignore/contentRules.ts', 'maxLongShare = 0.25', 'maxLongShare = 0.5'], ['index']],
  'guessed encodings': [['src/workspace/files/decode.ts', 'minConfidence = 40', 'minConfidence = 60'], ['index']],
  notebooks: [['src/workspace/files/notebook.ts', '\'"cells"\'', '\'"cellars"\''], ['index']],
  'dependency directories': [['src/workspace/ignore/dependencyMarkers.ts', 'pyvenv.cfg', 'pyvenv.conf'], ['listing']],
  'ignore files': [['src/workspace/ignore/ignoreLevels.ts', "(['.meshragignore', ", "(['.meshignore', "], ['listing']],
  'columns of segments': [['src/storage/arrays/arraysFile.ts', 'arrayHeadBytes = 12', 'arrayHeadBytes = 16'], ['index']],
  'columns of a shared index': [['src/storage/postgres/codec.ts', 'keyDigits = 32', 'keyDigits = 40'], ['published']],
  'layout of an export': [['src/storage/served/exportForm.ts', "headName = 'export.json'", "headName = 'exported.json'"], ['index']],
  'modules of a graph': [['src/systems/hug/moduleGraph.ts', 'maxModule = 30', 'maxModule = 31'], ['derived']],
};

for (const [name, [edit, decided]] of Object.entries(tables)) {
  test(`a change of the ${name} changes the versions of what it decides`, () => {
    for (const form of decided) assert.notEqual(digestOf(form, edit), digestOf(form), form);
  });
}

test('a name, a comment, a type and the place of code change no version', () => {
  const unseen: readonly Edit[] = [
    ['src/engine/text/names/pathNames.ts', /\bisTestPath\b/g, 'isPathOfTest'],
    ['src/engine/text/names/pathNames.ts', '/** Whether a path is a test', '/** "Here" is `more` than 3 /words/: whether a path is a test'],
    ['src/engine/text/words/columns.ts', /\breadonly\b/g, ''],
    ['src/engine/text/analyze.ts', /^(export const nameWeight = 3;\n)([\s\S]*)$/m, '$2$1'],
  ];
  for (const edit of unseen) assert.equal(digestOf('index', edit), digestOf('index'), String(edit[1]));
});

/** The digest of the tables behind a form and those that it is made of, as they are or with an edit. */
function digestOf(form: keyof typeof forms, edit?: Edit): string {
  const read = (file: string): string => {
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    if (edit?.[0] !== file) return text;
    const edited = text.replace(edit[1], edit[2]);
    assert.notEqual(edited, text, `${file} has ${edit[1]}`);
    return edited;
  };
  const { modules, of } = forms[form];
  return [tablesDigest(read, modules), ...of.map((one) => digestOf(one, edit))].join();
}

/** Enough files for the saved segments of an index. */
const manyFiles = {
  ...Object.fromEntries(Array.from({ length: 520 }, (_, i) => [`src/leaf${i}.ts`, `export function steepLeaf${i}() {}\n`])),
  'trials/kettle.ts': 'export function trialKettle() {}\n',
  'docs/de.md': '# Die Küche\n\nDer Wirt hat dermaleinst die Kannen gewärmt, und das Wasser war nicht zu heiß.\n',
  'docs/secret.md': '# Entry\n\nThe shibboleth: Zx81-Qm27-Lp09\n',
  'tea.leafscript': 'pub fn steep() {}\n',
};

/** Changes of what is stored: by tables of the analysis, of paths, and by code that no table decides. */
const changes: readonly (readonly [string, Edit])[] = [
  ['test paths', ['src/engine/text/names/pathNames.ts', 'playgrounds?', 'playgrounds?|trials?']],
  ['stop words', ['src/engine/vocabulary/de.ts', 'stopWords: `', 'stopWords: `dermaleinst ']],
  ['file names of a language', ['src/engine/text/code/languages/braces.ts', '.gleam', '.gleam .leafscript']],
  ['code of the analysis', ['src/engine/text/names/pathNames.ts', 'terms: [...folder.terms, ...termsIn', 'terms: [...termsIn']],
];

test('an index is rebuilt, and equals a fresh one, after a change of what decides it', async (t) => {
  const folder = workFolder(t, manyFiles);
  const plain = programOf(t);
  assert.equal((await run(plain, folder, 'index')).status, 0);
  for (const [name, edit] of some(changes, 2)) {
    const changed = programOf(t, edit);
    if (name === 'test paths') assert.notEqual((await run(changed, folder, 'index', '--verify')).status, 0, 'without another version');
    await writeVersions(changed);
    const { status, stdout, stderr } = await run(changed, folder, 'index', '--verify');
    assert.equal(status, 0, `${name}: ${stdout}${stderr}`);
  }
});

test('what a model was paid for is not bought again by another version', async (t) => {
  const speak = async () => ({
    text: '{"entities":[{"name":"Tarrow","description":"A village.","aliases":[]}],"triples":[],"summary":"Boats."}',
    promptTokens: 1,
    answerTokens: 1,
  });
  const { endpoint, received } = await loopbackServer(t, { speak, vectorOf: (text) => [text.length, 1, 2] });
  const folder = workFolder(t, { 'a.md': '# Tarrow\n\nBoats are mended in Tarrow.\n', 'b.md': '# Quay\n\nTarrow has a quay of stone.\n' });
  const plain = programOf(t);
  const to = ['--endpoint', endpoint, '--model', 'reader', '--embedder', 'vectors'];
  const asks = async (program: string) => {
    const before = received.length;
    assert.equal((await run(program, folder, 'enrich', ...to)).status, 0);
    const found = await run(
      program,
      folder,
      'search',
      'Where are boats mended?',
      '--system',
      'vector',
      '--endpoint',
      endpoint,
      '--embedder',
      'vectors',
    );
    assert.equal(found.status, 0, found.stderr);
    return received.length - before;
  };
  assert.ok((await asks(plain)) >= 3);
  const other = programOf(t, ['src/engine/version.ts', /'[0-9a-f]+'/g, "'other'"]);
  assert.equal(await asks(other), 0);
});

/** A copy of the program, with an edit. */
function programOf(t: TestContext, edit?: Edit): string {
  if (edit === undefined) return root;
  const copy = temporaryDirectory(t);
  for (const name of ['src', 'scripts', 'test/fixtures/stored', 'package.json', 'package-lock.json'])
    fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
  const [file, from, to] = edit;
  const text = fs.readFileSync(path.join(copy, file), 'utf8');
  assert.notEqual(text.replace(from, to), text);
  fs.writeFileSync(path.join(copy, file), text.replace(from, to));
  return copy;
}

/** What the build does. */
async function writeVersions(program: string): Promise<void> {
  fs.writeFileSync(path.join(program, 'src/engine/version.ts'), '');
  fs.copyFileSync(path.join(root, 'src/engine/version.ts'), path.join(program, 'src/engine/version.ts'));
  const child = spawn(process.execPath, [path.join(program, 'scripts/versions.js')], { stdio: 'inherit' });
  assert.deepEqual(await once(child, 'close'), [0, null]);
}

async function run(program: string, folder: WorkFolder, ...args: readonly string[]) {
  const env = { ...process.env, HOME: folder.parent, XDG_CACHE_HOME: path.join(folder.parent, 'cache') };
  const child = spawn(process.execPath, [path.join(program, 'src/cli/start.ts'), ...args, '--dir', folder.root], { env });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (part) => (stdout += part));
  child.stderr.on('data', (part) => (stderr += part));
  const [status] = await once(child, 'close');
  return { status: status as number | null, stdout, stderr };
}
