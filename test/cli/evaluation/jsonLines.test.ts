import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { openCorpus } from '../../../src/cli/evaluation/corpus.ts';
import { listField, readJsonLines, textField } from '../../../src/cli/evaluation/jsonLines.ts';
import { pathsFound } from '../../support/memoryIndex.ts';
import { createRetriever } from '../../support/systems.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

async function read(file: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const record of readJsonLines(file)) found.push(record);
  return found;
}

test('objects come with their lines; blank lines are passed over', async (context) => {
  const file = path.join(temporaryDirectory(context), 'lines');
  fs.writeFileSync(file, '{"a":1}\r\n\n  \n{"b":2}\n');
  assert.deepEqual(await read(file), [
    { line: 1, value: { a: 1 } },
    { line: 4, value: { b: 2 } },
  ]);
  for (const [text, why] of [
    ['{"a":1}\n[1]', /line 2 is not an object/],
    ['{', /line 1 is not JSON/],
    ['null', /line 1 is not an object/],
  ] as const) {
    fs.writeFileSync(file, text);
    await assert.rejects(read(file), why);
  }
  await assert.rejects(read(`${file}2`), /Cannot read ".*lines2": .*ENOENT/);
});

test('a field is a text or a number, a list has those of its entries that are', () => {
  const record = { line: 3, value: { text: 'a', number: 5, list: ['a', 1, null, {}], other: {} } };
  assert.deepEqual([textField(record, 'text', 'f'), textField(record, 'number', 'f')], ['a', '5']);
  assert.throws(() => textField(record, 'other', 'f'), /Cannot read "f": line 3 has no text in "other"/);
  assert.deepEqual(
    ['list', 'text', 'missing'].map((name) => listField(record, name)),
    [['a', '1'], [], []],
  );
});

test('a corpus has each passage once, with its title apart or as its first words', async (context) => {
  const root = temporaryDirectory(context);
  const files = ['one', 'two'].map((name) => path.join(root, name));
  fs.writeFileSync(files[0] as string, '{"id":"a","title":"The Salt Garden","text":"A film."}\n{"id":2,"text":"Rain."}\n');
  fs.writeFileSync(files[1] as string, '{"id":"a","title":"Harbour","text":"A pier."}\n{"id":"c","title":5,"text":"Tide."}\n');
  for (const titles of [true, false]) {
    const { reader, texts, passages } = await openCorpus(files, { titles });
    assert.equal(passages, 3);
    const infos = await reader.chunkInfo([0, 1, 2]);
    assert.deepEqual(
      infos.map(({ title }) => title),
      titles ? ['Harbour', '', ''] : ['', '', ''],
    );
    assert.deepEqual(await Promise.all(infos.map((info) => texts.chunkText(info))), ['A pier.', 'Rain.', 'Tide.']);
    assert.deepEqual(await pathsFound(reader, createRetriever('bm25', {}), 'harbour'), ['a']);
  }
});
