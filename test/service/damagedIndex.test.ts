/** Indexes that were damaged between two runs: each costs at most one clear line, and equals a rebuilt one. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { textOf } from '../../src/messages/messages.ts';
import { createService } from '../../src/service/createService.ts';
import type { FolderReport } from '../../src/service/types/results.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { randomNumbers } from '../support/randomEdits.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

const workspace = path.resolve(import.meta.dirname, '../fixtures/workspace');
const knownLine =
  /^(Part of the stored index was damaged\. The files in it are read again\.|The index was written by another version and has been rebuilt\.)?$/;

test('a flipped bit, or the end of a file that is missing, is detected or does not matter', async (t) => {
  const folder = workspaceFolder(t);
  await opened(folder);
  const directory = indexDirectory(folder);
  const sound = path.join(folder.parent, 'sound');
  fs.cpSync(directory, sound, { recursive: true });
  const random = randomNumbers(3);
  const names = fs.readdirSync(sound).filter((name) => /^(manifest|journal|segments)/.test(name));
  for (let round = 0; round < 24; round++) {
    fs.rmSync(directory, { recursive: true });
    fs.cpSync(sound, directory, { recursive: true });
    const name = names[round % names.length] as string;
    const bytes = fs.readFileSync(path.join(sound, name));
    const at = Math.floor(random() * (round < 10 ? Math.min(100, bytes.length) : bytes.length));
    const other = round % 5 === 4 ? bytes.subarray(0, at) : bytes.with(at, (bytes[at] as number) ^ (1 << Math.floor(random() * 8)));
    fs.writeFileSync(path.join(directory, name), other);
    // `opened` compares it with a rebuild.
    const { messages, files } = await opened(folder);
    assert.equal(files, 16, `byte ${at} of ${name}`);
    assert.match(textOf(messages), knownLine, `byte ${at} of ${name}`);
    const again = await opened(folder);
    assert.deepEqual([again.messages, again.filesRead], [undefined, 0], `byte ${at} of ${name}`);
  }
});

/** Opens the folder, updates it, compares it with a rebuild, closes it, and returns the report. */
async function opened(folder: WorkFolder): Promise<FolderReport> {
  const service = createService();
  try {
    await service.openFolder(folder.root, { settings: defaultSettings, indexDirectory: indexDirectory(folder), runGit: false });
    await service.idle();
    assert.equal(await service.verify(folder.root), undefined);
    return service.report()[0] as FolderReport;
  } finally {
    await service.close();
  }
}

function workspaceFolder(t: TestContext): WorkFolder {
  const folder = workFolder(t);
  for (const name of fs.globSync('**/*', { cwd: workspace })) {
    const file = path.join(workspace, name);
    if (fs.statSync(file).isFile()) folder.write(name, fs.readFileSync(file));
  }
  return folder;
}

function indexDirectory(folder: WorkFolder): string {
  return path.join(folder.parent, 'index');
}
