/** What the engine offers. Everything outside of this folder imports this file and nothing past it. */

export { answerStates, type Block, type Brief, type Piece } from './answer/brief/block.ts';
export { blockText, type OmissionText, sharedIndent } from './answer/brief/blockText.ts';
export { briefLimits, composeBrief } from './answer/brief/brief.ts';
export { isDemoted, isLeftOut } from './answer/brief/demotion.ts';
export type { BriefSource } from './answer/brief/source.ts';
export type { AnswerFacts, FilesProgress, FolderFacts, GitChange, LostLink } from './answer/facts.ts';
// Answers
export {
  asksForLicence,
  type EntryLines,
  type EntryQuery,
  entryQueryOf,
  findEntry,
  licenceLines,
  manifestRank,
} from './answer/manifestEntries.ts';
export { compareVersions, newestVersion } from './answer/newestVersion.ts';
export type { PoolChunk, PoolSource } from './answer/pool.ts';
export { announced } from './answer/written/announced.ts';
export { checkAnswer, citedNumbers } from './answer/written/citations.ts';
export {
  type ChatClient,
  type ChatEnd,
  type ChatMessage,
  ContextOverflow,
  estimateTokens,
  type LanguageModel,
  type ModelRequest,
  type RequestFacts,
  type TokenUsage,
} from './answer/written/languageModel.ts';
export { answerByModel, type ModelAnswer, maxAnswerRequests, type PreparedPrompt } from './answer/written/modelAnswer.ts';
export { fenceMark, maxSentTurns, type Prompt, type Turn } from './answer/written/prompt.ts';
export { rewriteBy, rewritePrompt } from './answer/written/rewrite.ts';
// Imports, definitions and users of names
export { type ChainStep, chainBetween } from './connect/chain.ts';
export { type Connection, type ConnectionLink, type End, maxConnectionLinks } from './connect/connect.ts';
export { type ImportStep, importChain } from './connect/imports.ts';
export { endOfName } from './connect/nameEnd.ts';
export { pathsBetween } from './connect/pathsBetween.ts';
export {
  createIndex,
  type Hit,
  type IndexedText,
  type IndexOptions,
  type TextIndex,
  type TextSearchOptions,
} from './createIndex.ts';
// What chunks, keys and places are
export { bearingRoles, type ChunkKey, type ContentId, type DocumentAnalysis, type PathNames, Role, Space } from './document.ts';
// Removed names
export { dependenciesIn, isManifest, packagesIn } from './drift/dependencies.ts';
export { findMentions, type Mention, type Source } from './drift/mentions.ts';
export { type DefinedName, definesNames, type FileNames, namesDefinedIn } from './drift/names.ts';
export type { Packages } from './drift/origin.ts';
export { type RetiredName, retiredNames } from './drift/retired.ts';
// Embeddings
export { type Embedder, normalize } from './embed/embedder.ts';
export { maxJsonRequests } from './enrich/askForJson.ts';
export { type EnrichmentPassage, enrichmentPromptVersion } from './enrich/enrichmentPrompt.ts';
// What a model reads out of passages
export {
  type EnrichmentCounts,
  type EnrichmentOptions,
  type EnrichmentRecords,
  type EnrichmentRun,
  enrichPassages,
  type KeyedPassage,
} from './enrich/enrichPassages.ts';
export { type EnrichmentEstimate, estimateEnrichment } from './enrich/estimate.ts';
export { gatePromptVersion } from './enrich/gatePrompt.ts';
export { modelJudge } from './enrich/modelJudge.ts';
export {
  type ComparedModules,
  estimateGates,
  type GateCandidate,
  type GateCounts,
  type GateOptions,
  type GateRecords,
  type GateRun,
  verifyGates,
} from './enrich/verifyGates.ts';
// Communities, topics and the map
export { type Communities, CommunityGraph, findCommunities } from './graph/communities.ts';
export { type LayoutLink, layoutCircles, layoutGroups } from './graph/mapLayout.ts';
export {
  communitiesAt,
  type PlacedChunk,
  type PlacedCommunities,
  type PlacedCommunity,
  placeCommunities,
} from './graph/placedCommunities.ts';
export { projectSignatures } from './graph/sketchPlot.ts';
export { findTopics, type Topics } from './graph/topics.ts';
// Hashing
export { hash64 } from './hash/hash.ts';
export { writeMinima } from './hash/minhash.ts';
// What a change reaches
export { changedNames, type NameChanges, sharedLines } from './impact/changedNames.ts';
export {
  collectEvidence,
  type ImpactEvidence,
  type ImpactWeights,
  impactWeights,
  type LineRange,
  maxChangedPassages,
  type RankedFile,
  rankFiles,
} from './impact/ranking.ts';
export {
  fileSubject,
  type Reach,
  type ReachedFile,
  type ReachedLine,
  type ReachKind,
  reachKinds,
  reachOf,
  type Subject,
} from './impact/reach.ts';
// The index
export { CorruptBytesError } from './index/codec/bytes.ts';
export { StringCounts } from './index/codec/canonicalDictionary.ts';
export { blockOf, type Checkpoint, Dictionary, emptyCheckpoint, parts } from './index/codec/dictionary.ts';
export { decodeDocument, decodedLength, encodeDocument } from './index/codec/documentCodec.ts';
export { type Frame, LazyBytes, maxFrameBytes } from './index/codec/lazyBytes.ts';
export { decodeNumbers, encodeNumbers } from './index/codec/numberCode.ts';
export { type NumberArray, packSteps, type SavedArray, type SavedSegment, unpackSteps } from './index/codec/savedSegments.ts';
export { type EntryRows, entriesOf, RowWriter, readEntries } from './index/entryRows.ts';
export { concatColumns, type JoinedColumns } from './index/joinedColumns.ts';
export { joinReaders } from './index/joinedReader.ts';
export { MemoryIndex } from './index/memoryIndex.ts';
export {
  type ChunkInfo,
  chunkIdsOf,
  type DocumentInfo,
  type FoundKey,
  type IndexReader,
  type KeyColumns,
  type KeyOfChunk,
  noPostings,
  type Postings,
  Trait,
} from './index/reader.ts';
export { type IndexedDocument, indexedDocument, type Segment } from './index/segment.ts';
export { buildSegment } from './index/segmentBuilder.ts';
export { joinSnapshots, keyCountsOf, type Snapshot } from './index/snapshot.ts';
export type { TextSource } from './index/textSource.ts';
export type { Message } from './message.ts';
// Which keys relate places
export { isReason } from './naming/ubiquitousKeys.ts';
// Parts of a folder
export { firstSentence, type Quote } from './parts/authorWords.ts';
export type { EntryPoint } from './parts/manifests.ts';
export { type OutlineEntry, outlineOf } from './parts/outline.ts';
export { findParts, type Overview, type Part, type PartFile } from './parts/overview.ts';
export type { Corner } from './parts/sourceFiles.ts';
export { depthOf, isReadme } from './parts/sourcePaths.ts';
export { builtModules, type NamedGroup, partTopics } from './parts/topics.ts';
export type { Place } from './place.ts';
// Questions
export { connectionAskedFor } from './question/connectionQuestions.ts';
export { thingAskedFor } from './question/definitionQuestions.ts';
export { keysAt, keysOfName, nameAt } from './question/focus.ts';
export { wordsOf } from './question/followUpQuestions.ts';
export { marksIn } from './question/marks.ts';
export { createNameRating } from './question/namedBy.ts';
export { partOperators } from './question/operators.ts';
export { type Orientation, orientationAskedFor } from './question/orientationQuestions.ts';
export { maxQuestionLength, questionTerms } from './question/question.ts';
export { standaloneQuestion } from './question/standaloneQuestion.ts';
export { asksAboutWorkspace, ownNames } from './question/workspaceQuestions.ts';
export type { Binding } from './relations/binding.ts';
export { bindingsBuilder } from './relations/bindingsBuilder.ts';
export type { FolderPart, RelationSource } from './relations/candidates.ts';
export { isModuleManifest, type Manifests, readManifests } from './relations/manifests.ts';
export { type Import, ModuleGraph } from './relations/moduleGraph.ts';
export { type UseKind, useKinds, usesIn } from './relations/occurrences.ts';
export { nearestNames, oneLetterAway, otherNamesOf } from './relations/otherNames.ts';
export { type Sentence, sentencesAbout } from './relations/prose.ts';
export {
  allDefinitionsIn,
  definitionsIn,
  definitionsOf,
  type NameDefinition,
  type NamedDefinition,
  type NameUse,
  type NameUses,
  namesOf,
  usersOf,
  usersOfEach,
  type WantedName,
} from './relations/relations.ts';
// Retrieval systems
export {
  createDerivedStore,
  type DataKind,
  type DerivedStore,
  type DocumentBuilder,
  type DocumentBytes,
  type GenerationBuilder,
  type KeptData,
  type Pause,
} from './retrieval/derived.ts';
export { type Enrichment, type EnrichmentSource, enrichmentFrom, type Judge } from './retrieval/enriched/enrichment.ts';
export { readEnriched } from './retrieval/enriched/entitySource.ts';
export { kindOfKey, spaceOfKind } from './retrieval/keyEvidence.ts';
export { lineOf, locate } from './retrieval/locate.ts';
export { gateRelations } from './retrieval/modules/gateRelations.ts';
export { type BuildLevels, buildLevels, type Levels } from './retrieval/modules/levels.ts';
export { type ModuleGraph as GatedModules, moduleGraphOf, moduleSide } from './retrieval/modules/moduleGraph.ts';
export { type RelationKind, relationKinds } from './retrieval/modules/relations.ts';
export type { NodeKeys } from './retrieval/modules/structure.ts';
export { candidatesOf, type GateVerdict, type GateVerdicts, gateVerdictFrom, sidesOf } from './retrieval/modules/verdicts.ts';
export { nearestFirst } from './retrieval/nearestFirst.ts';
export type { Evidence, Ranking, Retriever } from './retrieval/ranking.ts';
export { rarity } from './retrieval/rarity.ts';
export type { Sources } from './retrieval/retrievalSystem.ts';
export { bind, createRetriever, defaultSystem, retrievers, systemOf, systems } from './retrieval/retrievers.ts';
export { readFields } from './retrieval/steps/fields.ts';
export { readSynonyms, synonymGroups } from './retrieval/steps/synonyms.ts';
export { termsTo, wordCounts, wordPostings } from './retrieval/steps/wordPostings.ts';
export { bm25, idf } from './retrieval/systems/bm25.ts';
export { hug } from './retrieval/systems/hug.ts';
export { mesh } from './retrieval/systems/mesh.ts';
export { meshPaper } from './retrieval/systems/meshPaper.ts';
export { maxChunks, relatedTo } from './retrieval/systems/related.ts';
// Texts to chunks, terms and names
export { analyzeColumns, analyzeText, passageColumns } from './text/analyze.ts';
export { codeSpans } from './text/codeSpans.ts';
export { backticksAround, codeLine, type Fence, fenceAfter } from './text/fences.ts';
export { keywords, type Language, languageNamed, languageOf, plainText } from './text/languages.ts';
export { type Lines, lineAt, linesOf } from './text/lines.ts';
export { isLegalPath } from './text/names/legal.ts';
export { isChangeLogPath, isTestPath, noPathNames, pathNames } from './text/names/pathNames.ts';
export { findSecrets, maskSecrets, maskSpans } from './text/secrets/secrets.ts';
export { overlap, type Span } from './text/spans.ts';
export { languageOfQuestion, stopWordsIn } from './text/stemming/naturalLanguage.ts';
export { stemmedLanguageOf } from './text/stemming/stemmedLanguage.ts';
export { visible } from './text/visible.ts';
export { analysisOf, chunksIn, type DocumentColumns, renumber } from './text/words/columns.ts';
export { createLexicons, Lexicon, type Lexicons } from './text/words/lexicon.ts';
export { fold, termOf, termsOf } from './text/words/terms.ts';
export { tokenize } from './text/words/tokens.ts';
export { CommentLines } from './text/zones.ts';
export { Budget, JsonScan, OverBudgetError, readJson } from './util/budget.ts';
export { editDistance } from './util/editDistance.ts';
export { directoryOf, foldersOf } from './util/paths.ts';
export { pushTo } from './util/pushTo.ts';
// Long work in steps, growing arrays
export { finishWith, type Steps } from './util/steps.ts';
export { artifactVersion, derivedVersion, indexVersion, listingVersion, publishedVersion, segmentsVersion } from './version.ts';
export { type SecretKind, secretKinds } from './vocabulary/secrets/kinds.ts';
