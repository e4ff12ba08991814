/** Index files with valid checksums and invalid content: each costs a rebuild and one line, at the next start if it is detected late. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync } from 'node:zlib';
import { textOf } from '../../src/messages/messages.ts';
import { createService } from '../../src/service/createService.ts';
import type { FolderReport } from '../../src/service/types/results.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { changing, Form, resealFirst } from '../support/resealed.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

const garbage = Buffer.from('what no compressor has written, and no decompressor reads');
const zeros = new Uint8Array(64 * 2 ** 20);
const beyond = 2n ** 53n + 1n;
const rebuilt = 'The index file was damaged. It was rebuilt; the old one is kept as index.sqlite.aside.';

const damages: Readonly<Record<string, (file: string) => void>> = {
  'bad brotli in the dictionary': (file) => resealFirst(file, 'dictionary', Form.Brotli, garbage),
  'a dictionary of other bytes': (file) => resealFirst(file, 'dictionary', Form.Plain, garbage),
  'a form that does not exist': (file) => resealFirst(file, 'dictionary', 9, garbage),
  'a brotli bomb in the dictionary': (file) => resealFirst(file, 'dictionary', Form.Brotli, brotliCompressSync(zeros)),
  'bad deflate in the log of files': (file) => resealFirst(file, 'file', Form.Deflated, garbage),
  'a deflate bomb in the log of files': (file) => resealFirst(file, 'file', Form.Deflated, deflateRawSync(zeros)),
  'a brotli bomb in the log of files': (file) => resealFirst(file, 'file', Form.Brotli, brotliCompressSync(zeros)),
  'a row id above 2^53 in the log of files': (file) => renumber(file, 'file'),
  'a row id above 2^53 in the dictionary': (file) => renumber(file, 'dictionary'),
  'a row id above 2^53 among the documents': (file) => renumber(file, 'document'),
  'an epoch that is no number': (file) =>
    changing(file, (database) => database.exec("INSERT OR REPLACE INTO meta VALUES ('epoch', 'yesterday')")),
};

test('unreadable content is rebuilt, with one line', async (t) => {
  const folder = workFolder(t, { 'src/tide.ts': 'export const tide = 1;\n', 'docs/tide.md': '# Tide\n\nThe tide turns.\n'.repeat(80) });
  const file = path.join(folder.parent, 'index.sqlite');
  for (const [what, damage] of Object.entries(damages)) {
    for (const leftover of fs.globSync(`${file}*`)) fs.rmSync(leftover);
    assert.equal((await opened(folder, file)).messages, undefined);
    damage(file);
    const { messages, state, files } = await opened(folder, file);
    assert.deepEqual([textOf(messages), state, files], [rebuilt, 'ready', 2], what);
    assert.equal((await opened(folder, file)).messages, undefined, `${what}: afterwards`);
  }
});

test('damage that saved segments hide from a start is detected by a change, and rebuilt by the next start', async (t) => {
  const folder = workFolder(t);
  for (let i = 0; i < 520; i++) folder.write(`src/unit${i}.ts`, `export const wheel${i} = turnWheel(${i});\n`);
  const file = path.join(folder.parent, 'index.sqlite');
  await opened(folder, file);
  const sound = fs.readFileSync(file);
  const segments = fs.readFileSync(`${file}-segments`);
  for (const [what, damage] of Object.entries(damages).filter(([name]) => name.endsWith('dictionary'))) {
    for (const leftover of fs.globSync(`${file}*`)) fs.rmSync(leftover);
    fs.writeFileSync(file, sound);
    fs.writeFileSync(`${file}-segments`, segments);
    damage(file);
    folder.write('src/unit7.ts', `export const changed = '${what}';\n`, 0);
    const first = textOf((await opened(folder, file)).messages);
    if (first !== rebuilt) {
      assert.equal(first, 'The index file is damaged and will be rebuilt at the next start; changes are kept in memory.', what);
      assert.equal(textOf((await opened(folder, file)).messages), rebuilt, what);
    }
    assert.equal((await opened(folder, file)).messages, undefined, what);
  }
});

/** Gives the last row of a table a number that JavaScript cannot represent. */
function renumber(file: string, table: string): void {
  changing(file, (database) => database.prepare(`UPDATE ${table} SET id = ? WHERE id = (SELECT max(id) FROM ${table})`).run(beyond));
}

/** Opens the folder, updates it, compares it with a rebuild, closes it, and returns the report. */
async function opened(folder: WorkFolder, indexFile: string): Promise<FolderReport> {
  const service = createService();
  try {
    await service.openFolder(folder.root, { settings: defaultSettings, indexFile, runGit: false });
    await service.idle();
    assert.equal(await service.verify(folder.root), undefined);
    return service.report()[0] as FolderReport;
  } finally {
    await service.close();
  }
}
