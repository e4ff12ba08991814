/** What a path says: its words as terms, its stem and folders as keys, and whether it belongs to tests or examples. */

import { type PathNames, Space } from '../document.ts';
import { stemOf } from './entities.ts';
import { fold, termsOf } from './terms.ts';
import { tokenize } from './tokens.ts';

const testFolder =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|fixtures?|testdata|test[-_]?(?:support|utils?|helpers?|cases|workspace|suites?)?|examples?|samples?|playgrounds?|benchmarks?|benches|bench|mocks?|__mocks__|demos?)\//i;
const testFile =
  /(?:^|\/)(?:test_[^/]*|tests?\.[^/]+|conftest\.py|[^/]*[._-](?:test|tests|spec|mock|fixture|bench|e2e)\.[^/]+|[^/]*_test\.[^/]+|[^/]*Tests?\.(?:java|kt|cs|swift|scala))$/;

/** Whether a path is a test, an example or a fixture. */
export function isTestPath(path: string): boolean {
  return testFolder.test(path) || testFile.test(path);
}

/** The names of a path relative to its folder, with `/`. */
export function pathNames(path: string): PathNames {
  const terms: string[] = [];
  const { count, starts, ends, shapes } = tokenize(path);
  const words: [string, number][] = [];
  for (let i = 0; i < count; i++) words.push([path.slice(starts[i], ends[i]), shapes[i] as number]);
  for (const [word, shape] of words) terms.push(...termsOf(word, shape));
  const folders = path.split('/').slice(0, -1).map(fold);
  const keys = [stemOf(path), ...folders].filter((name) => name !== '').map((name) => `${Space.Path}:${name}`);
  return { terms, keys: [...new Set(keys)], isTest: isTestPath(path) };
}

/** For documents that have no path, such as passages of a corpus. */
export const noPathNames: PathNames = { terms: [], keys: [], isTest: false };
