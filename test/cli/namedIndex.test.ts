/** Files given by `--index`: foreign ones are rejected and left alone, damaged indexes are rebuilt. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import zlib from 'node:zlib';
import { commandLine } from '../support/programs.ts';
import { Form, resealFirst } from '../support/resealed.ts';
import { workFolder } from '../support/workFolder.ts';

const files = { 'docs/tide.md': `# Tide\n\n${'The tide turns at the sandbank.\n'.repeat(80)}` };

test('every command refuses a file that is not an index with exit code 1 and leaves it unchanged', (t) => {
  const folder = workFolder(t, files);
  const named = path.join(folder.parent, 'own');
  fs.mkdirSync(named);
  const file = path.join(named, 'thesis.txt');
  const commands = [
    ['index'],
    ['search', 'tide'],
    ['ask', 'tide'],
    ['related', 'docs/tide.md:1'],
    ['overview'],
    ['outline', 'docs'],
    ['communities'],
    ['drift'],
    ['mcp'],
  ];
  for (const content of ['Dear diary,\n'.repeat(200), 'SQLite format 4', '']) {
    fs.writeFileSync(file, content, { mode: 0o644 });
    const before = fs.statSync(file, { bigint: true });
    for (const args of content === '' ? commands : commands.slice(0, 1)) {
      const { status, stderr } = run([...args, '--dir', folder.root, '--index', file]);
      assert.equal(status, 1, `${args}: ${stderr}`);
      assert.match(stderr, /^meshrag: --index names ".*thesis\.txt", which is not an index: .* It was left as it is; name another file\n$/);
    }
    assert.equal(fs.readFileSync(file, 'utf8'), content);
    const { mode, mtimeNs, ctimeNs } = fs.statSync(file, { bigint: true });
    assert.deepEqual([mode, mtimeNs, ctimeNs], [before.mode, before.mtimeNs, before.ctimeNs]);
    assert.deepEqual(fs.readdirSync(named), ['thesis.txt']);
  }
});

test('a damaged file with the lock or a side file of an index next to it is rebuilt, and so is the database of another program', (t) => {
  const folder = workFolder(t, files);
  const file = path.join(folder.parent, 'index.sqlite');
  for (const suffix of ['.lock', '-wal', '-shm', '-journal', '-segments', '-derived']) {
    for (const leftover of fs.globSync(`${file}*`)) fs.rmSync(leftover);
    fs.writeFileSync(file, 'Dear diary,\n'.repeat(200));
    fs.writeFileSync(file + suffix, '');
    const { status, stderr } = run(['index', folder.root, '--index', file]);
    assert.deepEqual(
      [status, stderr],
      [0, 'The index file was damaged. It was rebuilt; the old one is kept as index.sqlite.aside.\n'],
      suffix,
    );
  }
  for (const leftover of fs.globSync(`${file}*`)) fs.rmSync(leftover);
  fs.writeFileSync(file, `SQLite format 3\0${'x'.repeat(2000)}`);
  assert.match(run(['index', folder.root, '--index', file]).stderr, /^The index file was damaged\. It was rebuilt/);
});

test('a bomb of 1.5 GB in an index is rebuilt with one line, and never unpacked', async (t) => {
  const folder = workFolder(t, files);
  const file = path.join(folder.parent, 'index.sqlite');
  const sound = run(['index', folder.root, '--index', file, '--json']);
  assert.equal(sound.status, 0, sound.stderr);
  const bombs = {
    dictionary: [Form.Brotli, zlib.createBrotliCompress(fastBrotli)],
    file: [Form.Deflated, zlib.createDeflateRaw({ level: 1 })],
  } as const;
  for (const [table, [form, compressor]] of Object.entries(bombs)) {
    const packed = buffer(compressor);
    const zeros = new Uint8Array(2 ** 24);
    for (let bytes = 0; bytes < 1.5e9; bytes += zeros.length) if (!compressor.write(zeros)) await once(compressor, 'drain');
    compressor.end();
    resealFirst(file, table as keyof typeof bombs, form, await packed);
    const { status, stdout, stderr } = run(['index', folder.root, '--index', file, '--json']);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /^The index file was damaged\. It was rebuilt; the old one is kept as index\.sqlite\.aside\d*\.\n$/, table);
    const more = JSON.parse(stdout).peakRssBytes - JSON.parse(sound.stdout).peakRssBytes;
    assert.ok(more < 300e6, `${table}: ${more} bytes more than for a sound file`);
  }
});

const fastBrotli = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } };

function run(args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [commandLine, ...args], { encoding: 'utf8', input: '', maxBuffer: 1 << 26 });
}
