/**
 * A lower bound for our own index, however it is built and stored: reads and analyses every file as for the index, on one thread, and keeps
 * only the strings. Cannot be searched.
 */

import fs from 'node:fs';
import nodePath from 'node:path';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { readFile } from '../../../src/service/folder/update/readFile.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import type { System } from '../system.ts';
import { filesBelow } from './floor.ts';

export const analysis: System = {
  readsFiles: true,
  async build(_chunks, { dir, tree }) {
    const place = { languageOf, lexicons: createLexicons() };
    let numbers = 0;
    for (const path of filesBelow(tree)) {
      const outcome = readFile(tree, nodePath.relative(tree, path).replaceAll(nodePath.sep, '/'), defaultSettings, undefined, place);
      if (outcome?.kind === 'row') numbers += outcome.document?.length ?? 0;
    }
    fs.writeFileSync(nodePath.join(dir, 'numbers'), String(numbers));
  },
  async open() {
    throw new Error('The analysis keeps nothing that could be opened');
  },
};
