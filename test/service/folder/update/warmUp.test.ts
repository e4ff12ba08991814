import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { warmUp } from '../../../../src/service/folder/update/warmUp.ts';
import { IdleTime } from '../../../../src/service/scheduling/idleTime.ts';
import type { FileRow } from '../../../../src/storage/store.ts';
import { defaultSettings } from '../../../../src/workspace/settings.ts';
import { type WorkFolder, workFolder } from '../../../support/workFolder.ts';

const options = { settings: defaultSettings, runGit: false };

test('warmUp() processes some usual files and leaves no trace', async (t) => {
  const folder = workFolder(t, { 'tiny.ts': 'export const a = 1;\n' });
  for (let i = 0; i < 40; i++)
    folder.write(`src/tide${i}.ts`, `/** Tide ${i}. */\n${`export function tide${i}(): number {}\n`.repeat(40)}`);
  const before = fs.readdirSync(folder.parent, { recursive: true }).sort();
  let turns = 0;
  const files = await warmUp(folder.root, options, rowsOf(folder), async () => {
    turns++;
  });
  assert.equal(files, 16);
  assert.equal(turns, files);
  assert.deepEqual(fs.readdirSync(folder.parent, { recursive: true }).sort(), before);
});

test('warmUp() skips missing files, and ends when stopped', async (t) => {
  const folder = workFolder(t, { 'src/a.ts': 'export const harbour = 1;\n'.repeat(60), 'src/b.ts': 'export const tide = 1;\n'.repeat(60) });
  const rows = rowsOf(folder);
  folder.remove('src/a.ts');
  assert.equal(await warmUp(folder.root, options, rows, async () => undefined), 1);
  const end = new Error('closed');
  await assert.rejects(
    warmUp(folder.root, options, rows, async () => {
      throw end;
    }),
    end,
  );
});

test('it is no idle time while something is done, nor shortly after', async () => {
  const idle = new IdleTime();
  await idle.begin();
  assert.ok(idle.isNow);
  let end: () => void = () => undefined;
  const work = idle.during(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  assert.ok(!idle.isNow);
  end();
  await work;
  assert.ok(!idle.isNow);
  await idle.begin();
  assert.ok(idle.isNow);
});

function rowsOf(folder: WorkFolder): FileRow[] {
  const paths = fs.readdirSync(folder.root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  return paths.map((path) => {
    const { size, mtimeNs, ctimeNs, ino } = fs.statSync(`${folder.root}/${path}`, { bigint: true });
    const content = { hash: '00'.repeat(32), language: 'typescript' };
    return { path: path.replaceAll('\\', '/'), size: Number(size), mtimeNs, ctimeNs, inode: ino, indexedAtNs: 0n, content };
  });
}
