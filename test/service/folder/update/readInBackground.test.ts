import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createLexicons } from '../../../../src/engine/text/words/lexicon.ts';
import { FileTable } from '../../../../src/service/folder/update/fileTable.ts';
import type { FileOutcome } from '../../../../src/service/folder/update/readFile.ts';
import { readInBackground } from '../../../../src/service/folder/update/readInBackground.ts';
import { readSlice } from '../../../../src/service/folder/update/readSlice.ts';
import { languageRule } from '../../../../src/workspace/associations.ts';
import type { FileEntry } from '../../../../src/workspace/entries.ts';
import { isSkipped } from '../../../../src/workspace/entries.ts';
import { FolderLook } from '../../../../src/workspace/files/folderLook.ts';
import { defaultSettings as settings } from '../../../../src/workspace/settings.ts';
import { anyContent, randomNumbers } from '../../../support/randomEdits.ts';
import { type WorkFolder, workFolder } from '../../../support/workFolder.ts';

const count = 650;

async function filledFolder(t: TestContext): Promise<{ readonly folder: WorkFolder; readonly files: readonly FileEntry[] }> {
  const folder = workFolder(t);
  const random = randomNumbers(count);
  const names = Array.from({ length: count }, (_, i) => `made/file${i}.${i % 3 ? 'md' : 'ts'}`);
  for (const name of names) folder.write(name, `${anyContent(random)} ${name.replaceAll(/\W/g, ' ')}`);
  const described = await new FolderLook(folder.root, settings).describe(names);
  return { folder, files: [...described.values()].flatMap((one) => (one === undefined || isSkipped(one) ? [] : [one])) };
}

/** What is found in the files; with the ids of their words. */
function found(outcomes: readonly FileOutcome[]): readonly unknown[] {
  return outcomes.map((outcome) => outcome.kind === 'row' && [outcome.row.path, outcome.row.content, [...(outcome.document ?? [])]]);
}

test('however many workers there are, the outcomes are those of one thread, in the order of the files', { timeout: 60_000 }, async (t) => {
  const { folder, files } = await filledFolder(t);
  assert.equal(files.length, count);
  const read = async (workers: number) => {
    const lexicons = createLexicons();
    const outcomes: FileOutcome[] = [];
    const reported: number[] = [];
    const reading = { table: new FileTable(), lexicons, signal: new AbortController().signal, workers };
    const report = async (at: number): Promise<void> => void reported.push(at);
    const at = await readInBackground({ folder: folder.root, settings }, files, reading, (outcome) => outcomes.push(outcome), report);
    assert.equal(at, count);
    assert.deepEqual(
      reported,
      [...reported].sort((a, b) => a - b),
    );
    assert.equal(reported.at(-1), count);
    return { texts: lexicons.terms.size, outcomes: found(outcomes) };
  };
  const one = await read(1);
  assert.deepEqual(await read(3), one);
  const lexicons = createLexicons();
  const place = { folder: folder.root, settings, languageOf: languageRule(folder.root, settings), known: () => undefined, lexicons };
  const here: FileOutcome[] = [];
  for (let at = 0; at < files.length; ) at = readSlice(place, files, at, (outcome) => here.push(outcome));
  assert.deepEqual(
    found(here).map((row) => Array.isArray(row) && row.slice(0, 2)),
    one.outcomes.map((row) => Array.isArray(row) && row.slice(0, 2)),
  );
  assert.equal(lexicons.terms.size, one.texts);
});

test('what has been read since then is not replaced, and a stop ends the reading', { timeout: 60_000 }, async (t) => {
  const { folder, files } = await filledFolder(t);
  const table = new FileTable();
  const work = new AbortController();
  const outcomes: FileOutcome[] = [];
  const reading = { table, lexicons: createLexicons(), signal: work.signal, workers: 2 };
  const report = async (at: number): Promise<void> => {
    const later = outcomes.find((outcome) => outcome.kind === 'row');
    if (later?.kind !== 'row') return;
    for (const file of files.slice(at)) table.put({ ...later.row, path: file.path, indexedAtNs: later.row.indexedAtNs + 10n ** 12n });
    if (at > 300) work.abort(new Error('stopped'));
  };
  const reads = readInBackground({ folder: folder.root, settings }, files, reading, (outcome) => outcomes.push(outcome), report);
  await assert.rejects(reads, /stopped/);
  assert.deepEqual([outcomes.length], [48]);
});

test('without files for a worker nothing is read', async () => {
  const reading = { table: new FileTable(), lexicons: createLexicons(), signal: new AbortController().signal };
  const none = async (): Promise<void> => assert.fail();
  assert.equal(await readInBackground({ folder: '/', settings }, [], reading, () => assert.fail(), none), 0);
});
