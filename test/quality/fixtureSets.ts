/** The evaluation sets of `test/fixtures/quality`: invented passages, and a small project with questions about it. */

import path from 'node:path';
import { readQueries } from '../../src/cli/evaluation/passages.ts';

/** Laid out as `bench/quality` expects its data. */
export const dataFolder = path.join(import.meta.dirname, '../fixtures/quality');
export const treesFolder = path.join(dataFolder, 'trees');

const passages = path.join(dataFolder, 'passages/veldland');

export const passageFiles = { corpus: path.join(passages, 'corpus.jsonl'), queries: path.join(passages, 'queries.jsonl') };

/** The project's folder. */
export const treeFolder = path.join(treesFolder, 'ferryman');

/** Where the expected rankings are kept. */
export const goldenFile = path.join(dataFolder, 'golden.json');

/** Questions about the project, and questions that ask for its tests. */
export const treeQueries = (): ReturnType<typeof readQueries> => readQueries(path.join(dataFolder, 'code/ferryman/queries.jsonl'));
export const testQueries = (): ReturnType<typeof readQueries> => readQueries(path.join(dataFolder, 'code/ferryman.tests/queries.jsonl'));
