/** A user's search shows what the evaluation measures: the same order, the same scores. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTree } from '../../src/cli/evaluation/workspace.ts';
import { createService } from '../../src/service/createService.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { retrievers } from '../support/systems.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { testQueries, treeFolder, treeQueries } from './fixtureSets.ts';

test('search of a folder and eval rank alike', async (t) => {
  const tree = await openTree(treeFolder);
  const service = createService();
  await service.openFolder(treeFolder, {
    settings: defaultSettings,
    runGit: true,
    indexDirectory: `${temporaryDirectory(t)}/index.index`,
  });
  await service.idle();
  const queries = [...(await treeQueries()), ...(await testQueries())];
  for (const system of ['mesh', 'bm25']) {
    const retriever = retrievers.get(system);
    assert.ok(retriever);
    for (const { query } of queries) {
      const shown = (await service.search(query, { system, limit: 10 })).results;
      const { results } = await retriever.search(tree.reader, query, { limit: 10 });
      const infos = await tree.reader.chunkInfo(results.map(({ chunk }) => chunk));
      assert.deepEqual(
        shown.map(({ path, startLine, endLine, score }) => [path, startLine, endLine, score]),
        infos.map(({ path, startLine, endLine }, i) => [path, startLine, endLine, results[i]?.score]),
        `${system}: ${query}`,
      );
    }
  }
  await service.close();
  await tree.close();
});
