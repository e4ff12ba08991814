import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { isSkipped } from '../../../src/workspace/entries.ts';
import { listFolder } from '../../../src/workspace/files/walk.ts';
import { compileGlob } from '../../../src/workspace/ignore/globPattern.ts';
import { parseIgnoreFile } from '../../../src/workspace/ignore/ignoreRules.ts';
import { bareSettings, git, gitEnvironment, gitIgnored, writeTree } from '../../support/gitTrees.ts';
import { assertUnder, cpuMs } from '../../support/quick.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { describeFiles } from '../describe.ts';

const parts = ['a', 'b', 'ab', 'A', 'é', '.x', 'a b', 'b.c'];
const part = fc.constantFrom(...parts);
const piece = fc.oneof(
  { weight: 4, arbitrary: part },
  fc.constantFrom(
    '*',
    '**',
    '?',
    '[ab]',
    '[!a]',
    '[a-c]',
    '[[:alpha:]]',
    '\\a',
    '*b',
    'a*',
    'a**',
    '**b',
    '[',
    ']',
    '\\',
    '-',
    '{a,b}',
    '??',
    '***',
  ),
);
const pattern = fc
  .tuple(
    fc.constantFrom('', '', '', '!', '/', '!/', '#', '\\!'),
    fc.array(piece, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('/', '/', ''),
    fc.constantFrom('', '', '/', ' ', '\\ ', '\r'),
  )
  .map(([start, pieces, separator, end]) => start + pieces.join(separator) + end);
const ignoreFile = fc.array(pattern, { maxLength: 5 }).map((lines) => lines.join('\n'));

/** Every path of one to three parts, the last part being a file name. */
function fullTree(): string[] {
  const files: string[] = [];
  for (const first of parts) {
    files.push(`${first}/${first}/f`, `${first}/f`);
    for (const second of parts) {
      files.push(`${first}/${second}.d/b`, `${first}/${second}.d/a`, `${first}/x${second}`);
    }
  }
  return files;
}

test('random ignore files in three levels agree with git', async (context) => {
  const root = temporaryDirectory(context);
  const env = gitEnvironment(root);
  const repository = join(root, 'r');
  const paths = fullTree();
  writeTree(repository, Object.fromEntries(paths.map((path) => [path, ''])));
  git(repository, env, 'init', '-q');
  const places = ['.gitignore', 'a/.gitignore', 'a/a/.gitignore', '.git/info/exclude'];
  let decisions = 0;
  await fc.assert(
    fc.asyncProperty(fc.tuple(ignoreFile, ignoreFile, ignoreFile, ignoreFile), fc.boolean(), async (contents, ignoreCase) => {
      git(repository, env, 'config', 'core.ignorecase', String(ignoreCase));
      places.forEach((place, index) => {
        rmSync(join(repository, place), { force: true });
        writeFileSync(join(repository, place), contents[index] ?? '');
      });
      const ignored = gitIgnored(repository, env, paths);
      const found = new Set((await listFolder(repository, bareSettings, { env })).files.map((file) => file.path));
      decisions += paths.length;
      for (const [path, outcome] of await describeFiles(repository, paths.slice(0, 40), bareSettings, { env })) {
        assert.equal(outcome !== undefined && !isSkipped(outcome), found.has(path), `${path} alone`);
      }
      assert.deepEqual(
        paths.filter((path) => found.has(path)),
        paths.filter((path) => !ignored.has(path)),
      );
    }),
    { numRuns: Number(process.env.MESHRAG_PROPERTY_RUNS ?? 150) },
  );
  context.diagnostic(`${decisions} decisions`);
});

test('a hostile pattern is not slow', async () => {
  const matches = compileGlob(`${'*a'.repeat(60)}**/${'*'.repeat(9)}b`, false);
  await assertUnder(1000, 'the pattern', () => cpuMs(() => assert.equal(matches('a'.repeat(4000)), false)));
});

test('parseIgnoreFile() keeps line numbers and the text as written', () => {
  const rules = parseIgnoreFile(Buffer.from('\ufeff# comment\r\n\r\n!é/ \r\nx\\ \n'), false);
  assert.deepEqual(
    rules.map(({ line, pattern, negative, directoryOnly }) => ({ line, pattern, negative, directoryOnly })),
    [
      { line: 3, pattern: '!é/', negative: true, directoryOnly: true },
      { line: 4, pattern: 'x\\ ', negative: false, directoryOnly: false },
    ],
  );
});
