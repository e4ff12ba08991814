/** Publishes generated files until it is done or killed: ADDRESS NAME COUNT. Prints a line when it begins to write. */

import { createLexicons } from '../../src/engine/text/words/lexicon.ts';
import { publish } from '../../src/storage/postgres/openPublished.ts';
import { sourceOf } from './publishedIndex.ts';

const [address = '', name = '', count = ''] = process.argv.slice(2);
const texts = new Map(
  Array.from({ length: Number(count) }, (_, i) => [`docs/${i}.md`, `# Buoy ${i}\n\nThe buoy ${i} marks a channel, with a chain.\n`]),
);
let turns = 0;
const yieldThread = async (): Promise<void> => {
  if (++turns === 1) console.log('writing');
};
await publish({ address, name }, sourceOf(texts, createLexicons()), process.env, yieldThread);
