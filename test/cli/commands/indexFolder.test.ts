import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runIndex } from '../../../src/cli/commands/indexFolder.ts';
import { printed } from '../../support/inProcess.ts';

test('the figures of an index are printed; its digest, a comparison and what is left out or masked where that is asked for', async (t) => {
  const { folder, ask } = await printed(t, runIndex);
  folder.write('latin.txt', Buffer.from('Der Kessel ist heiß und schön. Für Tee, ä ö ü.', 'latin1'));
  folder.write('deploy.env.txt', `first\napi_key = "${'aB3dE5fG7h'.repeat(4)}"\n`);
  const first = await ask('--skipped', '--masked', '--digest', '--verify');
  assert.deepEqual([first.code, first.stderr], [0, '']);
  const lines = first.stdout.split('\n');
  assert.deepEqual(
    lines.filter((line) => !line.includes('chunks')),
    [
      'Indexed 7 files in TIME: 8 read, 0 unchanged.',
      'Skipped: 1 binary, 1 generated.',
      'Not UTF-8: 1 windows-1252 (latin.txt).',
      '    big.png  binary',
      '    pnpm-lock.yaml  generated  name: pnpm-lock.yaml',
      'Masked: 1 in 1 files.',
      lines.find((line) => line.startsWith('    deploy.env.txt:2  ')),
      'PARENT/cache/meshrag/ID.index',
      'Digest: DIGEST',
      'The index equals a rebuild.',
      '',
    ],
  );
  assert.match(first.stdout, /\n\d+ chunks, \d+ entities from \d+ B; the index takes \d+ kB\.\n/);
  const again = await ask();
  assert.deepEqual(
    again.stdout.split('\n').filter((line) => !line.includes('chunks')),
    [
      'Indexed 7 files in TIME: 0 read, 8 unchanged.',
      'Skipped: 1 binary, 1 generated.',
      'Not UTF-8: 1 windows-1252 (latin.txt).',
      'PARENT/cache/meshrag/ID.index',
      '',
    ],
  );
});

test('the same figures as JSON, each where it was asked for', async (t) => {
  const { folder, ask } = await printed(t, runIndex);
  const figures = async (...args: readonly string[]) => JSON.parse((await ask('--json', ...args)).stdout);
  const { indexBytes, ms, cpuMs, peakRssBytes, chunks, entities, bytes, ...others } = await figures();
  assert.deepEqual(others, {
    folder: 'PARENT/folder',
    files: 5,
    filesRead: 6,
    filesUnchanged: 0,
    skipped: { binary: 1, generated: 1 },
    encodings: {},
  });
  for (const figure of [indexBytes, ms, cpuMs, peakRssBytes, chunks, entities, bytes]) assert.ok(figure > 0);
  assert.ok(peakRssBytes > 20_000_000 && ms < 60_000);
  const whole = await figures('--digest', '--verify', '--skipped', '--masked');
  assert.deepEqual([whole.digest, whole.difference, whole.masked], ['DIGEST', null, []]);
  assert.deepEqual(
    whole.skippedFiles.map(({ path }: { path: string }) => path),
    ['big.png', 'pnpm-lock.yaml'],
  );
  assert.deepEqual([whole.filesRead, whole.filesUnchanged], [0, 6]);
  folder.remove('src/use.ts');
  assert.equal((await figures()).files, 4);
});

test('of one encoding five files are named', async (t) => {
  const { folder, ask } = await printed(t, runIndex);
  for (let i = 0; i < 6; i++) folder.write(`l${i}.txt`, Buffer.from('Der Kessel ist heiß und schön. Für Tee, ä ö ü.', 'latin1'));
  assert.match((await ask()).stdout, /\nNot UTF-8: 6 windows-1252 \(l0\.txt, l1\.txt, l2\.txt, l3\.txt, l4\.txt, …\)\.\n/);
  folder.remove('l5.txt');
  assert.match((await ask()).stdout, /\(l0\.txt, l1\.txt, l2\.txt, l3\.txt, l4\.txt\)\.\n/);
});

test('a command takes one folder', async (t) => {
  const { ask } = await printed(t, runIndex);
  await assert.rejects(ask('one', 'two'), /index takes one folder, got 2/);
});
