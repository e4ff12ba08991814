/**
 * The engine's door: an index of texts, and what a retrieval system of another package is made of. Inside the project, rooms import the
 * modules that they need, as `scripts/house/rooms.js` allows.
 */

// An index of texts
export {
  createIndex,
  type Hit,
  type IndexedText,
  type IndexOptions,
  type TextIndex,
  type TextSearchOptions,
} from './createIndex.ts';
// What is indexed
export { type DocumentAnalysis, Role, Space } from './document.ts';
export { MemoryIndex } from './index/memoryIndex.ts';
export {
  type ChunkInfo,
  type FoundKey,
  type IndexReader,
  type KeyColumns,
  type KeyOfChunk,
  type Postings,
  Trait,
} from './index/reader.ts';
export type { TextSource } from './index/textSource.ts';
// Questions
export { readQuestion } from './question/question.ts';
// Retrieval systems
export { bind } from './retrieval/bind.ts';
export { createDerivedStore, type DerivedStore, type DocumentBuilder, type GenerationBuilder } from './retrieval/derived.ts';
export { evidenceOfKeys } from './retrieval/keyEvidence.ts';
export type { Evidence, Ranked, Ranking, RetrieveOptions, Retriever } from './retrieval/ranking.ts';
export type { RetrievalSystem, SearchContext, Sources, SystemContext } from './retrieval/retrievalSystem.ts';
export { byPlace, selectBest } from './retrieval/steps/select.ts';
export { wordPostings } from './retrieval/steps/wordPostings.ts';
export { flag, integer, number, oneOf } from './retrieval/systemOptions.ts';
export { bm25, termEvidence } from './retrieval/systems/bm25.ts';
export { mesh } from './retrieval/systems/mesh.ts';
// Texts to chunks, terms and names
export { analyzeColumns, analyzeText } from './text/analyze.ts';
export { languageOf } from './text/languages.ts';
export { pathNames } from './text/names/pathNames.ts';
export { createLexicons, type Lexicons } from './text/words/lexicon.ts';
export { fold, termsOf } from './text/words/terms.ts';
