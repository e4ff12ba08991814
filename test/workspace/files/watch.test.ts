import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchFolder } from '../../../src/workspace/files/watch.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { gitEnvironment, writeTree } from '../../support/gitTrees.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { until } from '../../support/until.ts';

interface Observer {
  /** Waits until all these paths were reported since the last call. */
  expect(...paths: string[]): Promise<void>;
  seen: Set<string>;
  problems: string[];
  close(): void;
}

async function observe(context: TestContext, root: string): Promise<Observer> {
  const seen = new Set<string>();
  const problems: string[] = [];
  const report = (paths: string[]) => paths.forEach((path) => void seen.add(path));
  const options = {
    settings: defaultSettings,
    env: gitEnvironment(root),
    quietMs: 30,
    onProblem: (message: string) => problems.push(message),
  };
  const watching = watchFolder(root, report, options);
  context.after(() => watching.close());
  await watching.ready;
  const expect = async (...paths: string[]) => {
    await until(paths.join(' and '), () => paths.every((path) => seen.has(path)));
    seen.clear();
  };
  return { expect, seen, problems, close: watching.close };
}

test('watchFolder() reports files that are created, changed, renamed and removed', async (context) => {
  const root = temporaryDirectory(context);
  writeTree(root, { 'a.ts': 'x', 'src/b.ts': 'x', 'node_modules/c.js': 'x' });
  const observer = await observe(context, root);
  writeFileSync(join(root, 'src/b.ts'), 'y');
  await observer.expect('src/b.ts');
  writeFileSync(join(root, 'new.ts'), '');
  await observer.expect('new.ts');
  renameSync(join(root, 'a.ts'), join(root, 'src/z.ts'));
  await observer.expect('a.ts', 'src/z.ts');
  rmSync(join(root, 'src/b.ts'));
  await observer.expect('src/b.ts');
  writeFileSync(join(root, 'node_modules/c.js'), 'y');
  await sleep(150);
  assert.deepEqual(
    [...observer.seen].filter((path) => path.includes('c.js')),
    [],
  );
});

test('watchFolder() follows new directories, with what was in them before they were watched', async (context) => {
  const root = temporaryDirectory(context);
  writeTree(root, { 'staging/deep/er/a.ts': 'x', 'f/x': '' });
  const observer = await observe(context, join(root, 'f'));
  renameSync(join(root, 'staging'), join(root, 'f/moved'));
  await observer.expect('moved/deep/er/a.ts');
  writeFileSync(join(root, 'f/moved/deep/er/b.ts'), '');
  await observer.expect('moved/deep/er/b.ts');
  mkdirSync(join(root, 'f/one/two'), { recursive: true });
  writeFileSync(join(root, 'f/one/two/c.ts'), '');
  await observer.expect('one/two/c.ts');
  rmSync(join(root, 'f/moved'), { recursive: true });
  await observer.expect('moved/deep/er/a.ts', 'moved/deep/er/b.ts');
});

test('watchFolder() reports the files that an ignore file hides or shows again', async (context) => {
  const root = temporaryDirectory(context);
  writeTree(root, { 'a.log': '', 'src/b.log': '', 'c.ts': '' });
  const observer = await observe(context, root);
  writeFileSync(join(root, '.gitignore'), '*.log\n');
  await observer.expect('a.log', 'src/b.log', '.gitignore');
  assert.equal(observer.seen.has('c.ts'), false);
  rmSync(join(root, '.gitignore'));
  await observer.expect('a.log', 'src/b.log');
});

test('watchFolder() reports files that were created or removed since its last listing when an ignore file hides them', async (context) => {
  const root = temporaryDirectory(context);
  writeTree(root, { 'src/a.log': '', 'src/gone.log': '' });
  const observer = await observe(context, root);
  writeFileSync(join(root, 'src/new.log'), 'x');
  await observer.expect('src/new.log');
  rmSync(join(root, 'src/gone.log'));
  await observer.expect('src/gone.log');
  writeFileSync(join(root, '.gitignore'), '*.log\n');
  await observer.expect('src/a.log', 'src/new.log', '.gitignore');
  assert.equal(observer.seen.has('src/gone.log'), false);
});

test('watchFolder() is silent once closed and reports a missing folder', async (context) => {
  const root = temporaryDirectory(context);
  const observer = await observe(context, root);
  observer.close();
  writeFileSync(join(root, 'a.ts'), '');
  await sleep(120);
  assert.equal(observer.seen.size, 0);
  const missing = await observe(context, join(root, 'none'));
  assert.match(missing.problems.join(), /Cannot list folder/);
});
