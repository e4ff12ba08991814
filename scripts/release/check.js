// node scripts/release/check.js TAG [OWNER/REPOSITORY]: refuses a release whose owner, address or version is not what package.json says.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { identityOf } from '../lib/identity.js';
import { notesOf } from './notes.js';

const root = process.cwd();
const [tag = '', running] = process.argv.slice(2);
const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const identity = identityOf(manifest);
const problems = [];

if (identity === undefined)
  problems.push('package.json names no repository: "repository": "https://github.com/OWNER/NAME" says who publishes, and where');
else if (running !== undefined && identity.repository !== `https://github.com/${running}`)
  problems.push(`package.json names ${identity.repository}, and this runs in ${running}`);
if (tag !== `v${manifest.version}`)
  problems.push(`the tag is ${JSON.stringify(tag)}, and the version of package.json is ${manifest.version}`);
if (notesOf(fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), manifest.version) === undefined)
  problems.push(`CHANGELOG.md has no part "## ${manifest.version}"`);

for (const problem of problems) console.error(`No release: ${problem}.`);
process.exitCode = problems.length > 0 ? 1 : 0;
