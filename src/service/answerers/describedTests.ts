/** Tests of what a question describes instead of naming it, "Which tests exercise the address check?": passages of tests, before those of what they test. */

import { isExamplePath, isTestPath } from '../../engine/text/names/pathNames.ts';
import type { Answerer } from './answerer.ts';
import { withSubjects } from './names.ts';

/** Passages that are looked through, and tests among them that come first. */
const [maxSearched, maxTests] = [20, 3];

export const describedTests: Answerer<true> = {
  reads(asked) {
    const { asks, subjects = [] } = withSubjects(asked) ?? {};
    return (asks === 'tests' && subjects.every(({ isCode }) => !isCode)) || undefined;
  },
  async answer(_, { question, view, rank }) {
    const { results } = await rank(question, { limit: maxSearched });
    const infos = await view.reader.chunkInfo(results.map(({ chunk }) => chunk));
    const tests = results.filter((_result, i) => {
      const path = infos[i]?.path ?? '';
      return isTestPath(path) && !isExamplePath(path);
    });
    return tests.length === 0 ? undefined : { results: tests.slice(0, maxTests), blocks: [], passages: 'after' };
  },
};
