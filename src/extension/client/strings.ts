/** The texts shown by the language server and the answer panel, in the user's language. */

import { l10n } from 'vscode';
import { messagesOf, textOf } from '../../messages/messages.ts';
import type { Failure } from '../../protocol/messages.ts';
import type { PanelWords } from '../../protocol/panels/panelWords.ts';
import type { ServerWords } from '../../protocol/text/serverWords.ts';

/** Messages of the server and of the model clients in the user's language. */
export function textIn(messages: Failure['messages'] | undefined): string {
  return textOf(messages, (english) => l10n.t(english));
}

/** The message of an error for display; the log keeps the original. */
export function messageOf(error: unknown): string {
  return textIn(messagesOf(error));
}

/** Translates sentences of files that are independent of the editor, where they are listed literally so that they can be extracted. */
export function translate(sentence: string, ...values: (string | number)[]): string {
  return l10n.t(sentence, ...values);
}

/** Passed to such files. */
export type Translate = typeof translate;

export function serverWords(): ServerWords {
  return {
    related: l10n.t('Related'),
    notInSources: l10n.t('The sources do not say.'),
    knownOf: l10n.t('What is known of {0}'),
    mentions: l10n.t('mentions {0}'),
    defines: l10n.t('defines {0}'),
    uses: l10n.t('uses {0}'),
    documents: l10n.t('documents {0}'),
    shares: l10n.t('shares {0}'),
    linkedThrough: l10n.t('linked through {0} to {1}'),
    andMore: l10n.t('{0} and {1} more'),
    indexing: l10n.t('Indexing {0}'),
    filesOf: l10n.t('{0} of {1} files'),
    filesLeft: l10n.t('{0} of {1} files · {2} files/s · {3} left'),
    exampleDoc: l10n.t('What is “{0}” about?'),
    exampleCode: l10n.t('Where is {0} used?'),
    exampleHow: l10n.t('How does {0} work?'),
  };
}

export function panelWords(): PanelWords {
  return {
    title: l10n.t('Ask workspace'),
    edit: l10n.t('Edit question'),
    questionLabel: l10n.t('Question'),
    firstPlaceholder: l10n.t('Ask about this workspace'),
    askPlaceholder: l10n.t('Ask a follow-up…'),
    ask: l10n.t('Ask'),
    stop: l10n.t('Stop'),
    stopped: l10n.t('Stopped.'),
    asking: l10n.t('Looking through the workspace'),
    waiting: l10n.t('Waiting for {0}'),
    writing: l10n.t('{0} is writing'),
    finished: l10n.t('Answered from {0} sources.'),
    sources: l10n.t('Sources'),
    nearest: l10n.t('Nearest places'),
    more: l10n.t('{0} more'),
    facts: l10n.t('{0} of {1} sources'),
    oneSource: l10n.t('1 source'),
    scopeAll: l10n.t('Whole workspace'),
    scopeNear: l10n.t('Near {0}'),
    scopeChange: l10n.t('Change where answers come from: {0}'),
    scopeRemove: l10n.t('Remove {0}'),
    kindDoc: l10n.t('docs only'),
    kindCode: l10n.t('code only'),
    language: l10n.t('language {0}'),
    withSelection: l10n.t('With the selection'),
    soFar: l10n.t('Answered from {0} of {1} files so far.'),
    indexing: l10n.t('Indexing: {0} of {1} files so far. Answers come from these.'),
    askAgain: l10n.t('Ask again'),
    manageTrust: l10n.t('Manage Workspace Trust'),
    lines: l10n.t('lines {0} to {1}'),
    line: l10n.t('line {0}'),
    why: l10n.t('Why this source'),
    question: l10n.t('question'),
    word: l10n.t('word of the question'),
    wayTerm: l10n.t('mentions'),
    wayTitle: l10n.t('title'),
    wayName: l10n.t('name'),
    waySymbol: l10n.t('symbol'),
    wayPath: l10n.t('path'),
    wayLink: l10n.t('link'),
    wayHeading: l10n.t('heading'),
    wayLiteral: l10n.t('literal'),
    evidence: l10n.t('Show evidence'),
    excerpt: l10n.t('Excerpt of {0}'),
    lookedIn: l10n.t('Looked in {0} files.'),
    lookedInOne: l10n.t('Looked in 1 file.'),
    lookedInNone: l10n.t('No file of this workspace is indexed; the report explains why.'),
    searchText: l10n.t('Search file text instead'),
    failed: l10n.t('The question could not be answered.'),
    details: l10n.t('Details'),
    retry: l10n.t('Try again'),
    quoteInstead: l10n.t('Quote the sources instead'),
    showLog: l10n.t('Show log'),
    showReport: l10n.t('Show report'),
    rebuild: l10n.t('Rebuild index'),
    noFolder: l10n.t('No folder is open. MeshRAG answers from the files of a folder.'),
    openFolder: l10n.t('Open Folder'),
    emptyHint: l10n.t('Answers are quoted from its files. Nothing leaves this machine.'),
    emptyHintModel: l10n.t('Answers are written by {0} from what is found in its files.'),
    tryOne: l10n.t('For example'),
    earlier: l10n.t('Earlier threads'),
    turns: l10n.t('{0} questions'),
    citation: l10n.t('Source {0}: {1}, {2}'),
    copy: l10n.t('Copy as Markdown'),
    copyCode: l10n.t('Copy code'),
    leftOut: l10n.t('{0} lines left out'),
    leftOutOne: l10n.t('1 line left out'),
    closest: l10n.t('The closest place is {0}. It may not answer the question.'),
    nothing: l10n.t('Nothing in this workspace mentions that.'),
    noWords: l10n.t('The question contains no word to search for.'),
    alsoLookedFor: l10n.t('Also looked for'),
    termRemove: l10n.t('Ask again without {0}'),
    lookedFor: l10n.t('Looked for: {0}.'),
    missing: l10n.t('Nothing in this workspace mentions {0}.'),
    seeAlso: l10n.t('See also:'),
    newThread: l10n.t('New thread'),
    noModel: l10n.t('No model (quotes only)'),
    model: l10n.t('Model: {0}. Choose the model that writes the answers'),
    consentWaiting: l10n.t('Waiting for your permission'),
    consentTitle: l10n.t('Send excerpts of this workspace to {0}?'),
    consentModel: l10n.t('Model: {0}'),
    consentContent: l10n.t('Your question and {0} excerpts, about {1} tokens'),
    consentEarlier: l10n.t('Earlier questions included, with answers: {0}'),
    consentLeftOut: l10n.t('Earlier questions left out because quoted files changed: {0}'),
    consentMasked: l10n.t('Masked secrets: {0}'),
    consentOnce: l10n.t('You will be asked once per workspace and recipient. Every request is kept in a log on this machine.'),
    consentExcerpts: l10n.t('“Send”: a model writes the answer from excerpts; one or two requests per question, about {0} tokens.'),
    consentQuestionsMeans: l10n.t(
      '“Only my questions”: a model suggests other search terms, and answers are quoted; one request per question, about {0} tokens, nothing from files.',
    ),
    consentQuestions: l10n.t('Only my questions'),
    consentSend: l10n.t('Send'),
    consentRefuse: l10n.t('Don’t send'),
    consentShow: l10n.t('Show the exact request'),
    sent: l10n.t('What was sent'),
    masked: l10n.t('Masked secrets: {0}'),
    cut: l10n.t('The model stopped at its limit; the answer is incomplete.'),
    noSource: l10n.t('no source'),
    wrongSource: l10n.t('The model cited a source that does not exist.'),
    noSourceTitle: l10n.t('This sentence cites no source.'),
    evidenceLoading: l10n.t('Comparing'),
    evidenceFailed: l10n.t('The evidence could not be shown.'),
    shared: l10n.t('Shared names'),
    inChunks: l10n.t('in {0} of {1} passages'),
    common: l10n.t('Common names: {0}'),
    nothingShared: l10n.t('These places share no name.'),
    communities: l10n.t('Communities'),
    noCommunity: l10n.t('in no community'),
    inBoth: l10n.t('in both'),
    lost: l10n.t('Without this link'),
    lostDirect: l10n.t('No link is needed: the question finds this place by its own words, at rank {0}.'),
    lostNotFound: l10n.t('By the words of the question alone this place is not among the first {0}; the link brings it to rank {1}.'),
    lostLower: l10n.t('By the words of the question alone this place is at rank {0}; with links it is at rank {1}.'),
    lostNothing: l10n.t('The question finds this place by its words alone, at rank {0}; the link does not move it up.'),
    lostUnfound: l10n.t('Neither the words of the question nor links bring this place among the first {0}.'),
    lostRelated: l10n.t('Without “{0}” the second place would not be among what is related to the first.'),
    lostRelatedRank: l10n.t('Among what is related to the first place the second is at rank {0}; without “{1}” at rank {2}.'),
    lostCommunity: l10n.t('Communities that hold both: {0}.'),
    pathOther: l10n.t('Another path'),
    pathBy: l10n.t('by {0}, in {1} passages'),
    openPlace: l10n.t('Open {0}'),
  };
}
