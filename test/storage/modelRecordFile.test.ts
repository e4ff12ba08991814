import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { EnrichedFile } from '../../src/storage/modelRecordFile.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const enrichment = { entities: [{ name: 'Tarrow', description: '', aliases: ['the village'] }], triples: [], summary: 'A village.' };

test('stores replies line by line as they arrive, and follows what another process adds', (t) => {
  const index = path.join(temporaryDirectory(t), 'index');
  const [one, other] = [new EnrichedFile(index), new EnrichedFile(index)];
  assert.equal(one.version, undefined);
  one.records('reader').keep('a', enrichment);
  one.records('reader').keep('b', null);
  assert.deepEqual(other.records('reader').get('a'), enrichment);
  assert.equal(other.records('reader').get('b'), null);
  assert.equal(other.records('another').get('a'), undefined);
  assert.equal(other.version, one.version);
  const before = one.version;
  other.records('another').keep('c', enrichment);
  assert.deepEqual([one.version, one.get('c'), one.get('a')], [before, undefined, enrichment]);
  for (const key of ['d', 'e']) other.records('another').keep(key, enrichment);
  assert.notEqual(one.version, before);
  assert.deepEqual([one.get('c'), one.get('a')], [enrichment, undefined]);
  const spoken = one.version;
  one.records('another').keep('e', { ...enrichment, summary: 'A town.' });
  assert.notEqual(one.version, spoken, 'another reply about the same content');
  assert.equal(one.version, new EnrichedFile(index).version);
  assert.equal(fs.statSync(path.join(index, 'enriched')).mode & 0o777, 0o600);
});

test('a truncated, damaged or foreign line is skipped, and nothing that follows it is lost', (t) => {
  const index = path.join(temporaryDirectory(t), 'index');
  new EnrichedFile(index).records('reader').keep('a', enrichment);
  fs.appendFileSync(
    path.join(index, 'enriched'),
    '{"not": "ours"}\n["b","reader",1,{"entities":[{}],"triples":[],"summary":""}]\n["c","reader",1,{"enti',
  );
  const file = new EnrichedFile(index);
  file.records('reader').keep('d', enrichment);
  const records = new EnrichedFile(index).records('reader');
  assert.deepEqual(
    [records.get('a'), records.get('b'), records.get('c'), records.get('d')],
    [enrichment, undefined, undefined, enrichment],
  );
});

test('the file has a line for each reply and nothing else', (t) => {
  const index = path.join(temporaryDirectory(t), 'index');
  const records = new EnrichedFile(index).records('reader');
  for (const key of ['a', 'b']) records.keep(key, null);
  const lines = fs.readFileSync(path.join(index, 'enriched'), 'utf8').split('\n');
  assert.deepEqual(
    lines.map((line) => (line === '' ? '' : JSON.parse(line)[0])),
    ['a', 'b', ''],
  );
  assert.equal(records.size, 2);
});

test('is empty once removed, and in memory without a directory', (t) => {
  const index = path.join(temporaryDirectory(t), 'index');
  const file = new EnrichedFile(index);
  file.records('reader').keep('a', enrichment);
  file.remove();
  assert.deepEqual([file.version, file.sizeBytes(), fs.existsSync(path.join(index, 'enriched'))], [undefined, 0, false]);
  const inMemory = new EnrichedFile(undefined);
  inMemory.records('reader').keep('a', enrichment);
  assert.deepEqual(inMemory.get('a'), enrichment);
  const before = inMemory.version;
  inMemory.records('reader').keep('a', null);
  assert.notEqual(inMemory.version, before);
});
