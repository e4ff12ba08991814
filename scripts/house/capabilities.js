// The capabilities of the project, each with its files and its budget of lines. docs/map.md lists their files by layer, in the same order.

import { rulesByFile } from './rules.js';

/** @typedef {import('./sources.js').Source} Source */

/**
 * `files` are paths below src, without ".ts", of files or of folders with all below them. A file belongs to the capability that has the longest of
 * its prefixes. The budget is in lines.
 * @type {readonly { name: string, budget: number, files: readonly string[] }[]}
 */
export const capabilities = [
  {
    name: 'Answers without a model',
    budget: 4000,
    files: [
      'engine/answer',
      'engine/question',
      'extension/ask',
      'protocol/panels/typing',
      'server/answers/examples',
      'server/answers/typing',
      'service/answerers',
      'service/approach',
      'service/ask',
      'service/questionService',
      'service/typing',
    ],
  },
  {
    name: 'Answers by a model',
    budget: 3500,
    files: [
      'cli/commands/askModel',
      'cli/models',
      'engine/answer/looks',
      'engine/answer/mergedTitle',
      'engine/answer/pool',
      'engine/answer/written',
      'extension/models',
      'models',
      'protocol/consent',
      'protocol/model',
      'protocol/panels/lookText',
      'server/answers/lookSteps',
      'server/answers/modelAnswers',
      'server/hostModel',
      'service/ask/askModel',
      'service/ask/rehearsal',
      'service/tools/lookInto',
      'webview/answer/consentCard',
      'webview/answer/looks',
    ],
  },
  {
    name: 'Panels, views, answers at a line, chat and hovers',
    budget: 7000,
    files: [
      'extension',
      'protocol/evidence',
      'protocol/panels',
      'protocol/text',
      'server/answers/evidenceText',
      'server/answers/highlighter',
      'server/answers/hover',
      'server/answers/quotes',
      'service/ask/explain',
      'service/ask/relatedChunks',
      'service/explore/evidence',
      'service/explore/fileExcerpt',
      'webview',
    ],
  },
  {
    name: 'Ranking: `mesh` and `bm25`',
    budget: 2500,
    files: ['engine/retrieval', 'service/ask/retrieverChoice', 'service/rank'],
  },
  {
    name: 'Other retrieval systems, and enrichment by a model',
    budget: 8000,
    files: [
      'cli/explanationText',
      'cli/models/enrich',
      'engine/retrieval/derived',
      'engine/retrieval/derivedBytes',
      'engine/retrieval/modelSources/embedder',
      'engine/retrieval/modelSources/enrichment',
      'engine/retrieval/modelSources/gateVerdict',
      'engine/retrieval/modelSources/passageVectors',
      'engine/retrieval/steps/mesh/similar',
      'engine/retrieval/explanation',
      'extension/models/embeddings',
      'extension/models/enrichIndex',
      'extension/panels/figuresPanel',
      'extension/retrievers',
      'models/openaiEmbedder',
      'protocol/panels/explanation',
      'protocol/figures',
      'server/answers/wireFigures',
      'server/enrichment',
      'server/hostEmbedder',
      'service/ask/otherAngles',
      'service/explore/derivedData',
      'service/scheduling/taskThread',
      'service/scheduling/taskWorker',
      'service/systems',
      'storage/cachedEmbedder',
      'storage/modelReplies',
      'storage/derived',
      'systems',
      'webview/explained',
      'webview/figures',
    ],
  },
  {
    name: 'Names: uses, connections, reach, drift',
    budget: 5200,
    files: [
      'cli/commands/changes',
      'cli/commands/connect',
      'cli/commands/grep',
      'cli/commands/symbol',
      'engine/connect',
      'engine/drift',
      'engine/impact',
      'engine/relations',
      'extension/inline/impactLens',
      'extension/reports/diagnostics',
      'extension/reports/staleNames',
      'extension/views/changeTree',
      'extension/views/confirmedUses',
      'extension/commands/connections',
      'extension/views/languageReferences',
      'extension/views/placeNodes',
      'extension/views/placeSubject',
      'extension/views/placeTree',
      'protocol/drift',
      'protocol/impact',
      'protocol/text/nameLink',
      'service/answerers/occurrences',
      'service/explore/definitionsByPath',
      'service/explore/driftFinder',
      'service/occurrences',
      'service/relations',
      'service/tools/grepTool',
      'webview/evidence/pathView',
    ],
  },
  {
    name: 'The past',
    budget: 1400,
    files: [
      'cli/commands/why',
      'engine/past',
      'extension/past',
      'service/answerers/reason',
      'service/folder/past',
      'service/past',
      'storage/arrays/pastFile',
      'service/tools/whyTool',
      'service/types/past',
      'workspace/git/gitLines',
      'workspace/git/gitLog',
    ],
  },
  {
    name: 'Groups: parts, communities and the map',
    budget: 5600,
    files: [
      'cli/commands/communities',
      'cli/commands/outline',
      'cli/commands/overview',
      'engine/algorithms',
      'engine/connect/fileUses',
      'engine/graph',
      'engine/naming',
      'engine/parts',
      'extension/panels/mapPanel',
      'extension/reports/description',
      'extension/views/communityChoices',
      'extension/views/communityItems',
      'extension/views/communityNodes',
      'extension/views/communityRows',
      'extension/views/communityTree',
      'extension/views/communityOrder',
      'extension/views/partNames',
      'protocol/treeRows',
      'protocol/map',
      'protocol/panels/panelMap',
      'server/answers/communityProximity',
      'server/answers/map',
      'service/answerers/orientation',
      'service/answerers/ownDescription',
      'service/treeRows',
      'service/relations/fileUses',
      'service/explore/answerKeeper',
      'service/explore/communities',
      'service/explore/communityFiles',
      'service/explore/overviewKeeper',
      'service/types/treeRows',
      'webview/map',
    ],
  },
  {
    name: 'Texts and secrets',
    budget: 6000,
    files: ['engine/text', 'engine/vocabulary', 'engine/util', 'service/explore/masked'],
  },
  { name: 'Files of a workspace', budget: 3400, files: ['extension/commands/excludeFromIndex', 'workspace'] },
  {
    name: 'Keeping an index',
    budget: 3200,
    files: ['service', 'service/folder', 'service/scheduling'],
  },
  {
    name: 'Storing and sharing an index',
    budget: 6500,
    files: [
      'cli/commands/share',
      'cli/folderNames',
      'engine',
      'extension/client/sharedIndex',
      'extension/commands/transfer',
      'service/explore/exportIndex',
      'service/explore/verify',
      'service/folder/folderSeed',
      'service/folder/published',
      'storage',
    ],
  },
  {
    name: 'Command line, tools for agents, evaluation',
    budget: 3000,
    files: ['cli', 'extension/tools', 'protocol/tools', 'server/answers/tools', 'service/tools', 'tools'],
  },
  { name: 'Shared by all', budget: 1800, files: ['messages', 'protocol', 'server'] },
];

/**
 * @param {string} file relative to the project, with "/"
 * @returns {string | undefined} the name of its capability
 */
export function capabilityOf(file) {
  const parts = file.replace(/\.ts$/, '').split('/').slice(1);
  for (let length = parts.length; length > 0; length--) {
    const found = byPrefix.get(parts.slice(0, length).join('/'));
    if (found !== undefined) return found;
  }
  return undefined;
}

const byPrefix = new Map(capabilities.flatMap(({ name, files }) => files.map((prefix) => [prefix, name])));

/**
 * @param {readonly Source[]} sources
 * @returns what a capability has, in the order of the table
 */
export function capabilitySizes(sources) {
  const files = Map.groupBy(sources, ({ file }) => capabilityOf(file));
  const rules = rulesByFile(sources);
  return capabilities.map(({ name, budget }) => {
    const sizes = (files.get(name) ?? []).map(({ file, text }) => ({ file, lines: linesIn(text) })).sort((a, b) => a.lines - b.lines);
    return {
      name,
      budget,
      lines: sizes.reduce((sum, { lines }) => sum + lines, 0),
      files: sizes.length,
      /** Patterns, and conditions that look for a text. */
      rules: sizes.reduce((sum, { file }) => sum + (rules.get(file)?.patterns ?? 0) + (rules.get(file)?.tests ?? 0), 0),
      median: medianOf(sizes.map(({ lines }) => lines)),
      largest: sizes.at(-1),
    };
  });
}

/** @param {string} text */
export function linesIn(text) {
  return text.split('\n').length - 1;
}

/**
 * @param {readonly number[]} sorted
 * @returns {number} the upper one of two in the middle; 0 for none
 */
export function medianOf(sorted) {
  return sorted[sorted.length >> 1] ?? 0;
}

/**
 * Prefixes that no file has, and those that two capabilities share.
 * @param {readonly Source[]} sources
 */
export function unusedPrefixes(sources) {
  const all = capabilities.flatMap(({ files }) => files);
  const isUsed = (/** @type {string} */ prefix) =>
    sources.some(({ file }) => file === `src/${prefix}.ts` || file.startsWith(`src/${prefix}/`));
  return all.filter((prefix, i) => !isUsed(prefix) || all.indexOf(prefix) !== i);
}
