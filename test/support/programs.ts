/**
 * The programs under test. `npm test` starts them as they are built, which takes half the time; a test that is run alone starts them from
 * source.
 */

import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const isBuilt = process.env.MESHRAG_BUILT === '1';

export const commandLine = path.join(root, isBuilt ? 'dist/cli.js' : 'src/cli/start.ts');
export const languageServer = path.join(root, isBuilt ? 'dist/server.cjs' : 'src/server/main.ts');
