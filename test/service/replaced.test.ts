/** A path changes its kind: file, folder, link to either, or nothing. Each change is reported by few names. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLexicons } from '../../src/engine/text/words/lexicon.ts';
import { digestOfFolder } from '../../src/service/explore/verify.ts';
import { FolderIndex } from '../../src/service/folder/folderIndex.ts';
import { TimeSlices } from '../../src/service/scheduling/timeSlices.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

const kinds = ['nothing', 'file', 'folder', 'deep folder', 'link to a file', 'link to a folder'] as const;
type Kind = (typeof kinds)[number];

const deep = ['a.md', 'b/c.md', 'b/d.md'];

/** Replaces what exists at a path; returns the names that a watcher may report. */
function put({ root, write }: WorkFolder, at: string, kind: Kind): readonly string[] {
  const absolute = path.join(root, at);
  const wasFolder = fs.lstatSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true;
  fs.rmSync(absolute, { recursive: true, force: true });
  if (kind === 'file') write(at, `# File\n\nThe windlass of ${at}.\n`);
  if (kind === 'link to a file') fs.symlinkSync(path.join(root, 'kept.md'), absolute);
  if (kind === 'link to a folder') fs.symlinkSync(path.join(root, 'kept'), absolute);
  if (kind !== 'folder' && kind !== 'deep folder') return [at];
  const names = (kind === 'folder' ? deep.slice(0, 1) : deep).map((name) => `${at}/${name}`);
  for (const name of names) write(name, `# ${name}\n\nThe bollard.\n`);
  return wasFolder ? [at, ...names] : names;
}

test('whatever replaces a path, the index equals a rebuild, even if few names are reported', async (t) => {
  const step = fc.record({ at: fc.constantFrom('x.md', 'sub/y.md', 'sub'), kind: fc.constantFrom(...kinds), isTop: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const folder = workFolder(t, { 'kept.md': '# Kept\n', 'kept/in.md': '# In\n', 'sub/z.md': '# Z\n' });
      const index = indexOf(folder);
      try {
        await index.update();
        for (const { at, kind, isTop } of steps) {
          const above = fs.lstatSync(path.join(folder.root, path.dirname(at)), { throwIfNoEntry: false });
          if (!above?.isDirectory()) continue;
          const names = put(folder, at, kind);
          await index.update(isTop ? [at] : names);
          assert.deepEqual(await contentsOf(index), await rebuilt(folder), `${at}: ${kind}`);
        }
      } finally {
        await index.close();
        fs.rmSync(folder.parent, { recursive: true });
      }
    }),
    { numRuns: 60 },
  );
});

function indexOf({ root }: WorkFolder): FolderIndex {
  const context = { lexicons: createLexicons(), timeSlices: new TimeSlices(), onChange: () => undefined };
  return new FolderIndex(root, { settings: defaultSettings, runGit: false }, context);
}

async function rebuilt(folder: WorkFolder): Promise<object> {
  const index = indexOf(folder);
  await index.update();
  const contents = await contentsOf(index);
  await index.close();
  return contents;
}

async function contentsOf(index: FolderIndex): Promise<object> {
  const { state, files, skipped } = index.report();
  return {
    state,
    files,
    skipped,
    paths: [...index.contents.data.index.paths()].sort(),
    digest: await digestOfFolder(index),
  };
}
