/** A new store takes over the dictionary and the bytes of documents that were encoded elsewhere; one with strings of its own encodes them. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { Dictionary, emptyCheckpoint } from '../../../src/engine/index/codec/dictionary.ts';
import { decodeDocument, encodeDocument } from '../../../src/engine/index/codec/documentCodec.ts';
import { analyzeColumns } from '../../../src/engine/text/analyze.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { indexVersion } from '../../../src/engine/version.ts';
import { packedStrings } from '../../../src/storage/sqlite/sqliteRows.ts';
import { openSqliteStore } from '../../../src/storage/sqlite/sqliteStore.ts';
import type { Analysed, Seed } from '../../../src/storage/store.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const id = { hash: 'a'.repeat(64), language: 'markdown' };
const other = { hash: 'b'.repeat(64), language: 'markdown' };

for (const isEmpty of [true, false]) {
  test(`documents of a seed are the same after a restart, in a store that ${isEmpty ? 'is empty' : 'has others'}`, (t) => {
    const lexicons = createLexicons();
    const [tide, quay] = ['# Tide\n\nThe tide table.\n', '# Quay\n\nThe closed quay.\n'].map((text) =>
      analyzeColumns(text, languageOf('a.md'), lexicons),
    );
    const dictionary = new Dictionary(lexicons);
    const encoded = { bytes: encodeDocument(tide!, dictionary).slice(), dictionary };
    const blocks = [packedStrings(dictionary.blockSince(emptyCheckpoint)!)];
    const analysed: Analysed = { columns: decodeDocument(encoded.bytes, dictionary), encoded };
    const seed: Seed = { dictionary, blocks, analysed: () => analysed, contentOf: () => undefined };

    const file = path.join(temporaryDirectory(t), 'index.sqlite');
    const store = openSqliteStore(file, { version: indexVersion, lexicons });
    const others = { files: [], removed: [], documents: [{ ...other, columns: quay! }] };
    if (!isEmpty) store.commit(others);
    store.adopt(seed);
    store.commit({ files: [], removed: [], documents: [{ ...id, ...analysed }] });
    if (isEmpty) store.commit(others);
    const size = dictionary.checkpoint();
    store.close();

    const again = openSqliteStore(file, { version: indexVersion, lexicons });
    t.after(() => again.close());
    assert.deepEqual([...again.document(id)!].sort(), [...tide!].sort());
    assert.deepEqual([...again.document(other)!].sort(), [...quay!].sort());
    assert.equal([...again.documents()].length, 2);
    assert.deepEqual(dictionary.checkpoint(), size, 'the dictionary of the seed is left as it is');
  });
}
