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
      '226 files in 9 parts. The manual is the largest part. Its tutorial, patterns and deployment are separate parts, and the strongest links show that the manual explains both halves of the code, `flask` and `sansio`, the half that does no input or output. `json` is linked only to the code and the patterns. Tests and examples are set aside.',
  },
  {
    name: 'ripgrep',
    title: 'ripgrep (Rust)',
    holds: 'crates/core',
    learned:
      '213 files in 17 parts. The parts are the crates: `ignore`, `printer` and `searcher` are the largest, `globset` is between them, and `flags`, the options of the program, is as large as a crate. `matcher` is small and linked to the printer. Tests, examples and licences are set aside.',
  },
  {
    name: 'vite',
    title: 'Vite (TypeScript)',
    holds: 'packages/vite',
    learned:
      '2,567 files in 15 parts. Nearly everything belongs to one package, so its folders are the parts: `plugins`, `node` and `server` are the largest, and the `guide` of the manual is as large as they are. Starter templates (`create-vite`), the blog and the module runner are further away. Tests and examples, which are most of the files, are set aside.',
  },
];

/** The repository of a checkout. @param {string} folder */
export function repositoryOf(folder) {
  return repositories.find(({ holds }) => folder !== '' && fs.existsSync(path.join(folder, holds)));
}
