/** What the engine offers. Everything outside of this folder imports this file and nothing past it. */

export { createIndex, type Hit, type IndexedText, type IndexOptions, type SearchOptions, type TextIndex } from './createIndex.ts';
