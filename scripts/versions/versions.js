// The versions of stored forms: digests of the tables that decide each, and of what is made of a fixed corpus.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { outputDigests } from './outputs.js';
import { tablesDigest } from './tables.js';

/** @typedef {import('./outputs.js').Form} Form */

/** @type {Readonly<Record<Form, { modules: readonly string[], of: readonly Form[], about: string }>>} what each is made by, and made of */
export const forms = {
  index: {
    modules: [
      'src/engine/text/analyze.ts',
      'src/service/folder/update/readFile.ts',
      'src/storage/fileLog.ts',
      'src/storage/segments/indexDirectory.ts',
      'src/storage/segments/indexExport.ts',
      'src/storage/segments/journal.ts',
      'src/storage/segments/segmentFiles.ts',
      'src/storage/arrays/arraysFile.ts',
      'src/engine/index/memoryIndex.ts',
      'src/engine/text/names/pathNames.ts',
    ],
    of: [],
    about: 'What an index holds of a folder: segments, and the rows of its files. An export has the same.',
  },
  past: {
    modules: ['src/storage/arrays/pastFile.ts', 'src/engine/past/pastBuilder.ts', 'src/workspace/git/gitLog.ts'],
    of: ['index'],
    about: 'The past of a folder.',
  },
  derived: {
    modules: [
      'src/systems/registry.ts',
      'src/engine/relations/bindingsBuilder.ts',
      'src/service/systems/contentKeys.ts',
      'src/service/occurrences/trigrams.ts',
      'src/storage/derived/derivedFiles.ts',
    ],
    of: ['index'],
    about: 'Derived data.',
  },
  listing: { modules: ['src/workspace/files/walk.ts'], of: [], about: 'The kept listing of a folder.' },
  published: {
    modules: ['src/storage/postgres/push/push.ts'],
    of: ['index'],
    about: 'The rows of a published index.',
  },
};

/**
 * @param {string} root the project
 * @returns {Promise<string>} the text of `src/engine/version.ts`
 */
export async function versionModule(root) {
  const outputs = await outputDigests(root);
  const read = (/** @type {string} */ file) => fs.readFileSync(path.join(root, file), 'utf8');
  /** @type {(form: Form) => string} */
  const versionOf = (form) => {
    const { modules, of } = forms[form];
    const parts = [tablesDigest(read, modules), outputs[form], ...of.map(versionOf)];
    return createHash('sha256').update(parts.join()).digest('hex').slice(0, 16);
  };
  const names = /** @type {Form[]} */ (Object.keys(forms));
  return [
    '/**',
    ' * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has',
    ' * stored is built again.',
    ' *',
    ' * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.',
    ' */',
    ...names.flatMap((form) => ['', `/** ${forms[form].about} */`, `export const ${form}Version = '${versionOf(form)}';`]),
    '',
  ].join('\n');
}
