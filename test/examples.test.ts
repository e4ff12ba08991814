// The examples of how to change the project work as they are printed.
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import * as path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { CommandContext, RunCommand } from '../src/cli/command.ts';
import { bind } from '../src/engine/retrieval/bind.ts';
import type { RetrievalSystem } from '../src/engine/retrieval/retrievalSystem.ts';
import { indexOf, pathsFound } from './support/memoryIndex.ts';
import { workFolder } from './support/workFolder.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const example = (page: string): string => /^```ts\n([\s\S]*?)^```$/m.exec(read(`docs/how-to-change/${page}.md`))?.[1] ?? '';

/** Loads an example as if it were a file of the folder. */
function loaded(code: string, folder: string): Promise<Record<string, unknown>> {
  const base = pathToFileURL(path.join(root, folder, '/'));
  const script = stripTypeScriptTypes(code).replace(/(?<= from ')[^']+/g, (from) => new URL(from, base).href);
  return import(`data:text/javascript,${encodeURIComponent(script)}`);
}

test('the example of a language is what the tables have', () => {
  const tables = read('src/engine/text/code/languages/braces.ts')
    .split('\n')
    .map((line) => line.trim());
  for (const line of example('language').trim().split('\n')) assert.ok(tables.includes(line.trim()), line);
});

test('the example of a retrieval system works', async () => {
  const { reverseBm25 } = (await loaded(example('retrieval-system'), 'src/systems/baselines')) as { reverseBm25: RetrievalSystem };
  const reader = indexOf({ 'a.txt': 'server cache', 'b.txt': 'server walk token', 'c.txt': 'walk' }).reader();
  assert.deepEqual(await pathsFound(reader, bind(reverseBm25), 'server cache'), ['b.txt', 'a.txt']);
  const { results } = await bind(reverseBm25).search(reader, 'server cache', { limit: 1 });
  const keys = results.map(({ chunk }) => String(reader.lengths[chunk]));
  assert.deepEqual(results[0]?.evidence, [{ kind: 'length', label: 'words', keys }]);
});

test('the example of a command works', async (t) => {
  const { runParts } = (await loaded(example('command'), 'src/cli/commands')) as { runParts: RunCommand };
  const filesOf = (...paths: string[]) => Object.fromEntries(paths.map((file) => [file, `export const tide = '${file}';\n`]));
  const folder = workFolder(t, filesOf('docs/tide.md', 'docs/ebb.md', 'src/tide.ts', 'src/ebb.ts'));
  const printed: unknown[] = [];
  const output = { isJson: true, json: (value: unknown) => printed.push(value), note: () => undefined, progress: () => undefined };
  const context = { output, signal: t.signal, lifetime: { onEnd: () => undefined, endWith: () => undefined } };
  const words = [folder.root, '--index', path.join(folder.parent, 'index.index')];
  assert.equal(await runParts(words, context as unknown as CommandContext), 0);
  assert.deepEqual(printed, [{ parts: ['docs', 'src'] }]);
});
