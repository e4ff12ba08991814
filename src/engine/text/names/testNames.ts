/** Tests that are in the file that they test, by the names of their definitions: Rust's `mod tests`, `zdir_test`. Files are tests by their paths. */

import { termsOf } from '../words/terms.ts';
import { wordsIn } from '../words/tokens.ts';

/** The stem of "test" and "tests". */
const testTerm = 'test';

/** Whether a text may have a name that `isTestName` accepts. Cost: one pass. */
export function mayHaveTests(text: string): boolean {
  return text.toLowerCase().includes(testTerm);
}

/** Whether the title of a chunk of code begins with a module of tests, as in Rust: `tests.opens`, `fmt_tests › a, b`. */
export function isInTestModule(title: string): boolean {
  const [module, ...inside] = mayHaveTests(title) ? wordsIn(title) : [];
  if (module === undefined || inside.length === 0) return false;
  const { text, shape } = module;
  return text === text.toLowerCase() && termsOf(text, shape).at(-1) === testTerm;
}

/** Whether the first or last word of a name is "test" or "tests". */
export function isTestName(name: string): boolean {
  return wordsIn(name).some(({ text, shape }) => {
    const terms = termsOf(text, shape);
    return [terms[0], terms[1], terms.at(-1)].includes(testTerm);
  });
}
