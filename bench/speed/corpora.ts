/**
 * The corpora: folders with the sources and docs of npm packages at pinned versions, fetched once per user and checked by SHA-512. `small`
 * gives about 10,000 chunks (JavaScript, TypeScript, Python, markdown), `large` about 100,000 (also C, C++, Java, Objective-C).
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import { installOnce } from '../../scripts/lib/cache.js';
import { runNpm } from '../../scripts/lib/npm.js';
import lists from './corpora.json' with { type: 'json' };

interface Pinned {
  readonly package: string;
  readonly integrity: string;
}

export const corpusNames: readonly string[] = Object.keys(lists);

/** The folder of a corpus; fetches it if missing. Throws if a package differs from the pinned one. */
export async function corpusFolder(name: string): Promise<string> {
  const list: readonly Pinned[] | undefined = (lists as Record<string, readonly Pinned[]>)[name];
  if (list === undefined) throw new Error(`There is no corpus ${JSON.stringify(name)}; there are ${corpusNames.join(', ')}`);
  const version = createHash('sha256').update(JSON.stringify(list)).digest('hex').slice(0, 8);
  return installOnce(`speed-corpus-${name}-${version}`, `Fetching ${list.length} packages of the corpus ${name}`, async (dir) => {
    for (const pinned of list) await unpack(pinned, dir);
  });
}

async function unpack(pinned: Pinned, dir: string): Promise<void> {
  const fetched = fs.mkdtempSync(nodePath.join(dir, '.fetched-'));
  await runNpm(['pack', pinned.package, '--pack-destination', fetched, '--silent'], { cwd: dir, what: `fetch ${pinned.package}` });
  const [archive] = fs.readdirSync(fetched);
  const bytes = fs.readFileSync(nodePath.join(fetched, archive as string));
  const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (found !== pinned.integrity) throw new Error(`${pinned.package} is ${found}, expected ${pinned.integrity}`);
  const target = nodePath.join(dir, pinned.package.replace(/^@/, '').replaceAll('/', '-'));
  fs.mkdirSync(target);
  execFileSync('tar', ['-xzf', nodePath.join(fetched, archive as string), '-C', target, '--strip-components=1']);
  fs.rmSync(fetched, { recursive: true });
}
