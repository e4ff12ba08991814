import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstSentence } from '../../../src/engine/parts/authorWords.ts';
import { divide } from '../../../src/engine/parts/division.ts';
import { findParts, type Overview } from '../../../src/engine/parts/overview.ts';
import { sourceFiles } from '../../../src/engine/parts/sourceFiles.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { indexOf } from '../../support/memoryIndex.ts';

type Texts = Readonly<Record<string, string>>;

const many = (count: number, path: (i: number) => string, text: (i: number) => string): Texts =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [path(i), text(i)]));

async function overviewOf(files: Texts): Promise<Overview> {
  return findParts(indexOf(files).reader(), async (path) => files[path]);
}

const kettle: Texts = {
  'README.md':
    '# Kettle\n\n![badge](b.svg)\n\nKettle brews tea over the network. It is small.\n\n- `src/heat`: How water is heated.\n- `missing`: No such folder here.\n',
  'package.json': '{\n  "name": "kettle",\n  "bin": { "kettle": "./dist/cli.js" },\n  "main": "dist/index.js"\n}\n',
  'src/cli.ts': "import { brewTea } from './brew.ts';\nbrewTea(3);\n",
  'src/index.ts': "export { brewTea } from './brew.ts';\nimport { WaterHeater } from './heat/heater.ts';\nnew WaterHeater();\n",
  'src/brew.ts':
    "import { WaterHeater } from './heat/heater.ts';\n/** Brews one pot. */\nexport function brewTea(minutes: number) {\n  return new WaterHeater();\n}\n",
  'src/heat/heater.ts':
    '// Copyright 2020 Somebody. All rights reserved.\n\n/** Heats water until it boils. */\nexport class WaterHeater {}\n',
  'src/heat/unused.ts': 'export class ColdPlate {}\n',
  'test/brew.test.ts': "import { brewTea } from '../src/brew.ts';\nbrewTea(1);\n",
  LICENSE: 'Permission is hereby granted, free of charge, to any person.\n',
  'CHANGELOG.md': '# Changes\n\nEverything is new in this release.\n',
  'vendor/lib.js': 'export function vendored() {}\n',
  '.github/release.md': '# Release\n\nHow a release is made here.\n',
};

test('parts are folders, with the most used files first; corners are separate', async () => {
  const { parts, corners, files } = await overviewOf(kettle);
  assert.equal(files, 12);
  assert.deepEqual(
    parts.map(({ path, files: own }) => [path, own.map((file) => file.path)]),
    [
      ['', ['README.md', 'package.json']],
      ['src', ['src/brew.ts', 'src/cli.ts', 'src/index.ts']],
      ['src/heat', ['src/heat/heater.ts', 'src/heat/unused.ts']],
    ],
  );
  assert.deepEqual(
    corners.map(({ corner, paths }) => [corner, ...paths]),
    [
      ['tests', 'test/brew.test.ts'],
      ['changeLogs', 'CHANGELOG.md'],
      ['licences', 'LICENSE'],
      ['vendored', 'vendor/lib.js'],
      ['settings', '.github/release.md'],
    ],
  );
});

test('a part counts the passages of its files', async () => {
  const reader = indexOf({ ...kettle, 'src/long.md': `# One\n\nFirst words here.\n\n# Two\n\nOther words here.\n` }).reader();
  const counts = new Map((await sourceFiles(reader)).map(({ path, firstChunk, chunksEnd }) => [path, chunksEnd - firstChunk]));
  assert.equal(counts.get('src/long.md'), 2);
  const { parts } = await findParts(reader, async () => undefined);
  for (const { files, passages } of parts)
    assert.equal(
      passages,
      files.reduce((sum, { path }) => sum + (counts.get(path) as number), 0),
    );
});

test('a part is described by what the README says about it, a folder by what its author says first; each is quoted with its line', async () => {
  const { says, parts } = await overviewOf(kettle);
  assert.deepEqual(
    { path: says?.path, line: says?.line, text: says?.text },
    { path: 'README.md', line: 5, text: 'Kettle brews tea over the network.' },
  );
  const heat = parts.find(({ path }) => path === 'src/heat');
  assert.deepEqual(heat?.says, { path: 'README.md', line: 7, text: 'How water is heated.' });
  const src = parts.find(({ path }) => path === 'src');
  assert.equal(src?.says, undefined);
  assert.deepEqual(src?.holds, ['brew', 'cli']);
});

test('a drawn tree describes the folders; a line with an option is not one', async () => {
  const { parts } = await overviewOf({
    'README.md':
      '# Kettle\n\n```\nkettle\n|-- heat      How water is heated.\n|   `-- coil  # The coil that is hot.\n`-- lids      Lids of all sizes here.\n```\n',
    'GUIDE.md': '# Guide\n\nTo see all of the\nflags is quick to find out. Use `--debug` then.\n',
    ...many(
      4,
      (i) => `heat/heat${i}.ts`,
      (i) => `export class Heat${i} {}\n`,
    ),
    ...many(
      4,
      (i) => `heat/coil/coil${i}.ts`,
      (i) => `export class Coil${i} {}\n`,
    ),
    ...many(
      4,
      (i) => `lids/lid${i}.ts`,
      (i) => `export class Lid${i} {}\n`,
    ),
    ...many(
      4,
      (i) => `flags/flag${i}.ts`,
      (i) => `export class Flag${i} {}\n`,
    ),
  });
  const says = Object.fromEntries(parts.map((part) => [part.path, part.says?.text]));
  assert.equal(says['heat/coil'], 'The coil that is hot.');
  assert.equal(says.lids, 'Lids of all sizes here.');
  assert.equal(says.flags, undefined);
});

test('a sentence that begins several parts is about none of them', async () => {
  const page = (word: string): string => `Follow our channel for more of this.\n\n# ${word}\n`;
  const { parts } = await overviewOf(
    Object.fromEntries(
      ['tea', 'milk', 'cake'].flatMap((name) =>
        Object.entries(
          many(
            6,
            (i) => `${name}/${i === 0 ? 'README' : `p${i}`}.md`,
            () => page(name),
          ),
        ),
      ),
    ),
  );
  assert.deepEqual(
    parts.map(({ name, says, holds }) => [name, says, holds.length > 0]),
    ['cake', 'milk', 'tea'].map((name) => [name, undefined, true]),
  );
});

test('entry points are those of the manifest, at the sources of what is built', async () => {
  const { entryPoints, startWith } = await overviewOf(kettle);
  assert.deepEqual(
    entryPoints.map(({ kind, name, path }) => [kind, name, path]),
    [
      ['command', 'kettle', 'src/cli.ts'],
      ['library', 'kettle', 'src/index.ts'],
    ],
  );
  assert.deepEqual(startWith.slice(0, 2), ['README.md', 'src/cli.ts']);
});

test('programs of Python, Rust, Ruby and Go are entry points; build scripts and members are not', async () => {
  const { entryPoints } = await overviewOf({
    'pyproject.toml': '[project]\nname = "pot"\n\n[project.scripts]\npot = "pot.cli:run"\n',
    'pot/cli.py': 'def run():\n    pass\n',
    'crate/Cargo.toml': '[package]\nname = "lid"\n\n[[bin]]\npath = "src/ctl.rs"\nname = "lidctl"\n',
    'crate/build.rs': 'fn main() {}\n',
    'crate/src/ctl.rs': 'fn main() {}\n',
    'crate/src/main.rs': 'fn main() {}\n',
    'crate/src/lib.rs': 'pub fn open() {}\n',
    'cmd/spout/main.go': 'package main\n\nfunc main() {\n}\n',
    'gem/handle.gemspec': 'Gem::Specification.new do |spec|\n  spec.name = "handle"\nend\n',
    'gem/exe/handle': '#!/usr/bin/env ruby\nrequire "handle"\nHandle.start\n',
    'pot/core.py': 'class Command:\n    def main(self):\n        pass\n',
  });
  assert.deepEqual(
    entryPoints.map(({ kind, name, path }) => `${kind} ${name} ${path}`),
    [
      'command pot pot/cli.py',
      'command lidctl crate/src/ctl.rs',
      'command lid crate/src/main.rs',
      'command handle gem/exe/handle',
      'main spout cmd/spout/main.go',
      'library lid crate/src/lib.rs',
    ],
  );
});

test('a program begins at the function that its manifest names, or at its main', async () => {
  const { entryPoints } = await overviewOf({
    'pyproject.toml': '[project]\nname = "pot"\n\n[project.scripts]\npot = "pot.cli:run"\nlid = "pot.lid:app.start"\nleaf = "pot.leaf"\n',
    'pot/cli.py': '"""Brews."""\n\nkinds = 3\n\n\ndef run():\n    pass\n',
    'pot/lid.py': 'import pot\n\napp = pot.App()\n',
    'pot/leaf.py': 'import pot\n\n\ndef main():\n    pass\n',
    'crate/Cargo.toml': '[package]\nname = "spout"\n',
    'crate/src/main.rs': 'use tea;\n\nfn main() {}\n',
  });
  assert.deepEqual(
    entryPoints.map(({ name, path, line }) => `${name} ${path}:${line}`),
    ['pot pot/cli.py:6', 'leaf pot/leaf.py:4', 'lid pot/lid.py:1', 'spout crate/src/main.rs:3'],
  );
});

test('a Go program at the root has the name of its module; programs of tests and steps of a tutorial are not entry points', async () => {
  const main = 'package main\n\nfunc main() {\n}\n';
  const { entryPoints } = await overviewOf({
    'go.mod': 'module example.org/a/ferry/v2\n',
    'main.go': main,
    'examples/hello/main.go': main,
    '_examples/bye/main.go': main,
  });
  assert.deepEqual(
    entryPoints.map(({ kind, name, path }) => `${kind} ${name} ${path}`),
    ['main ferry main.go'],
  );
  const manifests = many(
    40,
    (i) => `listings/step${i}/Cargo.toml`,
    () => '[package]\nname = "step"\n',
  );
  const sources = many(
    40,
    (i) => `listings/step${i}/src/main.rs`,
    () => 'fn main() {}\n',
  );
  assert.deepEqual((await overviewOf({ ...manifests, ...sources })).entryPoints, []);
});

test('files that register routes are entry points, at the first route; files that document or request routes are not', async () => {
  const { entryPoints } = await overviewOf({
    'web/ports.py':
      '"""Ports.\n\n@router.get("/a")\n@router.get("/b")\n@router.post("/c")\n"""\n\n@router.get("/ports")\ndef ports():\n    pass\n\n' +
      '@router.get("/ports/{id}")\ndef port(id):\n    pass\n\n@router.post("/ports")\ndef add_port():\n    pass\n',
    'lib/router.ex':
      'scope "/" do\n  get "/", PageController, :index\n  post "/ships", ShipController, :create\n  delete "/ships/:id", ShipController, :delete\nend\n',
    'server.js':
      "router.route('/tides');\napp.get('/tides', list);\napp.post('/tides', add);\napp.put('/tides/:id', change);\napp.delete('/tides/:id', remove);\n",
    'client.ts': "http.get('/tides');\nhttp.post('/tides');\nhttp.put('/tides/1');\n// app.get('/x', y);\n",
  });
  assert.deepEqual(
    entryPoints.map(({ kind, name, path, line }) => `${kind} ${name} ${path}:${line}`),
    ['route GET /tides … (4) server.js:2', 'route GET / … (3) lib/router.ex:2', 'route GET /ports … (3) web/ports.py:8'],
  );
});

test('documents are read in the order of their table of contents, the first of each section before the second', async () => {
  const pages = ['sails', 'ropes', 'knots', 'tides', 'ports', 'charts'];
  const { startWith } = await overviewOf({
    ...Object.fromEntries(pages.map((name) => [`src/${name}.md`, `# ${name}\n\nThis page is about ${name} of a boat.\n`])),
    'README.md': '# Boats\n\nA book about boats and how to use them.\n',
    'src/SUMMARY.md':
      '# Contents\n\n## Gear\n\n- [s](sails.md)\n    - [r](ropes.md)\n- [k](./knots.md)\n\n## Water\n\n- [t](tides.md)\n- [p](ports.md)\n- [c](../src/charts.md)\n',
  });
  assert.deepEqual(startWith, [
    'README.md',
    ...['SUMMARY', 'sails', 'tides', 'knots', 'ports', 'charts', 'ropes'].map((name) => `src/${name}.md`),
  ]);
});

test('neither a directive, nor the rest of a list item, nor a block of settings, nor an address is a description', async () => {
  const { parts } = await overviewOf({
    'docs/knots/index.rst': 'Knots\n=====\n\n.. toctree::\n   :hidden:\n\n   reef bowline sheet bend\n\nKnots hold ropes of a ship.\n',
    'docs/knots/reef.rst': 'Reef\n====\n',
    'docs/sails/index.rst': 'Sails\n=====\n\n* sails may be set\n  as often as one likes\n\nSails drive a ship by the wind.\n',
    'docs/sails/jib.rst': 'Jib\n===\n',
    'hull/README.md': '# Hull\n\nSource Code: https://example.org/a/hull\n\nThe hull keeps water out.\n',
    'hull/keel.md': '# Keel\n',
    'etc/index.conftext': 'respond localhost to all {\n}\n',
    'etc/b.conftext': 'respond localhost to all {\n}\n',
  });
  assert.deepEqual(
    parts.map(({ path, says }) => [path, says?.text]),
    [
      ['docs/knots', 'Knots hold ropes of a ship.'],
      ['docs/sails', 'Sails drive a ship by the wind.'],
      ['etc', undefined],
      ['hull', 'The hull keeps water out.'],
    ],
  );
});

test('a block quote below the title of a README is its tagline, unless a paragraph or a note is there', async () => {
  const says = async (text: string, path = 'README.md') => (await overviewOf({ [path]: text })).says?.text;
  const usage = '\n\n## Usage\n\nInstall it before anything else.\n';
  assert.equal(await says(`# Kettle\n\n[![build](b.svg)](b)\n\n> Brews tea over\n> the network${usage}`), 'Brews tea over the network');
  assert.equal(
    await says(`# Kettle\n\n> Tea is never too late.\n\nKettle brews tea over the network.${usage}`),
    'Kettle brews tea over the network.',
  );
  assert.equal(await says(`# Kettle\n\n> [!NOTE]\n> This is the old kettle.${usage}`), 'Install it before anything else.');
  assert.equal(await says(`# Kettle${usage}\n> Mind that it is hot.\n`), 'Install it before anything else.');
});

test('the first sentence of a README is no comment, link, attribution or label, nor the authors below a title', () => {
  const says = (text: string, path = 'README.md') => firstSentence(path, text, languageOf(path))?.text;
  const brews = 'Brews tea over the network.';
  assert.equal(says(`<!--\n  The team of the kettle wrote it\n-->\n# Kettle\n\n${brews}\n`), brews);
  assert.equal(says(`# Kettle\n\n[build]: https://example.org/of/it/b.svg\n[site]: https://example.org/a\n\n${brews}\n`), brews);
  assert.equal(says(`# Kettle\n\n[<a href="a">How to install</a>] [[FAQ of it](b.md)]\n\n${brews}\n`), brews);
  assert.equal(says(`# Kettle\n\n-- _Ada Lovelace, Kettles and Engines_\n\n${brews}\n`), brews);
  assert.equal(says(`# Kettle\n\nFeed of all releases: https://example.org/feed\n\n${brews}\n`), brews);
  assert.equal(says(`= Kettle: A Tea Pot\nAda Lovelace; Charles Babbage; Others\n:toc:\n\n${brews}\n`, 'README.adoc'), brews);
});

test('a README is described by the sentence that says what its subject is, even after notices', () => {
  const says = (text: string, path = 'README.md') => firstSentence(path, text, languageOf(path))?.text;
  const notice = 'See the project website for all of the docs.\n\nSteam is the gas of water.';
  assert.equal(says(`# Kettle\n\n${notice}\n\nThe *Kettle* is a pot for tea.\n`), 'The *Kettle* is a pot for tea.');
  assert.equal(says(`# Kettle\n\n${notice}\n\nThis is a notice, too.\n`), 'See the project website for all of the docs.');
  assert.equal(says(`# Kettle\n\n${notice}\n\nKettle is a pot for tea.\n`, 'a.md'), 'See the project website for all of the docs.');
});

test('the documentation of a program without a file extension is read without its quote marks', () => {
  const says = firstSentence(
    'bin/kettle',
    "#!/usr/bin/env python3\n\n'''\nMeasures how fast kettles boil.\n'''\n",
    languageOf('bin/kettle'),
  );
  assert.equal(says?.text, 'Measures how fast kettles boil.');
});

test('the line that names the program of a script is not part of its first sentence', () => {
  const script = '#!/bin/sh\n# Brews tea over the network.\n\nset -e\n';
  assert.deepEqual(firstSentence('brew.sh', script, languageOf('brew.sh')), {
    path: 'brew.sh',
    line: 2,
    text: 'Brews tea over the network.',
    of: 'file',
  });
});

test('a copyright header says nothing about a file', () => {
  assert.equal(
    firstSentence(
      'kettle.c',
      '/*\nboiler - kettle.c of it\n(C) 2020 the team\nReleased under the GPL\n*/\n\nint kettle;\n',
      languageOf('kettle.c'),
    ),
    undefined,
  );
});

test('the comment of the first of several definitions is not about their file, nor about its folder', async () => {
  const opens = (path: string, text: string) => firstSentence(path, text, languageOf(path))?.of;
  const steam = 'Limits of the steam in a pot.';
  assert.equal(opens('pot.ts', `/** ${steam} */\nexport const limit = 3;\n\nexport class Pot {}\n`), 'definition');
  assert.equal(opens('pot.py', `# ${steam}\nLIMIT = 3\n\nclass Pot:\n    pass\n`), 'definition');
  // A file of one definition is what that is; a blank line, an import, a string or the first line of a script comes before a comment about the file.
  assert.equal(opens('pot.ts', `/** ${steam} */\nexport class Pot {}\n`), 'file');
  assert.equal(opens('pot.ts', `/** ${steam} */\n\nexport const limit = 3;\n\nexport class Pot {}\n`), 'file');
  assert.equal(opens('pot.ts', `/** ${steam} */\nimport { tea } from 'tea';\n\nexport const limit = 3;\nexport class Pot {}\n`), 'file');
  assert.equal(opens('pot.py', `"""${steam}"""\nLIMIT = 3\n\nclass Pot:\n    pass\n`), 'file');
  assert.equal(opens('pot.ts', `import { tea } from 'tea';\n\n/** ${steam} */\nexport class Pot {}\n`), 'file');
  assert.equal(opens('pot.ts', `import { tea } from 'tea';\n\n/** ${steam} */\nexport class Pot {}\nexport class Lid {}\n`), 'definition');
  assert.equal(opens('pot.ts', `export class Pot {\n  /** ${steam} */\n  limit() {}\n}\n`), 'definition');
  assert.equal(opens('pot.rs', `use tea;\n\n/// ${steam}\npub struct Pot {}\n\nimpl Pot {\n    fn brew() {}\n}\n`), 'file');
  assert.equal(opens('pot.sh', `#!/bin/sh\n# ${steam}\nbrew() {\n  tea\n}\npour() {\n  tea\n}\n`), 'file');
  const { parts } = await overviewOf({
    'pot/index.ts': `/** ${steam} */\nexport const limit = 3;\n\nexport class Pot {}\n`,
    'pot/lid.ts': 'export class Lid {}\n',
    'tea/index.ts': '/** Kinds of tea and how long they take. */\n\nexport const sencha = 3;\n\nexport const assam = 4;\n',
    'tea/leaf.ts': 'export class Leaf {}\n',
  });
  assert.deepEqual(
    parts.map(({ path, says }) => [path, says?.text]),
    [
      ['pot', undefined],
      ['tea', 'Kinds of tea and how long they take.'],
    ],
  );
});

test('in Sphinx the toctree is the table of contents, without extensions and with titles', async () => {
  const pages = ['sails', 'ropes', 'knots', 'tides', 'ports'];
  const underlined = (title: string): string => `${title}\n${'='.repeat(title.length)}\n\nThis page is about ${title} of a boat.\n`;
  const { startWith } = await overviewOf({
    ...Object.fromEntries(pages.map((name) => [`docs/${name}/index.rst`, underlined(name)])),
    'docs/conf.py': 'project = "boats"\n',
    'docs/index.rst': `${underlined('Boats')}\n.. toctree::\n   :maxdepth: 1\n\n   tides/index\n   Knots <knots/index>\n   sails/index\n\n.. toctree::\n\n   ports/index\n   ropes/index\n   Elsewhere <https://example.org>\n\nThe end of it.\n`,
    'docs/tides/more.rst': underlined('More of it'),
  });
  assert.deepEqual(
    startWith.slice(0, 6),
    ['index', 'tides/index', 'knots/index', 'sails/index', 'ports/index', 'ropes/index'].map((name) => `docs/${name}.rst`),
  );
});

test('in a workspace with many libraries the program is where to begin', async () => {
  const crates = ['deck', 'hull', 'keel', 'mast', 'sail'];
  const { startWith } = await overviewOf({
    ...Object.fromEntries(
      crates.flatMap((name) => [
        [`${name}/Cargo.toml`, `[package]\nname = "${name}"\n`],
        [`${name}/src/lib.rs`, `pub fn rig_${name}() {}\n`],
      ]),
    ),
    'ship/Cargo.toml': '[package]\nname = "ship"\n',
    'ship/src/main.rs': 'fn main() {}\n',
  });
  assert.equal(startWith[0], 'ship/src/main.rs');
});

test('data and plain text next to which there are only tests belong to the tests; a manifest next to tests does not', async () => {
  const { parts, corners } = await overviewOf({
    'kettle/brew.go': 'package kettle\n\nfunc Brew() {}\n',
    'kettle/defaults.json': '{ "minutes": 3 }\n',
    'kettletest/run_test.go': 'package kettletest\n\nfunc TestBrew() {}\n',
    'kettletest/pots/one.kettletest': 'pot one\n',
    'kettletest/pots/two.json': '{ "pot": 2 }\n',
    'kettletest/pots/three.txt': 'pot three\n',
    'kettletest/pots/why.md': '# Why\n\nPots are of two kinds here.\n',
    'lid/package.json': '{ "name": "lid" }\n',
    'lid/lid.test.ts': 'export {};\n',
    'lid/src/lid.ts': 'export class Lid {}\n',
  });
  assert.deepEqual(corners, [
    {
      corner: 'tests',
      paths: [
        'kettletest/pots/one.kettletest',
        'kettletest/pots/three.txt',
        'kettletest/pots/two.json',
        'kettletest/run_test.go',
        'lid/lid.test.ts',
      ],
    },
  ]);
  assert.deepEqual(parts.flatMap(({ files }) => files.map(({ path }) => path)).sort(), [
    'kettle/brew.go',
    'kettle/defaults.json',
    'kettletest/pots/why.md',
    'lid/package.json',
    'lid/src/lid.ts',
  ]);
});

test('files with a counterpart are translations; a folder that is only in another language is not', async () => {
  const page = (word: string): string => `# ${word}\n\n${word} is a thing to read about here.\n`;
  const both = await overviewOf({
    'docs/en/a.md': page('One'),
    'docs/en/b.md': page('Two'),
    'docs/fr/a.md': page('Un'),
    'README.fr.md': page('Lisez'),
    'README.md': page('Read'),
  });
  assert.deepEqual(both.corners, [{ corner: 'translations', paths: ['README.fr.md', 'docs/fr/a.md'] }]);
  const alone = await overviewOf({ 'docs/fr/a.md': page('Un'), 'docs/fr/b.md': page('Deux') });
  assert.deepEqual(alone.corners, []);
});

test('with sixty files or more there are 8 to 25 parts, whatever the folders', async () => {
  const shapes: Record<string, Texts> = {
    packages: many(
      400,
      (i) => `packages/p${i % 40}/src/f${i}.ts`,
      (i) => `export function part${i}Of() {}\n`,
    ),
    nested: many(
      90,
      (i) => `a/b/c/d${i % 9}/e${i % 2}/f${i}.py`,
      (i) => `def step_${i}():\n    pass\n`,
    ),
    chapters: many(
      80,
      (i) => `src/ch${String(i >> 2).padStart(2, '0')}-0${i % 4}-x.md`,
      (i) => `# Chapter ${i >> 2}\n\nThis is section ${i} of it.\n`,
    ),
    notes: many(
      120,
      (i) => `note${i}x.md`,
      (i) => `# Note ${i}\n\nAbout Topic${i % 10} Alpha and what Person${i % 12} Beta thought.\n`,
    ),
  };
  for (const [shape, files] of Object.entries(shapes)) {
    const { parts } = await overviewOf(files);
    assert.ok(parts.length >= 8 && parts.length <= 25, `${shape}: ${parts.length}`);
    assert.equal(
      parts.reduce((sum, part) => sum + part.files.length, 0),
      Object.keys(files).length,
      shape,
    );
    assert.equal(new Set(parts.map(({ name }) => name)).size, parts.length, shape);
  }
});

test('a hundred thousand files have 8 to 25 parts, whatever the folders', () => {
  const shapes = [
    (i: number) => `p${i % 300}/s${i % 7}/f${i}.ts`,
    (i: number) => `d${i % 4000}/f${i}.md`,
    (i: number) => `a/b/c${i % 9}/f${i}.go`,
  ];
  for (const [at, shape] of shapes.entries()) {
    const paths = Array.from({ length: 100_000 }, (_, i) => shape(i)).sort();
    const parts = divide(
      paths,
      paths.map(() => 1),
    );
    assert.ok(parts.length >= 8 && parts.length <= 25, `${at}: ${parts.length}`);
    assert.equal(
      parts.reduce((sum, { files }) => sum + files.length, 0),
      paths.length,
    );
  }
});

test('no first level is empty: one file, only tests, only a licence', async () => {
  for (const files of [
    { 'a.md': '# A\n' },
    { 'test/a.test.ts': 'export const a = 1;\n' },
    { LICENSE: 'Permission is granted.\n' },
  ] as Texts[]) {
    const { parts } = await overviewOf(files);
    assert.equal(parts.length, 1);
    assert.equal(parts[0]?.files.length, 1);
  }
  assert.deepEqual((await overviewOf({})).parts, []);
});

test('a manifest that is not JSON, or has another shape, is ignored', async () => {
  for (const text of ['{', '[]', 'null', '{"bin": 3, "exports": [[]], "scripts": "x", "name": 7}']) {
    assert.deepEqual((await overviewOf({ 'package.json': text, 'a.ts': 'export const value = 1;\n' })).entryPoints, [], text);
  }
});

test('Chinese documents are described by their own sentences and headings', async () => {
  const { says, parts } = await overviewOf({
    'README.md': '# 港口\n\n这个程序预测船只何时可以通过沙洲。它很小。\n',
    'docs/tides.md': '# 潮汐\n\n潮汐表告诉领航员水位。\n',
    'docs/ports.md': '# 港口名单\n\n所有港口的名单在这里。\n',
  });
  assert.equal(says?.text, '这个程序预测船只何时可以通过沙洲。');
  assert.deepEqual(parts.find(({ path }) => path === 'docs')?.holds, ['港口名单', '潮汐']);
});
