/** A program that keeps reading the files of a folder until it is stopped, then reports why any of them was skipped. */

import fs from 'node:fs';
import path from 'node:path';
import { languageOf } from '../../src/engine/text/languages.ts';
import { createLexicons } from '../../src/engine/text/words/lexicon.ts';
import { readSlice } from '../../src/service/folder/update/readSlice.ts';
import { isSkipNote } from '../../src/storage/store.ts';
import { toEntry } from '../../src/workspace/entries.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';

const [root = '', ...paths] = process.argv.slice(2);
const settings = { ...defaultSettings, fileTimeBudgetMs: 300 };
const place = {
  ...{ folder: root, settings, languageOf, lexicons: createLexicons() },
  known: () => undefined,
  store: { document: () => undefined },
};
const files = paths.map((name) => toEntry(name, fs.lstatSync(path.join(root, name), { bigint: true })));
const reasons: string[] = [];
let isDone = false;
let rounds = 0;

process.on('message', () => {
  isDone = true;
});
process.send?.('started');
for (; !isDone; rounds++) {
  for (let at = 0; at < files.length; ) {
    at = readSlice(place, files, at, (outcome) => {
      if (outcome.kind === 'row' && isSkipNote(outcome.row.content)) reasons.push(outcome.row.content.reason);
    });
    await new Promise((resolve) => setImmediate(resolve));
  }
}
process.send?.({ files: files.length, rounds, reasons }, () => process.disconnect());
