import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { notebookText } from '../../../src/workspace/files/notebook.ts';
import { readDocument } from '../../../src/workspace/files/readDocument.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { writeTree } from '../../support/gitTrees.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

/** Splits like Jupyter: every line keeps its line feed. */
const sourceLines = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function notebook(cells: { type: string; source: string }[], indent: number | undefined = 1): string {
  const full = cells.map(({ type, source }) => ({
    cell_type: type,
    metadata: { source: ['not me\n'], tags: ['"source": ['] },
    ...(type === 'code' ? { execution_count: 1, outputs: [{ data: { 'text/plain': ['output\n', 'more'] }, source: ['nor me'] }] } : {}),
    source: sourceLines(source),
  }));
  return JSON.stringify({ cells: full, metadata: { language_info: { name: 'julia' } }, nbformat: 4, nbformat_minor: 5 }, null, indent);
}

function textOf(json: string): string {
  const result = notebookText(json);
  assert.ok(result.kind === 'text', JSON.stringify(result));
  return result.text;
}

test('notebookText() has the sources on the lines of the file', () => {
  const json = notebook([
    { type: 'markdown', source: '# Title\n\nSome "quoted" text \\ é' },
    { type: 'code', source: 'x = 1\nprint("a\\n\t```")' },
  ]);
  const lines = textOf(json).split('\n');
  const file = json.split('\n');
  assert.equal(lines.length, file.length);
  assert.deepEqual(
    lines.filter((line) => line !== ''),
    ['# Title', 'Some "quoted" text \\ é', '````julia', 'x = 1', 'print("a\\n\t```")', '````'],
  );
  for (const [index, line] of lines.entries()) {
    if (line !== '' && !line.startsWith('```')) {
      assert.ok(file[index]?.includes(JSON.stringify(line).slice(1, -1)), `line ${index + 1}`);
    }
  }
});

test('notebookText() fences code that contains fences with longer ones', () => {
  const lines = textOf(notebook([{ type: 'code', source: '```\nx' }]))
    .split('\n')
    .filter(Boolean);
  assert.deepEqual(lines, ['````julia', '```', 'x', '````']);
});

test('notebookText() agrees with the parsed notebook for any sources', () => {
  const source = fc.array(
    fc.string({ unit: 'grapheme', maxLength: 12 }).filter((line) => !/[\r\n]|^\s*`{3}/.test(line)),
    { maxLength: 5 },
  );
  const cell = fc.record({ type: fc.constantFrom('code', 'markdown', 'raw'), source: source.map((lines) => lines.join('\n')) });
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 5 }), fc.constantFrom(1, 2, 4), (cells, indent) => {
      const json = notebook(cells, indent);
      const lines = textOf(json).split('\n');
      assert.equal(lines.length, json.split('\n').length);
      const expected = cells.flatMap((each) => sourceLines(each.source).map((line) => line.replace(/\n$/, '')));
      assert.deepEqual(
        lines.filter((line) => line !== '' && !line.startsWith('```')),
        expected.filter((line) => line !== ''),
      );
    }),
  );
});

test('notebookText() reads a source that is a single string of one line', () => {
  const json = '{\n "cells": [\n  {\n   "cell_type": "markdown",\n   "source": "# Hi"\n  }\n ]\n}\n';
  assert.equal(textOf(json), '\n\n\n\n# Hi\n\n\n\n');
});

test('notebookText() reports why there is no text', () => {
  const check = (json: string, detail: RegExp) => {
    const result = notebookText(json);
    assert.ok(result.kind === 'problem');
    assert.match(result.detail, detail);
  };
  check('{', /not valid JSON/);
  check('[]', /only notebook format 4/);
  check('{"worksheets": []}', /only notebook format 4/);
  check(notebook([{ type: 'code', source: 'a\nb' }], 0), /line 1 holds several source lines/);
  check('{"cells": [{"cell_type": "code",\n"source": "a\\nb"}]}', /line 2 holds several source lines/);
});

test('readDocument() reads notebooks', (context) => {
  const root = temporaryDirectory(context);
  writeTree(root, { 'a.ipynb': notebook([{ type: 'code', source: 'x' }]), 'b.ipynb': '{}' });
  const good = readDocument(root, 'a.ipynb', defaultSettings);
  assert.ok(good.kind === 'text' && good.text.includes('```julia\nx\n```'));
  const bad = readDocument(root, 'b.ipynb', defaultSettings);
  assert.ok(bad.kind === 'skipped' && bad.reason === 'notebook layout');
});

test('readDocument() limits a notebook by the text of its cells, not by its outputs', (context) => {
  const root = temporaryDirectory(context);
  const json = (image: number, line: string) =>
    JSON.stringify({ cells: [{ cell_type: 'code', outputs: [{ data: { 'image/png': 'A'.repeat(image) } }], source: [line] }] }, null, 1);
  writeTree(root, { 'plot.ipynb': json(4_000_000, 'drum = 90'), 'long.ipynb': json(10, 'x'.repeat(1_100_000)) });
  const plot = readDocument(root, 'plot.ipynb', defaultSettings);
  assert.ok(plot.kind === 'text' && plot.text.includes('drum = 90'));
  const long = readDocument(root, 'long.ipynb', defaultSettings);
  assert.ok(long.kind === 'skipped' && long.reason === 'too large');
  const plain = readDocument(root, 'plot.ipynb', { ...defaultSettings, maxFileBytes: 100_000 });
  assert.ok(plain.kind === 'skipped' && plain.reason === 'too large');
});
