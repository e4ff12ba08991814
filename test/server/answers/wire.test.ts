import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { type Conversion, toWire, toWirePlace } from '../../../src/server/answers/wire.ts';
import { createFileUris } from '../../../src/server/fileUris.ts';
import { uriOf } from '../lspClient.ts';

const [folder, other] = [path.resolve('/work'), path.resolve('/play')];
const uris = createFileUris(process.platform === 'win32');
const one: Conversion = { folderNames: new Map([[folder, 'Work']]), uris };
const two: Conversion = { ...one, folderNames: new Map([...one.folderNames, [other, 'Play']]) };

test('places have a URI in place of their folder at any depth; paths name it if there are several', () => {
  const answer = { folder, parts: [{ says: { place: { folder, path: 'src/a.ts', startLine: 1, endLine: 2 } } }], rank: 3, model: null };
  const place = { uri: uriOf(path.join(folder, 'src/a.ts')), startLine: 1, endLine: 2 };
  const rest = { uri: uriOf(folder), name: 'Work', rank: 3, model: null };
  assert.deepEqual(toWire(answer, one), { ...rest, parts: [{ says: { place: { ...place, path: 'src/a.ts' } } }] });
  assert.deepEqual(toWire(answer, two), { ...rest, parts: [{ says: { place: { ...place, path: 'Work/src/a.ts' } } }] });
  assert.equal(toWire({ folder: path.join(folder, 'closed') }, one).name, 'closed');
});

test('hidden characters are shown in all texts but those that are quoted or sent back', () => {
  const hidden = 'a\u202Eb';
  const shown = 'a[U+202E]b';
  const quoted = {
    answer: hidden,
    excerpt: { text: hidden },
    id: hidden,
    pieces: [{ startLine: 1, text: hidden }],
    question: hidden,
    quote: hidden,
  };
  assert.deepEqual(toWire({ ...quoted, title: hidden, names: [hidden], notes: [{ code: 'verbatim', arguments: [hidden, 1] }] }, one), {
    ...quoted,
    title: shown,
    names: [shown],
    notes: [{ code: 'verbatim', arguments: [shown, 1] }],
  });
  const file = { folder, path: hidden, startLine: 1, endLine: 1 };
  assert.deepEqual(toWirePlace(file, one), { uri: uriOf(path.join(folder, hidden)), path: shown, startLine: 1, endLine: 1 });
});

test('a place that would leave its folder is an error', () => {
  assert.throws(() => toWire({ folder, path: '../secret' }, one), RangeError);
});
