import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bindingsIn } from '../../../src/engine/relations/bindings.ts';
import { bindingsBuilder } from '../../../src/engine/relations/bindingsBuilder.ts';
import type { RelationSource } from '../../../src/engine/relations/candidates.ts';
import { ModuleGraph } from '../../../src/engine/relations/moduleGraph.ts';
import { findOtherNames, nearestNames, oneLetterAway } from '../../../src/engine/relations/otherNames.ts';
import { sentencesAbout } from '../../../src/engine/relations/prose.ts';
import { findUsers } from '../../../src/engine/relations/relations.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { anyUnits } from '../../support/anyText.ts';
import { type Files, indexOf } from '../../support/memoryIndex.ts';

function sourceOf(files: Files, isVisible?: (path: string) => boolean): RelationSource {
  const modules = new ModuleGraph(new Map(), new Map());
  const textOf = (path: string) => files[path];
  const base = { reader: indexOf(files).reader(), folder: 0, modules, languageOf, textOf, yieldThread: () => undefined };
  return isVisible === undefined ? base : { ...base, isVisible };
}

test('spellings, plurals and singulars that occur in files', async () => {
  const files = { 'a.ts': 'readTable(read_table, ReadTables);\n', 'b.ts': "READ_TABLE('read-table');\n", 'c.ts': 'remoteIP(remote_ip);\n' };
  assert.deepEqual(await findOtherNames('readTable', sourceOf(files)), ['read_table', 'READ_TABLE', 'ReadTables', 'read-table']);
  const visible = sourceOf(files, (path) => path === 'b.ts');
  assert.deepEqual(await findOtherNames('readTable', visible), ['READ_TABLE', 'read-table']);
  assert.deepEqual(await findOtherNames('remote_ip', sourceOf(files)), ['remoteIP']);
});

test('plurals are as English forms them', async () => {
  const pairs = [
    ['readEntry', 'readEntries'],
    ['readBox', 'readBoxes'],
    ['readRow', 'readRows'],
  ] as const;
  for (const [one, several] of pairs) {
    const files = { 'a.ts': `${one}(${several});\n` };
    assert.deepEqual(await findOtherNames(one, sourceOf(files)), [several]);
    assert.deepEqual(await findOtherNames(several, sourceOf(files)), [one]);
  }
  assert.deepEqual(await findOtherNames('readClass', sourceOf({ 'a.ts': 'readClass(readClas);\n' })), []);
});

test('names that differ only by case or underscores, or are defined in singular and plural, are not other names of each other', async () => {
  const files = {
    'a.py': 'class Client:\n    def __call__(self): ...\n\n\nclass Byte: ...\n\n\nclass Bytes: ...\n',
    'b.py': 'client = Client()\nclient.call(CLIENT)\nread(Byte, Bytes)\n',
  };
  for (const name of ['Client', '__call__', 'Byte', 'Bytes']) assert.deepEqual(await findOtherNames(name, sourceOf(files)), [], name);
});

test('an acronym and its expansion, a full name and a short one; two people of one surname stay two', async () => {
  const files = {
    'gehrke.md': '# Clarence Fred Gehrke\n\nThe chemist Fred Gehrke was born in Ohio. His brother Karl Gehrke was not.\n',
    'caesar.md': '# Julius Caesar\n\nThe dictator.\n',
    'drusus.md': '# Drusus Julius Caesar\n\nNamed like Julius Caesar, whom Drusus Julius Caesar never met.\n',
    'tides.md': '# Tides\n\nThe north of Kansas City is North Kansas City.\n',
    'lsp.md': '# Tools\n\nThe Language Server Protocol (LSP) connects them, says the Institute of Standards and Technology (IST).\n',
  };
  const source = sourceOf(files);
  assert.deepEqual(await findOtherNames('Fred Gehrke', source), ['clarence fred gehrke']);
  assert.deepEqual(await findOtherNames('Karl Gehrke', source), []);
  assert.deepEqual(await findOtherNames('Drusus Julius Caesar', source), []);
  assert.deepEqual(await findOtherNames('Kansas City', source), []);
  assert.deepEqual(await findOtherNames('LSP', source), ['language server protocol']);
  assert.deepEqual(await findOtherNames('Language Server Protocol', source), ['lsp']);
  assert.deepEqual(await findOtherNames('IST', source), ['institute of standards and technology']);
  assert.deepEqual(await findOtherNames('Institute of Standards and Technology', source), ['ist']);
});

test('the nearest names to an unknown one, as far as they are visible', async () => {
  const files = { 'a.ts': 'export function readTideTable() {}\n', 'b.ts': 'export function readTidesTable() {}\n' };
  assert.deepEqual(await nearestNames('readTidTable', sourceOf(files), 5), ['readTideTable', 'readTidesTable']);
  assert.deepEqual(
    await nearestNames(
      'readTidTable',
      sourceOf(files, (path) => path === 'b.ts'),
      5,
    ),
    ['readTidesTable'],
  );
  assert.deepEqual(await nearestNames('zzzzzz', sourceOf(files), 5), []);
  for (const typed of ['readTidTable', 'readTideTabel', 'readTideTables', 'readtideTable', 'eradTideTable', 'readTideTabl'])
    assert.ok((await oneLetterAway(typed, sourceOf(files), 5)).includes('readTideTable'), typed);
  assert.deepEqual(await oneLetterAway('zzzzzz', sourceOf(files), 5), []);
});

test('sentences about a name, change logs last, and links to the file that defines it', async () => {
  const files = {
    'src/tide.ts': 'export function readTideTable() {}\n',
    'CHANGELOG.md': '# Changelog\n\n- Faster: `readTideTable` reads less.\n',
    'docs/a.md':
      '# Tides\n\nPilots wait. They call `readTideTable` first\nin the morning. Then they sail.\n\nSee [the source](../src/tide.ts#L1) or [nothing](x.ts).\n',
  };
  const found = await sentencesAbout('readTideTable', sourceOf(files), 10);
  assert.deepEqual(
    found.map(({ path, line, text }) => `${path}:${line} ${text}`),
    ['docs/a.md:3 They call `readTideTable` first in the morning.', 'CHANGELOG.md:3 - Faster: `readTideTable` reads less.'],
  );
  const definition = { path: 'src/tide.ts', startLine: 1, endLine: 1, kind: 'function', scope: 'outermost' } as const;
  const { uses } = await findUsers('readTideTable', [definition], sourceOf(files));
  assert.deepEqual(
    uses.filter(({ kind }) => kind === 'links').map(({ path, lines }) => `${path}:${lines}`),
    ['docs/a.md:6'],
  );
});

test('bindings are the same after being stored, and any text can be read', () => {
  const text = "import a, { b as c } from './d';\nimport './e';\nexport * from './f';\nexport const g = 1;\n";
  const bindings = bindingsIn(text, languageOf('a.ts'));
  assert.equal(bindings.length, 5);
  assert.deepEqual(bindingsBuilder.decode(bindingsBuilder.encode(bindings), 1), bindings);
  assert.deepEqual(bindingsBuilder.decode(bindingsBuilder.encode([]), 1), []);
  assert.throws(() => bindingsBuilder.decode(new TextEncoder().encode('damaged'), 1), { name: 'CorruptBytesError' });
  assert.deepEqual(bindingsIn("import '\u0001';\nimport '\t';\n", languageOf('a.ts')), []);
  const starts = fc.constantFrom('import {', 'export * from ', 'from a import (', 'use a::{', 'import "', 'const { a } = require(', '');
  fc.assert(
    fc.property(fc.constantFrom('a.ts', 'a.py', 'a.rs', 'a.go', 'a.java', 'a.c'), starts, anyUnits(200), (path, start, rest) => {
      // Half a surrogate pair is no text that a file holds.
      const found = bindingsIn(`${start}${rest.toWellFormed()}\nimport x from 'y'\n`, languageOf(path));
      const kept = bindingsBuilder.decode(bindingsBuilder.encode(found), 1);
      assert.deepEqual(kept, found);
      assert.ok(found.every(({ line }) => line >= 1));
    }),
  );
});
