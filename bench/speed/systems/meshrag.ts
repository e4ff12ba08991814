/** Our own index, as the command line uses it: files are read, analysed and stored, then loaded on opening. */

import fs from 'node:fs';
import nodePath from 'node:path';
import { joinSnapshots, type Snapshot } from '../../../src/engine/index/snapshot.ts';
import type { Retriever } from '../../../src/engine/retrieval/ranking.ts';
import type { RetrievalSystem } from '../../../src/engine/retrieval/retrievalSystem.ts';
import { mesh } from '../../../src/engine/retrieval/systems/mesh.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { createService } from '../../../src/service/createService.ts';
import { FolderIndex } from '../../../src/service/folder/folderIndex.ts';
import { TimeSlices } from '../../../src/service/scheduling/timeSlices.ts';
import type { FolderOptions } from '../../../src/service/types/options.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { retrievers } from '../../../test/support/systems.ts';
import { type Place, resultCount, type Search, type System, type TimedSearches } from '../system.ts';

function optionsOf({ dir }: Place, updateOnOpen: boolean): FolderOptions {
  return { settings: defaultSettings, indexDirectory: nodePath.join(dir, 'index.db'), runGit: true, updateOnOpen };
}

async function openService(place: Place, updateOnOpen: boolean): Promise<Service> {
  const service = createService();
  await service.openFolder(place.tree, optionsOf(place, updateOnOpen));
  await service.idle();
  return service;
}

/** The retrievers alone, without the excerpts that the service adds. */
async function timedSearches(place: Place): Promise<TimedSearches> {
  const lexicons = createLexicons();
  const folder = new FolderIndex(place.tree, optionsOf(place, false), {
    lexicons,
    timeSlices: new TimeSlices(),
    onChange: () => undefined,
  });
  await folder.load();
  folder.useAsStored();
  const reader = joinSnapshots([folder.snapshot() as Snapshot], lexicons);
  const searchBy = (name: string): Search => {
    const retriever = retrievers.get(name) as Retriever;
    return async (query) => (await retriever.search(reader, query, { limit: resultCount })).results.map(({ chunk }) => chunk);
  };
  return { searches: { bm25: searchBy('bm25'), mesh: searchBy('mesh') }, close: () => folder.close() };
}

/**
 * Records when the retriever of a search is done: the peers lack what the service adds afterwards (lines, evidence, the check of files).
 */
function noteRanking(): () => number {
  let rankedAtMs = 0;
  const { search } = mesh;
  (mesh as { search: RetrievalSystem['search'] }).search = async (...asked) => {
    const ranking = await search(...(asked as Parameters<typeof search>));
    rankedAtMs = performance.now();
    return ranking;
  };
  return () => rankedAtMs;
}

export const meshrag: System = {
  readsFiles: true,
  async build(_chunks, place) {
    await (await openService(place, true)).close();
  },
  async open(place) {
    const service = await openService(place, false);
    return {
      rankedAtMs: noteRanking(),
      search: async (query) => (await service.search(query, { limit: resultCount })).results.map(({ path }) => path),
      save: ({ path, content }) => fs.writeFileSync(nodePath.join(place.tree, path), content),
      change: ({ path }) => service.update(place.tree, [nodePath.join(place.tree, path)]),
      timed: () => timedSearches(place),
      close: () => service.close(),
    };
  },
  async restart(place) {
    const service = await openService(place, true);
    const read = service.report()[0]?.filesRead ?? -1;
    await service.close();
    return read;
  },
};
