import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { LazyBytes } from '../../src/engine/index/codec/lazyBytes.ts';
import { ModelReplies } from '../../src/storage/modelReplies.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const enrichment = { entities: [{ name: 'Tarrow', description: '', aliases: ['the village'] }], triples: [], summary: 'A village.' };

test('stores replies line by line as they arrive, and follows what another process adds', (t) => {
  const index = path.join(temporaryDirectory(t), 'index');
  const [one, other] = [new ModelReplies(index).enriched, new ModelReplies(index).enriched];
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
  assert.equal(one.version, new ModelReplies(index).enriched.version);
  assert.equal(fs.statSync(path.join(index, 'enriched')).mode & 0o777, 0o600);
});

test('a truncated, damaged or foreign line is skipped, and nothing that follows it is lost', (t) => {
  const index = path.join(temporaryDirectory(t), 'index');
  new ModelReplies(index).enriched.records('reader').keep('a', enrichment);
  fs.appendFileSync(
    path.join(index, 'enriched'),
    '{"not": "ours"}\n["b","reader",1,{"entities":[{}],"triples":[],"summary":""}]\n["c","reader",1,{"enti',
  );
  const file = new ModelReplies(index).enriched;
  file.records('reader').keep('d', enrichment);
  const records = new ModelReplies(index).enriched.records('reader');
  assert.deepEqual(
    [records.get('a'), records.get('b'), records.get('c'), records.get('d')],
    [enrichment, undefined, undefined, enrichment],
  );
});

test('the file has a line for each reply and nothing else', (t) => {
  const index = path.join(temporaryDirectory(t), 'index');
  const records = new ModelReplies(index).enriched.records('reader');
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
  const file = new ModelReplies(index).enriched;
  file.records('reader').keep('a', enrichment);
  file.remove();
  assert.deepEqual([file.version, file.sizeBytes(), fs.existsSync(path.join(index, 'enriched'))], [undefined, 0, false]);
  const inMemory = new ModelReplies().enriched;
  inMemory.records('reader').keep('a', enrichment);
  assert.deepEqual(inMemory.get('a'), enrichment);
  const before = inMemory.version;
  inMemory.records('reader').keep('a', null);
  assert.notEqual(inMemory.version, before);
});

test('vectors in the form of before are read with those of today, damaged bytes and a truncated line left out', async (t) => {
  const index = path.join(temporaryDirectory(t), 'index');
  fs.mkdirSync(index);
  const line = (key: string, ...numbers: number[]) => `${key}\t${Buffer.from(Float32Array.from(numbers).buffer).toString('base64')}\n`;
  const before = `${line('first', 1, 0)}damag\xffed\tAAAA\n${line('second', 0, 1)}half a li`;
  fs.writeFileSync(path.join(index, 'embeddings'), Buffer.from(before, 'latin1'));
  const { embeddings } = new ModelReplies(index);
  embeddings.records('vectors').keep('third', Float32Array.of(0.6, 0.8));
  const known = new ModelReplies(index).embeddings.records('vectors');
  assert.deepEqual(
    ['first', 'second', 'third', 'damag\xffed', 'half a li'].map((key) => known.get(key)),
    [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(0.6, 0.8), undefined, undefined],
  );
  // They travel, too.
  const [lines, other] = [new TextEncoder().encode(embeddings.lines().join('\n')), new ModelReplies().embeddings];
  assert.equal(await other.take(LazyBytes.near(lines), () => undefined), 3);
  assert.equal(await other.take(LazyBytes.near(lines), () => undefined), 0);
  assert.deepEqual(other.records('vectors').get('first'), Float32Array.of(1, 0));
});
