/** The stored listing equals a fresh one after every change. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import zlib from 'node:zlib';
import { createService } from '../../../src/service/createService.ts';
import { listFolder } from '../../../src/workspace/files/walk.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const isWindows = process.platform === 'win32' && 'on Windows nothing is kept';
const count = 520;
/** What changed less than two seconds before is not trusted. */
const tickMs = 2100;

let parent: string;
let root: string;
let keptIn: string;

before(async (t) => {
  parent = temporaryDirectory(t as { after(fn: () => void): void });
  root = path.join(parent, 'folder');
  keptIn = path.join(parent, 'kept');
  for (let i = 0; i < count; i++) write(`part${i % 7}/deep/f${i}.md`, `# Title ${i}\n`);
  write('.gitignore', 'ignored.md\n');
  write('part1/ignored.md', '# Ignored\n');
  write('part2/table.csv', 'a,b\n');
  await sleep(tickMs);
});

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
}

/** Lists with what is stored, and compares with a fresh listing. */
async function check(settings = defaultSettings): Promise<void> {
  const listed = await listFolder(root, settings, { keptIn });
  const fresh = await listFolder(root, settings);
  const sorted = listed.skipped.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  assert.deepEqual({ ...listed, skipped: sorted }, fresh);
}

/** Changes what is stored and seals it again. */
function tamper(change: (kept: { wanted: string[] }) => void): void {
  const kept = JSON.parse(fs.readFileSync(keptIn, 'utf8').replace(/^\d+\n/, ''));
  change(kept);
  const text = JSON.stringify(kept);
  fs.writeFileSync(keptIn, `${zlib.crc32(text)}\n${text}`);
}

test('it is valid while nothing changes, and dropped with every change of names, rules or settings', { skip: isWindows }, async () => {
  await check();
  assert.ok(fs.statSync(keptIn).size > 0);
  await check();
  tamper(({ wanted }) => wanted.shift());
  const { files } = await listFolder(root, defaultSettings, { keptIn });
  // The files and .gitignore, without the removed one.
  assert.equal(files.length, count + 1 - 1, 'it was not used');
  fs.rmSync(keptIn);
  await check();

  const changes: Record<string, () => void> = {
    'a file with other text': () => write('part0/deep/f0.md', '# Another title\n'),
    'a file that is too large now': () => write('part1/deep/f1.md', 'x'.repeat(defaultSettings.maxFileBytes + 1)),
    'a new file': () => write('part2/deep/new.md', '# New\n'),
    'a file that is gone': () => fs.rmSync(path.join(root, 'part3/deep/f3.md')),
    'a renamed directory': () => fs.renameSync(path.join(root, 'part4/deep'), path.join(root, 'part4/deeper')),
    'a link in the place of a file': () => {
      fs.rmSync(path.join(root, 'part5/deep/f5.md'));
      fs.symlinkSync('f12.md', path.join(root, 'part5/deep/f5.md'));
    },
    'another rule': () => write('.gitignore', 'new.md\n'),
    'a new file of rules': () => write('part6/.meshragignore', 'f6.md\n'),
    'a repository of its own': () => {
      fs.mkdirSync(path.join(root, 'part0/deep/.git/objects'), { recursive: true });
      write('part0/deep/.git/HEAD', 'ref: refs/heads/main\n');
    },
  };
  for (const [what, change] of Object.entries(changes)) {
    change();
    await check().catch((error) => assert.fail(`${what}: ${error.message}`));
  }
  await sleep(tickMs);
  await check();
  await check();
  await check({ ...defaultSettings, exclude: ['part1/**'] });
});

test('a damaged one is not trusted, and one that cannot be written is not a failure', { skip: isWindows }, async () => {
  fs.rmSync(path.join(root, 'part0/deep/.git'), { recursive: true, force: true });
  await sleep(tickMs);
  await check();
  const bytes = fs.readFileSync(keptIn);
  for (const at of [0, 20, bytes.length >> 1, bytes.length - 2]) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] as number) ^ 1;
    fs.writeFileSync(keptIn, damaged);
    await check();
  }
  await listFolder(root, defaultSettings, { keptIn: path.join(parent, 'nowhere/kept') });
});

test('it is removed with the index', { skip: isWindows }, async () => {
  const indexDirectory = path.join(parent, 'index.index');
  const service = createService();
  await service.openFolder(root, { settings: defaultSettings, indexDirectory, runGit: true });
  await service.idle();
  assert.ok(fs.existsSync(path.join(indexDirectory, 'listing')));
  await service.clear(root);
  assert.ok(!fs.existsSync(path.join(indexDirectory, 'listing')));
  await service.close();
});
