/** The public API of the engine. Code outside of this folder imports only this file. */

export { createIndex, type Hit, type IndexedText, type IndexOptions, type SearchOptions, type TextIndex } from './createIndex.ts';
