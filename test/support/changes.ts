/** Changes of small files that share names, symbols and words in many ways, for tests that compare histories. */

import fc from 'fast-check';

export const bodies = [
  'Sandra Dee sang with Bobby Darin in Grease.',
  'Bobby Darin was born in Harlem. Harlem lies in New York.',
  '# Harlem\n\nA part of New York where Bobby Darin lived.\n',
  'export function loadIndex(path) {\n  return openStore(path);\n}\n',
  'export function openStore(path) {\n  return readPages(path);\n}\nconst name = "some literal here";\n',
  'import { loadIndex } from "./loadIndex.ts";\nloadIndex("some literal here");\n',
  '# Store\n\nThe `openStore` function reads pages. See https://example.org/store.\n\n## Pages\n\nOf `loadIndex`, by Sandra Dee.\n',
  '',
  'word\n'.repeat(70),
  '# Käse 重新\n\nDie Käserei in Zürich macht Käse. Der Käse ist gut und die Käserei auch.\n',
];
export const paths = [
  'a.md',
  'b.md',
  'grease.md',
  'src/loadIndex.ts',
  'src/openStore.ts',
  'test/load.test.ts',
  'docs/store.md',
  'x.txt',
  'CHANGELOG.md',
];
export const questions = [
  'Where was the singer of Grease born?',
  'loadIndex',
  'What does openStore read?',
  'Harlem',
  'word literal',
  'Käserei in Zürich',
];

/** Files to write, each with the number of its text, and files to remove. */
export type Change = { readonly set: readonly (readonly [string, number])[]; readonly remove: readonly string[] };

const anyPath = fc.constantFrom(...paths);
export const anyChange: fc.Arbitrary<Change> = fc.record(
  {
    set: fc.array(fc.tuple(anyPath, fc.nat(bodies.length - 1)), { maxLength: 5 }),
    remove: fc.array(anyPath, { maxLength: 3 }),
  },
  { noNullPrototype: true },
);

/** Applies a change to texts by path. */
export function change(texts: Map<string, string>, { set, remove }: Change): void {
  for (const path of remove) texts.delete(path);
  for (const [path, body] of set) texts.set(path, bodies[body] as string);
}
