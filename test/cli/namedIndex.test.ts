/** Directories given by `--index`: foreign ones are rejected and left alone, damaged indexes are rebuilt. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import zlib from 'node:zlib';
import { commandLine } from '../support/programs.ts';
import { workFolder } from '../support/workFolder.ts';

const files = { 'docs/tide.md': `# Tide\n\n${'The tide turns at the sandbank.\n'.repeat(80)}` };

test('every command refuses what is no index with exit code 1 and leaves it unchanged', (t) => {
  const folder = workFolder(t, files);
  const own = path.join(folder.parent, 'own');
  fs.mkdirSync(own);
  fs.writeFileSync(path.join(own, 'thesis.txt'), 'Dear diary,\n'.repeat(200));
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
  // The manifest of another program.
  fs.writeFileSync(path.join(own, 'manifest.json'), '{"name": "diary", "version": "1"}');
  for (const [at, name] of [own, path.join(own, 'thesis.txt')].entries()) {
    const before = fs.statSync(name, { bigint: true });
    for (const args of at === 0 ? commands : commands.slice(0, 1)) {
      const { status, stderr } = run([...args, '--dir', folder.root, '--index', name]);
      assert.equal(status, 1, `${args}: ${stderr}`);
      assert.match(stderr, /^meshrag: --index names ".*", which is not an index: .* It was not changed; choose another directory\n$/);
    }
    const { mode, mtimeNs, ctimeNs } = fs.statSync(name, { bigint: true });
    assert.deepEqual([mode, mtimeNs, ctimeNs], [before.mode, before.mtimeNs, before.ctimeNs]);
    assert.deepEqual(fs.readdirSync(own), ['manifest.json', 'thesis.txt']);
  }
});

test('an index and an export within their folder are no part of what is indexed', (t) => {
  const folder = workFolder(t, files);
  const index = ['--dir', folder.root, '--index', path.join(folder.root, 'own/index')];
  assert.equal(run(['export', path.join(folder.root, 'site/tide'), ...index]).status, 0);
  assert.equal(JSON.parse(run(['index', folder.root, ...index.slice(2), '--json']).stdout).files, 1);
});

test('an empty directory becomes an index, and one that lost its manifest is rebuilt', (t) => {
  const folder = workFolder(t, files);
  const directory = path.join(folder.parent, 'index');
  fs.mkdirSync(directory);
  for (const lost of [[], ['manifest.json'], fs.readdirSync(directory)]) {
    for (const name of lost) fs.rmSync(path.join(directory, name));
    const { status, stdout, stderr } = run(['index', folder.root, '--index', directory, '--json']);
    assert.deepEqual([status, stderr, JSON.parse(stdout).files], [0, '', 1]);
  }
});

test('a bomb of 1.5 GB in an index costs one line, and is never unpacked', async (t) => {
  const folder = workFolder(t, files);
  const directory = path.join(folder.parent, 'index');
  const sound = run(['index', folder.root, '--index', directory, '--json']);
  assert.equal(sound.status, 0, sound.stderr);
  const bomb = zlib.createZstdCompress({ params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } });
  const packed = buffer(bomb);
  const zeros = new Uint8Array(2 ** 24);
  for (let bytes = 0; bytes < 1.5e9; bytes += zeros.length) if (!bomb.write(zeros)) await once(bomb, 'drain');
  bomb.end();
  const content = await packed;
  const [name = ''] = fs.readdirSync(directory).filter((one) => one.startsWith('segments-'));
  const file = path.join(directory, name);
  // In the place of the first array, whose head claims 64 kB, with a checksum that fits.
  const descriptor = fs.openSync(file, 'r+');
  const first = fs.readFileSync(file).readUInt32LE(4) + 12;
  const frame = Buffer.alloc(12 + content.length);
  frame.writeUInt32LE(1 << 16);
  frame.writeUInt32LE(content.length, 4);
  frame.set(content, 8);
  frame.writeUInt32LE(zlib.crc32(frame.subarray(0, -4), first), frame.length - 4);
  fs.writeSync(descriptor, frame, 0, frame.length, first);
  fs.closeSync(descriptor);
  const { status, stdout, stderr } = run(['index', folder.root, '--index', directory, '--json']);
  assert.equal(status, 0, stderr);
  assert.equal(stderr, 'Part of the stored index was damaged. The files in it are read again.\n');
  const more = JSON.parse(stdout).peakRssBytes - JSON.parse(sound.stdout).peakRssBytes;
  assert.ok(more < 300e6, `${more} bytes more than for a sound file`);
});

function run(args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [commandLine, ...args], { encoding: 'utf8', input: '', maxBuffer: 1 << 26 });
}
