// An exported index on a web server, searched in a browser page.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import * as esbuild from 'esbuild';
import type { Retriever } from '../../src/engine/retrieval/ranking.ts';
import { startBrowser } from '../support/host/browser.ts';
import { placesOf } from '../support/memoryIndex.ts';
import { serveRanges } from '../support/rangeServer.ts';
import { exportTexts, manyTexts } from '../support/servedExport.ts';
import { retrievers } from '../support/systems.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const question = 'Who winds the w1kClock at dusk?';
const root = path.resolve(import.meta.dirname, '../..');

/** Searches the index next to the page, and prints the places. */
const script = `
import { bind } from './src/engine/retrieval/bind.ts';
import { mesh } from './src/engine/retrieval/systems/mesh.ts';
import { createLexicons } from './src/engine/text/words/lexicon.ts';
import { HttpDirectory } from './src/storage/served/httpDirectory.ts';
import { openServed } from './src/storage/served/servedIndex.ts';
import { pageZlib } from './test/support/pageZlib.ts';

const lexicons = createLexicons();
const directory = new HttpDirectory(new URL('harbour', location.href).href, 'export.json');
const opening = { lexicons, zlib: pageZlib, yieldThread: () => undefined };
const index = await openServed(directory, await directory.manifest(), opening);
const [{ reader }] = index.readersOf([{ ...index, hidden: [], folder: 0 }], lexicons, 1);
const { results } = await bind(mesh).search(reader, ${JSON.stringify(question)}, { limit: 10 });
const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
console.log(infos.map(({ path, startLine, endLine }) => path + ':' + startLine + '-' + endLine).join());
`;

test('a page in a browser finds in an export on a web server what an index in memory finds', async (t) => {
  const { root: served, index } = exportTexts(t, manyTexts(400));
  fs.writeFileSync(path.join(served, 'page.html'), '<title>Search</title>');
  const server = await serveRanges(t, served);
  const { outputFiles } = await esbuild.build({
    stdin: { contents: script, resolveDir: root, loader: 'ts' },
    ...{ bundle: true, format: 'esm', platform: 'browser', write: false, logLevel: 'silent', minifyWhitespace: true },
  });
  const context = await startBrowser(temporaryDirectory(t));
  t.after(() => context.close());
  const page = await context.newPage();
  const printed = Promise.race([page.waitForEvent('console'), page.waitForEvent('pageerror').then((error) => Promise.reject(error))]);
  await page.goto(`${server.address}/page.html`);
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '', type: 'module' });
  const reader = index.reader();
  const { results } = await (retrievers.get('mesh') as Retriever).search(reader, question, { limit: 10 });
  const places = await placesOf(
    reader,
    results.map(({ chunk }) => chunk),
  );
  assert.equal((await printed).text(), places.join());
  assert.ok(places.length === 10 && server.taken().requests > 3);
});
