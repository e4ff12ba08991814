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
      '213 files, 1,294 chunks, 267 communities. The largest areas are the words of the manual: `render_template`, `Blueprint`, `test_client`, `current_app`. Docs, examples and tests of one subject are close together, so a newcomer sees which chapter explains which class, and that contexts (`current_app`, `_request_ctx_stack`, `teardown_request`) are spread over three areas.',
  },
  {
    name: 'ripgrep',
    title: 'ripgrep (Rust)',
    holds: 'crates/core',
    learned:
      '180 files, 387 communities. The colours are the crates: `printer` and `searcher` meet in the largest areas (`multi_line`, `binary_byte_offset`), `ignore` is grouped around `WalkBuilder`, `globset` at the edges. The chapter of the user guide on automatic filtering is one area with the code of `WalkBuilder`, which is where its questions are answered.',
  },
  {
    name: 'vite',
    title: 'Vite (TypeScript)',
    holds: 'packages/vite',
    learned:
      '2,386 files, 1,268 communities. Nearly everything belongs to one package, so colours distinguish docs, starter templates and playgrounds from it: HMR and CSS are areas led by the guide, workers and assets by a playground, which shows where to start reading about each. The largest area of all is the licenses of bundled dependencies: worth excluding from the index, by its menu.',
  },
];

/** The repository of a checkout. @param {string} folder */
export function repositoryOf(folder) {
  return repositories.find(({ holds }) => folder !== '' && fs.existsSync(path.join(folder, holds)));
}
