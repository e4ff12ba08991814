/** The texts that the language server and the answer panel show, in the user's language. */

import { l10n } from 'vscode';
import type { PanelWords } from '../protocol/panel.ts';
import type { ServerWords } from '../protocol/words.ts';

export function serverWords(): ServerWords {
  return {
    related: l10n.t('Related'),
    showAll: l10n.t('Show all related places'),
    matches: l10n.t('mentions {0}'),
    title: l10n.t('is about {0}'),
    heading: l10n.t('has the heading {0}'),
    symbol: l10n.t('has the symbol {0}'),
    defines: l10n.t('defines {0}'),
    name: l10n.t('names {0}'),
    path: l10n.t('has {0} in its path'),
    link: l10n.t('links to {0}'),
    literal: l10n.t('quotes {0}'),
    shares: l10n.t('shares {0}'),
    sharesWith: l10n.t('shares {0} with {1}'),
    indexing: l10n.t('Indexing {0}'),
    filesOf: l10n.t('{0} of {1} files'),
    exampleDoc: l10n.t('What does “{0}” say?'),
    exampleCode: l10n.t('Where is {0} used?'),
    exampleHow: l10n.t('How does {0} work?'),
  };
}

export function panelWords(): PanelWords {
  return {
    title: l10n.t('Ask workspace'),
    newQuestion: l10n.t('New question'),
    edit: l10n.t('Edit question'),
    questionLabel: l10n.t('Question'),
    askPlaceholder: l10n.t('Ask another question'),
    ask: l10n.t('Ask'),
    stop: l10n.t('Stop'),
    asking: l10n.t('Looking through the workspace'),
    sources: l10n.t('Sources'),
    nearest: l10n.t('Nearest places'),
    more: l10n.t('{0} more'),
    facts: l10n.t('{0} sources · {1} · {2}'),
    oneSource: l10n.t('1 source · {1} · {2}'),
    quoted: l10n.t('quoted, no model'),
    scopeAll: l10n.t('Whole workspace'),
    scopeLabel: l10n.t('Scope: {0}. Change it'),
    withSelection: l10n.t('With the selection'),
    soFar: l10n.t('Answered from {0} of {1} files so far.'),
    indexing: l10n.t('Indexing: {0} of {1} files.'),
    askAgain: l10n.t('Ask again'),
    lines: l10n.t('lines {0} to {1}'),
    line: l10n.t('line {0}'),
    way: l10n.t('The way from the question'),
    question: l10n.t('question'),
    lookedIn: l10n.t('Looked in {0} files.'),
    searchText: l10n.t('Search file text instead'),
    failed: l10n.t('The question could not be answered.'),
    details: l10n.t('Details'),
    retry: l10n.t('Try again'),
    showLog: l10n.t('Show log'),
    showReport: l10n.t('Show report'),
    rebuild: l10n.t('Rebuild index'),
    noFolder: l10n.t('No folder is open. MeshRAG answers from the files of a folder.'),
    openFolder: l10n.t('Open folder'),
    emptyTitle: l10n.t('Ask about this workspace'),
    emptyHint: l10n.t('Answers are quoted from its files. Nothing leaves this machine.'),
    tryOne: l10n.t('For example'),
    earlier: l10n.t('Earlier questions'),
    citation: l10n.t('Citation {0}: {1}, {2}'),
    copy: l10n.t('Copy answer'),
  };
}
