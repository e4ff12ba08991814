// Orientation questions share no word with their answer: how the workspace is organised.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../../src/messages/messages.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { serviceOn } from '../../support/serviceOn.ts';
import { workFolder } from '../../support/workFolder.ts';

const files = {
  'README.md': '# Tarrow\n\nA tide table for small harbours.\n',
  'docs/overview.md':
    '# Folders\n\n| Folder | |\n| --- | --- |\n| `tide` | computes heights |\n| `harbour` | reads places |\n| `print` | draws tables |\n',
  'go.mod': 'module example.org/tarrow\n',
  'main.go': 'package main\n\nfunc main() {\n\tprint.Table(tide.Heights(harbour.Read()))\n}\n',
  'tide/tide.go': '// Package tide computes the heights of water.\npackage tide\n\nfunc Heights(places []string) []int { return nil }\n',
  'harbour/harbour.go': 'package harbour\n\nfunc Read() []string { return nil }\n',
  'print/print.go': 'package print\n\nfunc Table(heights []int) {}\n',
};

const placesOf = async (service: Service, question: string, expected = 'answer'): Promise<readonly string[]> => {
  const { state, blocks, sources } = await service.ask(question);
  assert.equal(state, expected, question);
  return blocks.map(({ n, startLine }) => `${sources[n - 1]?.path}:${startLine}`);
};

test('the start is where execution begins, then the passage that names most parts, then a row for each file to be read first', async (t) => {
  const { service } = await serviceOn(t, files);
  const places = await placesOf(service, 'Where does the program start?');
  assert.deepEqual(places.slice(0, 4), ['main.go:3', 'docs/overview.md:3', 'README.md:3', 'harbour/harbour.go:3']);
  const { lead, blocks } = await service.ask('Where do I start reading?');
  assert.match(textOf(lead), /^Read first: README\.md, main\.go, /);
  assert.deepEqual([blocks[1]?.heading, blocks[2]?.heading?.code], [undefined, 'Files']);
  assert.deepEqual(await placesOf(service, 'How is the code organised?'), ['docs/overview.md:3']);
});

test('a folder is described by what documents and its own files say about it', async (t) => {
  const { service } = await serviceOn(t, files);
  assert.deepEqual(await placesOf(service, 'What is in the tide folder?'), ['docs/overview.md:3', 'tide/tide.go:1']);
  const { lead, blocks } = await service.ask('What is in the tide folder?');
  assert.equal(textOf(lead), 'Files in "tide": 1.');
  // What its author says about the file, and what it defines.
  assert.deepEqual(blocks[1]?.pieces.map(({ startLine }) => startLine).slice(0, 2), [1, 4]);
});

test('an option with the names of folders does not describe them', async (t) => {
  const code = Object.fromEntries(Object.entries(files).filter(([path]) => path.endsWith('.go')));
  const { service } = await serviceOn(t, {
    ...code,
    'docs/options.md': '# Options\n\n## place\n\nOne of `tide`, `harbour` and `print`.\n',
    'harbour/harbour.go': '// Package harbour reads places. It\n// keeps none.\npackage harbour\n\nfunc Read() []string { return nil }\n',
    'more/a.go': 'package more\n',
    'other/b.go': 'package other\n',
    'third/c.go': 'package third\n',
  });
  const { blocks, sources } = await service.ask('How is the code organised?');
  assert.ok(sources.slice(0, blocks.length).every(({ path }) => path !== 'docs/options.md'));
  const lines = (await service.ask('What is in the harbour directory?')).blocks.map(({ pieces }) => pieces[0]?.text);
  assert.ok(lines.includes('// Package harbour reads places. It'), lines.join('\n---\n'));
});

test('what is new is the newest section of the change log', async (t) => {
  const log = '# Changelog\n\n## 2.0.0\n\n- reads harbours\n\n## 1.0.0\n\n- what changed first in the last version\n';
  const { service } = await serviceOn(t, { ...files, 'CHANGELOG.md': log });
  const { state, blocks } = await service.ask('What changed in the last version?');
  assert.deepEqual([state, blocks.map(({ pieces }) => pieces[0]?.text)], ['answer', ['## 2.0.0\n\n- reads harbours']]);
});

test('of a long release the last line shown is an item, and the rest is counted; without a change log a note says so', async (t) => {
  const items = Array.from({ length: 20 }, (_, i) => `- reads harbour ${i}`).join('\n');
  const log = `# Changelog\n\n## 2.0.0\n\n${items}\n\n### Changed\n\n- mean tides\n\n## 1.0.0\n\n- reads\n`;
  const { service } = await serviceOn(t, { ...files, 'CHANGELOG.md': log });
  const [block] = (await service.ask('What is new?')).blocks;
  assert.deepEqual([block?.pieces[0]?.text.split('\n').at(-1), block?.restLines], ['- reads harbour 19', 4]);
  const { service: without } = await serviceOn(t, files);
  assert.deepEqual((await without.ask('What is new?')).notes, [{ code: 'noChangeLog', arguments: [] }]);
});

test('without documents the parts are the files that are used most, and a scope is searched as ever', async (t) => {
  const { 'README.md': _readme, 'docs/overview.md': _overview, ...code } = files;
  const { service, folder } = await serviceOn(t, code);
  assert.ok((await placesOf(service, 'How is the code organised?', 'closest')).includes('tide/tide.go:1'));
  const { sources } = await service.ask('Where does the program start?', { scope: [`${folder}/tide`] });
  assert.ok(sources.every(({ path }) => path === 'tide/tide.go'));
});

test('a passage that mentions one folder does not say how the code is organised', async (t) => {
  const { 'docs/overview.md': _overview, ...others } = files;
  const { service } = await serviceOn(t, { ...others, 'docs/notes.md': '# Notes\n\nThe tables of older years are in [tide](tide/).\n' });
  assert.ok(!(await placesOf(service, 'How is the code organised?', 'closest')).some((place) => place.startsWith('docs/notes.md')));
});

test('of several folders each is shown with its own places', async (t) => {
  const log = (version: string) => `# Changelog\n\n## ${version}\n\n- reads harbours\n`;
  const { service, folder } = await serviceOn(t, { ...files, 'CHANGELOG.md': log('2.0.0') });
  const { root: another } = workFolder(t, {
    'go.mod': 'module example.org/gull\n',
    'main.go': 'package main\n\nfunc main() {\n\twing.Beat()\n}\n',
    'wing/wing.go': '// Package wing beats.\npackage wing\n\nfunc Beat() {}\n',
    'CHANGELOG.md': log('1.0.0'),
  });
  await service.openFolder(another, { settings: defaultSettings, runGit: false });
  await service.idle();
  const placesIn = async (question: string): Promise<readonly string[]> => {
    const { blocks, sources } = await service.ask(question);
    return blocks.map(
      ({ n, startLine }) => `${sources[n - 1]?.folder === folder ? 'tarrow' : 'gull'}/${sources[n - 1]?.path}:${startLine}`,
    );
  };
  assert.deepEqual((await placesIn('Where does the program start?')).slice(0, 3), [
    'tarrow/main.go:3',
    'gull/main.go:3',
    'tarrow/docs/overview.md:3',
  ]);
  assert.deepEqual(await placesIn('What changed in the last version?'), ['tarrow/CHANGELOG.md:3', 'gull/CHANGELOG.md:3']);
  assert.deepEqual(await placesIn('What is in the wing folder?'), ['gull/wing/wing.go:1']);
});

test('a start for something that a document is named by is not where execution begins', async (t) => {
  const { service } = await serviceOn(t, { ...files, 'CONTRIBUTING.md': '# Contributing\n\nSend a patch with tides of your harbour.\n' });
  const [place] = await placesOf(service, 'I want to contribute, where do I start?', 'closest');
  assert.equal(place, 'CONTRIBUTING.md:3');
  assert.equal((await placesOf(service, 'I am new here, where do I start?'))[0], 'main.go:3');
});

test('where most files are texts, reading begins with the README', async (t) => {
  const chapters = Object.fromEntries(
    ['ebb', 'flood', 'neap'].map((name) => [`${name}.md`, `# The ${name}\n\nThe ${name} of a harbour.\n`]),
  );
  const { service } = await serviceOn(t, { ...chapters, 'README.md': files['README.md'], 'tools/main.go': files['main.go'] });
  assert.deepEqual(await placesOf(service, 'Where do I start reading?'), ['README.md:3']);
});
