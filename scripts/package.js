// npm run package [-- --built]: builds dist/ unless it is built, packs meshrag-VERSION.vsix and checks its content.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { identityOf } from './lib/identity.js';
import { root } from './lib/pinnedNode.js';

const largestBytes = 3 * 1024 * 1024;

const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const { version } = manifest;
const file = path.join(root, `meshrag-${version}.vsix`);

/** @param {...string} args */
const node = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });

if (!process.argv.includes('--built')) node('esbuild.js');
// The bundles contain every dependency, so none is packed. Links in README lead to the repository where there is one, as a marketplace needs;
// otherwise they stay, so that the package works offline.
node(
  'node_modules/@vscode/vsce/vsce',
  'package',
  '--no-dependencies',
  ...(identityOf(manifest) === undefined ? ['--no-rewrite-relative-links', '--allow-missing-repository'] : []),
  '--out',
  file,
);

const names = entryNames(fs.readFileSync(file));
const problems = [];
const bytes = fs.statSync(file).size;
if (bytes >= largestBytes) problems.push(`it has ${bytes} bytes, and must have less than ${largestBytes}`);
for (const name of names.filter((entry) => /\.(node|wasm|map|ts)$/.test(entry))) problems.push(`it contains ${name}`);
for (const wanted of [
  'extension/package.json',
  'extension/readme.md',
  'extension/LICENSE.txt',
  'extension/dist/extension.cjs',
  'extension/dist/cli.js',
  'extension/dist/highlighter.cjs',
  'extension/dist/openaiModel.cjs',
  'extension/dist/server.cjs',
  'extension/dist/taskWorker.cjs',
  'extension/dist/taskWorker.js',
  'extension/dist/readingWorker.cjs',
  'extension/dist/readingWorker.js',
  'extension/dist/ThirdPartyNotices.txt',
  'extension/plugin/skills/meshrag/SKILL.md',
  'extension/plugin/agents/meshrag-explorer.agent.md',
  'extension/plugin/instructions/meshrag.instructions.md',
]) {
  if (!names.some((name) => name.toLowerCase() === wanted.toLowerCase())) problems.push(`${wanted} is missing`);
}
if (problems.length > 0) {
  console.error(`${path.basename(file)} is not fit to be released: ${problems.join('; ')}`);
  process.exitCode = 1;
} else {
  console.log(`${path.basename(file)}: ${names.length} files, ${Math.ceil(bytes / 1024)} kB, no native module`);
}

/**
 * Names of the files in a zip archive, read from its central directory (APPNOTE.TXT 4.3.12; no zip64, no comment).
 * @param {Buffer} zip
 * @returns {string[]}
 */
function entryNames(zip) {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const found = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = zip.readUInt16LE(at + 28);
    found.push(zip.toString('utf8', at + 46, at + 46 + nameLength));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return found;
}
