// The repositories of the gallery, and what a newcomer learns from their maps.
import * as fs from 'node:fs';
import * as path from 'node:path';

/** @typedef {{ name: string, title: string, holds: string, learned: string }} Repository `holds` identifies its checkout */

/** The views that show a repository as a whole. */
export const wholeViews = ['map', 'communities', 'figures'];

/** @type {Repository[]} */
export const repositories = [
  {
    name: 'flask',
    title: 'Flask (Python)',
    holds: 'src/flask',
    learned:
      'Eight parts. `flask` and `sansio`, the half that does no input or output, import and call each other, and `json` serves both. The parts of the manual import nothing. Tests and examples are not drawn.',
  },
  {
    name: 'ripgrep',
    title: 'ripgrep (Rust)',
    holds: 'crates/core',
    learned:
      'The parts are the crates and the largest folders in them. `core`, the program, uses `flags` most, its options. `printer` is built on `searcher`, and both on `matcher`, as `regex` is. `ignore` and `cli` use `globset`. Tests, examples and licences are not drawn.',
  },
  {
    name: 'vite',
    title: 'Vite (TypeScript)',
    holds: 'packages/vite',
    learned:
      'Nearly everything belongs to one package, so its folders are the parts. `plugins` uses `node` most, with 277 imports and 311 calls; `node`, `server` and `plugins` are a cycle. `create-vite` is connected weakly, and the manual imports nothing. Tests and examples, which are most of the files, are not drawn.',
  },
];

/** The repository of a checkout. @param {string} folder */
export function repositoryOf(folder) {
  return repositories.find(({ holds }) => folder !== '' && fs.existsSync(path.join(folder, holds)));
}
