/** Tests that are in the file that they test, by the names of their definitions: Rust's `mod tests`, `zdir_test`. Files are tests by their paths. */

import { termsOf } from '../words/terms.ts';
import { wordsIn } from '../words/tokens.ts';

/** The stem of "test" and "tests". */
const testTerm = 'test';

/** Whether a text may have a name that `isTestName` accepts. Cost: one pass. */
export function mayHaveTests(text: string): boolean {
  return text.toLowerCase().includes(testTerm);
}

/** Whether the first or last word of a name is "test" or "tests". */
export function isTestName(name: string): boolean {
  return wordsIn(name).some(({ text, shape }) => {
    const terms = termsOf(text, shape);
    return [terms[0], terms[1], terms.at(-1)].includes(testTerm);
  });
}
