/** The measured programs by name, in the order of the run. */

import type { System } from '../system.ts';
import { analysis } from './analysis.ts';
import { flexsearch } from './flexsearch.ts';
import { floor } from './floor.ts';
import { fts5Contentless, fts5Default } from './fts5.ts';
import { lancedb } from './lancedb.ts';
import { meshrag } from './meshrag.ts';
import { minisearch } from './minisearch.ts';
import { tfidf } from './tfidf.ts';

export const systems: ReadonlyMap<string, System> = new Map(
  Object.entries({
    floor,
    analysis,
    meshrag,
    'fts5-contentless': fts5Contentless,
    fts5: fts5Default,
    flexsearch,
    lancedb,
    tfidf,
    minisearch,
  }),
);
