/**
 * Whatever happens to a folder, in any order, its index equals one built from the files: the same ranking with the same evidence, the same
 * communities and the same digest, at every check in between.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { createService } from '../../src/service/createService.ts';
import type { Service } from '../../src/service/types/service.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { git, gitEnvironment } from '../support/gitTrees.ts';
import { rounds } from '../support/sample.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

const names = ['a.md', 'b.ts', 'src/c.ts', 'src/deep/d.md', 'docs/e.md', 'docs/a.md'];
const folders = ['src', 'src/deep', 'docs', 'lib', 'docs/more'];
const branches = ['main', 'other'];
const contents = [
  '# Tide table\n\nThe tide table of Port Wexley.\n',
  'export function readTideTable(text: string) {\n  return parse(text);\n}\n',
  `# Long\n\n${'The Harbour Master keeps the rota. See `readTideTable`.\n\n'.repeat(60)}`,
  '',
  '\u0000binary',
  'export const one = 1;\n',
];
const questions = ['tide table of the harbour master', 'readTideTable', 'who keeps the rota in Port Wexley?', 'unit 7'];

const name = fc.constantFrom(...names);
const directory = fc.constantFrom(...folders);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write' as const), name, content: fc.constantFrom(...contents) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename' as const), name, to: name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename' as const), name: directory, to: directory }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('other case' as const), name }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('ignore' as const), pattern: fc.constantFrom<string>('', 'docs/', '*.ts', 'src/deep') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('switch' as const), branch: fc.constantFrom(...branches) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('update' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ask' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('compare' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

test('after any history, the index equals a rebuilt one at every check', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      await live(repository(t, 6), steps);
    }),
    { numRuns: rounds(8, 25) },
  );
});

test('so does an index of several hundred files between two branches', async (t) => {
  const folder = repository(t, rounds(600, 2000));
  const write = (file: string, content: number): Step => ({ kind: 'write', name: file, content: contents[content] as string });
  await live(folder, [
    { kind: 'switch', branch: 'other' },
    { kind: 'compare' },
    write('a.md', 0),
    { kind: 'rename', name: 'units/part1', to: 'lib' },
    { kind: 'update' },
    { kind: 'switch', branch: 'main' },
    { kind: 'restart' },
    { kind: 'ignore', pattern: 'part2/' },
    { kind: 'other case', name: 'a.md' },
    { kind: 'switch', branch: 'other' },
    { kind: 'ask' },
    { kind: 'ignore', pattern: '' },
    { kind: 'switch', branch: 'main' },
  ]);
});

/** Performs the steps and compares wherever they ask for it, and at the end. */
async function live(folder: WorkFolder, steps: readonly Step[]): Promise<void> {
  const options = { settings: defaultSettings, indexDirectory: path.join(folder.parent, 'index.index'), runGit: false };
  const at = (file: string): string => path.join(folder.root, file);
  const touched = new Set<string>();
  const move = (from: string, to: string): void => {
    if (from === to || to.startsWith(`${from}/`) || !fs.existsSync(at(from)) || fs.existsSync(at(to))) return;
    folder.rename(from, to);
    touched.add(to);
  };
  let service = createService();
  try {
    await service.openFolder(folder.root, options);
    for (const one of steps) {
      if (one.kind === 'write') {
        // A directory may have been moved there.
        if (!fs.statSync(at(one.name), { throwIfNoEntry: false })?.isDirectory()) folder.write(one.name, one.content, 0);
      } else if (one.kind === 'ignore') folder.write('.meshragignore', one.pattern);
      else if (one.kind === 'remove') fs.rmSync(at(one.name), { force: true, recursive: true });
      else if (one.kind === 'rename') move(one.name, one.to);
      else if (one.kind === 'other case')
        move(one.name, path.posix.join(path.posix.dirname(one.name), path.posix.basename(one.name).toUpperCase()));
      else if (one.kind === 'switch') git(folder.root, gitEnvironment(folder.parent), 'checkout', '-q', '-f', one.branch);
      else if (one.kind === 'update') {
        await service.update(folder.root, [...touched].map(at));
        touched.clear();
      } else if (one.kind === 'ask') await service.ask('tide table of the harbour master');
      else if (one.kind === 'compare') await compare(service, folder);
      else {
        await service.close();
        service = createService();
        await service.openFolder(folder.root, options);
      }
      if ('name' in one) touched.add(one.name);
    }
    await compare(service, folder);
    assert.equal(await service.verify(folder.root), undefined);
    const digest = await service.digest(folder.root);
    await service.rebuild(folder.root);
    assert.equal(await service.digest(folder.root), digest);
  } finally {
    await service.close();
  }
}

/** Updates the index and compares its results with those of an index built in memory from the same files. */
async function compare(service: Service, folder: WorkFolder): Promise<void> {
  await service.update(folder.root);
  const fresh = createService();
  try {
    await fresh.openFolder(folder.root, { settings: defaultSettings, runGit: false });
    await fresh.idle();
    const [lived, built] = [await resultsOf(service, folder), await resultsOf(fresh, folder)];
    for (const [what, text] of Object.entries(lived)) assert.equal(text, built[what], what);
  } finally {
    await fresh.close();
  }
}

async function resultsOf(service: Service, { root }: WorkFolder): Promise<Record<string, string>> {
  const described: Record<string, string> = {};
  for (const question of questions) {
    // Files changed a moment ago may still be being read (`partial`), which is not compared.
    const { results, unknownTerms } = await service.search(question);
    described[`ranking and evidence of ${question}`] = JSON.stringify({ results, unknownTerms });
  }
  described.communities = JSON.stringify(await service.communities(root));
  described.digest = await service.digest(root);
  return described;
}

/** A folder with two branches that differ in this many files, on the first one. */
function repository(t: TestContext, size: number): WorkFolder {
  const folder = workFolder(t);
  const env = gitEnvironment(folder.parent);
  const run = (...args: string[]): string => git(folder.root, env, ...args);
  run('init', '-qb', 'main');
  for (const [n, branch] of branches.entries()) {
    if (n > 0) run('checkout', '-q', '-b', branch);
    for (let i = 0; i < size; i++) {
      folder.write(
        `units/part${i % 8}/unit${i}.ts`,
        `/** Unit ${i} of ${branch}. */\nexport function ${branch}Unit${i}() {\n  return readTideTable(${i});\n}\n`,
      );
    }
    for (const file of names.slice(n, n + 3)) folder.write(file, contents[(n + file.length) % contents.length] as string);
    run('add', '-A');
    run('commit', '-qm', branch);
  }
  run('checkout', '-q', 'main');
  return folder;
}
