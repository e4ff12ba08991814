// What analysis, codecs and builders make of the fixed corpus.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { packSteps } from '../../src/engine/index/codec/savedSegments.ts';
import { MemoryIndex } from '../../src/engine/index/memoryIndex.ts';
import { indexedDocument } from '../../src/engine/index/segment.ts';
import { bindingsBuilder } from '../../src/engine/relations/bindingsBuilder.ts';
import { bind } from '../../src/engine/retrieval/bind.ts';
import { createDerivedStore } from '../../src/engine/retrieval/derived.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { analysisOf } from '../../src/engine/text/words/columns.ts';
import { createLexicons } from '../../src/engine/text/words/lexicon.ts';
import { finish } from '../../src/engine/util/steps.ts';
import { readFile } from '../../src/service/folder/update/readFile.ts';
import { encodeRecord } from '../../src/storage/fileLog.ts';
import { FrameReader, usualPacking } from '../../src/storage/frames.ts';
import { inflate } from '../../src/storage/inflate.ts';
import { segmentRows } from '../../src/storage/postgres/segmentRows.ts';
import { writeNamed } from '../../src/storage/segments/segmentFiles.ts';
import { blobArray } from '../../src/storage/served/exportForm.ts';
import { isSkipNote } from '../../src/storage/store.ts';
import { registry } from '../../src/systems/registry.ts';
import { readDocument } from '../../src/workspace/files/readDocument.ts';
import { listFolder } from '../../src/workspace/files/walk.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { writeCorpus } from './corpus.js';

/** @typedef {import('../../src/engine/document.ts').ContentId} ContentId */
/** @typedef {import('../../src/engine/index/segment.ts').Segment} Segment */
/** @typedef {{ path: string, text: string, id: ContentId, columns: import('../../src/engine/text/words/columns.ts').DocumentColumns }} Document */
/** @typedef {'index' | 'past' | 'derived' | 'listing' | 'published'} Form */

/** Of the corpus's columns, which are small. */
const maxColumnBytes = 1 << 24;
const unpacked = (/** @type {Buffer} */ bytes) => inflate('zlib', bytes, maxColumnBytes);
const question = 'How is tea brewed by TeaPot, and whom did Anna Ahlmark meet in Brindle?';

/**
 * @param {string} root the project
 * @returns {Promise<Record<Form, string>>} a digest of the results for each stored form
 */
export async function outputDigests(root) {
  const temporary = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-versions-')));
  try {
    const folder = path.join(temporary, 'corpus');
    fs.mkdirSync(folder);
    writeCorpus(root, folder);
    return await digestsOf(folder, temporary);
  } finally {
    fs.rmSync(temporary, { recursive: true });
  }
}

/**
 * @param {string} folder
 * @param {string} temporary an empty directory, but for the folder
 * @returns {Promise<Record<Form, string>>}
 */
async function digestsOf(folder, temporary) {
  const sums = Object.fromEntries(['index', 'past', 'derived', 'listing', 'published'].map((form) => [form, createHash('sha256')]));
  /** @type {(form: Form, ...values: unknown[]) => void} */
  const add = (form, ...values) => {
    for (const value of values) sums[form]?.update(value instanceof Uint8Array ? value : `${JSON.stringify(value)}\n`);
  };
  const listing = await listFolder(folder, defaultSettings, { env: {} });
  add(
    'listing',
    listing.files.map(({ path: file }) => file),
    listing.skipped,
    listing.directories,
  );

  const lexicons = createLexicons();
  /** @type {Document[]} */
  const documents = [];
  // Also those that a rule about names leaves out: what would be made of them is decided here as well.
  for (const file of filesBelow(folder)) {
    const settings = { ...defaultSettings, fileTimeBudgetMs: 60_000 };
    const read = readDocument(folder, file, settings);
    const outcome = readFile(folder, file, settings, undefined, { languageOf, lexicons });
    if (outcome?.kind !== 'row' || isSkipNote(outcome.row.content) || outcome.document === undefined || read.kind !== 'text') {
      add('index', file, outcome?.kind === 'row' ? outcome.row.content : outcome?.kind);
      continue;
    }
    const columns = outcome.document;
    const { content: id } = outcome.row;
    documents.push({ path: file, text: read.text, id, columns });
    add('index', file, id.language, id.hash, analysisOf(columns, lexicons));
  }
  const [row] = documents.map(({ path: file, id }) => {
    const times = { mtimeNs: 1n, ctimeNs: 2n, inode: 3n, indexedAtNs: 4n };
    return { path: file, size: 5, ...times, content: id };
  });
  add('index', encodeRecord({ removed: ['a'], files: row === undefined ? [] : [row] }));

  const index = new MemoryIndex(lexicons);
  const segment = index.apply(documents.map(({ path: file, id, columns }) => indexedDocument(file, id.language, columns)));
  const contents = new Map(documents.map(({ path: file, id }) => /** @type {const} */ ([file, id])));
  const saved = index.saved((file) => contents.get(file));
  const arrays = finish(packSteps(saved, lexicons));
  const written = finish(writeNamed(temporary, 'segments', arrays, { version: '', packing: usualPacking }));
  add('index', ...framesOf(path.join(temporary, written)), blobArray([undefined, { blob: 'b', bytes: 5 }]));

  const reader = index.reader();
  const ids = documents.map(({ id }) => id);
  const { files, lengths, traits, postings, chunkRows } = segmentRows(/** @type {Segment} */ (segment), ids, lexicons);
  add('published', ...[files, lengths, traits].map(unpacked), postings.map(plain), [...chunkRows()].map(plain));

  await addDerived(reader, documents, (...values) => add('derived', ...values));
  return /** @type {Record<Form, string>} */ (Object.fromEntries(Object.entries(sums).map(([form, sum]) => [form, sum.digest('hex')])));
}

/**
 * Adds what each builder keeps when its system is asked.
 * @param {import('../../src/engine/index/reader.ts').IndexReader} reader
 * @param {readonly Document[]} documents
 * @param {(...values: unknown[]) => void} add
 */
async function addDerived(reader, documents, add) {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  /** @type {import('../../src/engine/retrieval/derived.ts').KeptData} */
  const kept = {
    contentOf: ({ path: file }) => byPath.get(file)?.id,
    generation: async () => undefined,
    keepGeneration: async ({ id, variant }, bytes) => add(id, variant, bytes),
    document: () => undefined,
    keepDocuments: ({ id, variant }, all) => {
      for (const { info, bytes } of all) add(id, variant, info.path, bytes);
    },
    refuse: () => undefined,
  };
  const texts = {
    chunkText: async (/** @type {import('../../src/engine/index/reader.ts').ChunkInfo} */ { path: file, startLine, endLine }) =>
      byPath
        .get(file)
        ?.text.split('\n')
        .slice(startLine - 1, endLine)
        .join('\n'),
  };
  for (const { load } of registry.entries) {
    const system = await load();
    const derived = createDerivedStore(() => kept);
    await bind(system, {}, { texts, derived }).search(reader, question, { limit: 5 });
  }
  await createDerivedStore(() => kept).ofDocuments(bindingsBuilder, { reader, texts });
}

/** @param {string} folder @returns {string[]} paths relative to it, with "/" */
function filesBelow(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}

/** @param {string} file @returns {Uint8Array[]} the content of each frame */
function framesOf(file) {
  const reader = new FrameReader(file);
  const contents = [];
  for (;;) {
    const frame = reader.next();
    contents.push(frame.content().slice());
    if (frame.size === 0) break;
  }
  reader.close();
  return contents;
}

/** A row with its bytes as text. @param {object} row */
function plain(row) {
  return Object.entries(row).map(([name, value]) => [
    name,
    ArrayBuffer.isView(value) ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex') : value,
  ]);
}
