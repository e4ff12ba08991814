/**
 * Entries of manifests that a question asks for by name: "How do I run the tests?" asks for a script `test`, "Which Python versions are
 * supported?" for `requires-python`. An entry answers if its name and the question are the same except for words that every such question has.
 *
 * A question for the licence is answered by the beginning of the licence at the root as well.
 *
 * All formats are read line by line: keys of JSON, TOML, YAML and INI, targets of make and just, tasks of Ruby, steps of workflows.
 * Cost: one pass over a short question; one over the lines of each manifest if the question has at most three words that count.
 */

import { type AskedWord, askedTerms, askedWords, heldShare, termSet } from '../question/askedWords.ts';
import { thingAskedFor } from '../question/definitionQuestions.ts';
import { languageOfQuestion } from '../text/stemming/naturalLanguage.ts';
import { endsWithAny, indentLength, startsWithAny, wordsOf } from '../util/strings.ts';
import { entryLine, manifestPath, versionValue } from '../vocabulary/manifestSyntax.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { asksAboutRights } from './demotion.ts';

/** Longer questions ask for something in particular. UTF-16 units. */
const maxLength = 100;
/** Max words of an entry's name. */
const maxWords = 3;
/** Words of a command, without options, that say what it does: `bundle exec rake test`. */
const maxCommand = 4;
/** Max lines of an entry that are shown. */
const maxLines = 8;

/** Whether a file has entries: 1 for a manifest at the root, 2 for the definition of a workflow, 0 for others. */
export function manifestRank(path: string): 0 | 1 | 2 {
  const found = manifestPath.exec(path);
  return found === null ? 0 : found[1] === undefined ? 1 : 2;
}

/** A question for an entry of a manifest. */
export interface EntryQuery {
  readonly words: readonly AskedWord[];
  /** Words that the name of an entry may leave out. */
  readonly optional: ReadonlySet<AskedWord>;
  /** Whether it asks for a version, which the entry must then have, or for dependencies. */
  readonly asksVersion: boolean;
  readonly asksDependencies: boolean;
  /** Terms that say nothing in the name of an entry. */
  readonly framing: ReadonlySet<string>;
  readonly vocabulary: Vocabulary;
}

/** Lines of a manifest, from 1, inclusive. */
export interface EntryLines {
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * Whether a question asks for the licence of the workspace and nothing else; `occurs` says whether the index has a term: a word that it
 * lacks narrows nothing down.
 */
export function asksForLicence(question: string, occurs: (term: string) => boolean): boolean {
  if (question.length > maxLength || !asksAboutRights(question)) return false;
  const vocabulary = languageOfQuestion(question);
  const framing = new Set(wordsIn(vocabulary.workspace?.words ?? '', vocabulary).flatMap(({ terms }) => terms));
  const narrows = ({ terms }: AskedWord): boolean => terms.some((term) => occurs(term) && !framing.has(term));
  return wordsIn(question, vocabulary).every((word) => asksAboutRights(word.text) || !narrows(word));
}

/** The first paragraphs of a licence: as many as fit, of a longer one its first lines. */
export function licenceLines(text: string, maxLicenceLines = 12): EntryLines {
  const lines = text.split('\n').slice(0, maxLicenceLines + 1);
  const isBlank = (at: number): boolean => (lines[at] ?? '').trim() === '';
  const first = lines.findIndex((_, at) => !isBlank(at));
  const whole = lines.findLastIndex((_, at) => at > first && isBlank(at) && !isBlank(at - 1));
  return { startLine: Math.max(0, first) + 1, endLine: whole > 0 ? whole : Math.min(lines.length, maxLicenceLines) };
}

/** The query of a question; undefined if it cannot be the name of an entry. */
export function entryQueryOf(question: string): EntryQuery | undefined {
  const [, , article = ''] = question.toLowerCase().split(' ');
  // "What is a plug?"
  if (thingAskedFor(question) !== undefined && ['a', 'an'].includes(article)) return undefined;
  const vocabulary = languageOfQuestion(question);
  const { manifest, workspace, intents } = vocabulary;
  if (question.length > maxLength || manifest === undefined || workspace === undefined || intents === undefined) return undefined;
  const terms = (text: string): readonly string[] => askedTerms(text, vocabulary);
  const versions = new Set(terms(manifest.versions));
  const framing = new Set([...versions, ...terms(manifest.run), ...terms(workspace.words), 'spec', 'tool', 'env']);
  const dependencies = new Set(manifest.dependencies.split(' '));
  const all = wordsIn(question, vocabulary);
  const isDependency = (word: AskedWord): boolean => dependencies.has(word.text.toLowerCase());
  const asksDependencies = all.some(isDependency);
  const others = all.filter((word) => !isDependency(word) && !word.terms.every((term) => framing.has(term)));
  const words = asksDependencies ? [...others, ...wordsIn('dependencies', vocabulary)] : others;
  const makes = new Set(terms(manifest.makes));
  const optional = new Set(words.filter((word) => word.terms.every((term) => makes.has(term))));
  if (words.length === 0 || words.length > maxWords) return undefined;
  return {
    words,
    optional,
    framing,
    vocabulary,
    asksDependencies,
    asksVersion: all.some((word) => word.terms.some((term) => versions.has(term))),
  };
}

function wordsIn(text: string, vocabulary: Vocabulary): readonly AskedWord[] {
  return askedWords(text, () => 1, vocabulary);
}

/** The first entry of a manifest that the question asks for; of a workflow, or else its first command that has the question's words. */
export function findEntry(path: string, text: string, query: EntryQuery): EntryLines | undefined {
  const lines = text.split('\n');
  return findNamed(path, lines, query) ?? (manifestRank(path) === 2 ? findCommand(lines, query) : undefined);
}

function findNamed(path: string, lines: readonly string[], query: EntryQuery): EntryLines | undefined {
  const isSteps = manifestRank(path) === 2;
  let above = '';
  for (const [at, line] of lines.entries()) {
    const [, key, value = ''] = entryLine.exec(line) ?? [];
    if (key === undefined || (isSteps && key !== 'name') || isVariable(path, line, key)) continue;
    if (line.startsWith('[')) above = key;
    const name = isSteps ? value : nameOf(key, value, above);
    if (!isNameOf(name, query) || (!isSteps && versionValue.test(value) !== query.asksVersion)) continue;
    if (!isSteps && isElsewhere(parentOf(lines, at) ?? above, query)) continue;
    const isScript = parentOf(lines, at)?.trimStart().startsWith('"scripts"') === true;
    if (isGroup(value) && !isScript && !query.asksDependencies && !query.asksVersion) continue;
    const last = isSteps ? endOfStep(lines, at) : endOfEntry(lines, at);
    if (isSteps && !lines.slice(at, last + 1).some((one) => commandIn(one) !== undefined)) continue;
    return { startLine: at + 1, endLine: last + 1 };
  }
  return undefined;
}

/** The first line of a workflow that runs what the question asks for: it begins with all words that say more than what is made. */
function findCommand(lines: readonly string[], { words, optional, vocabulary }: EntryQuery): EntryLines | undefined {
  const asked = words.filter((word) => !optional.has(word));
  /** The indentation of the key whose lines below are commands. */
  let block: number | undefined;
  const at = lines.findIndex((line) => {
    const indent = indentLength(line);
    const own = commandIn(line);
    if (own !== undefined) block = own === '' || startsWithAny(own, '|>') ? indent : undefined;
    else if (block !== undefined && line.trim() !== '' && indent <= block) block = undefined;
    const command = wordsOf(own ?? (block === undefined ? '' : line)).filter((word) => !word.startsWith('-'));
    if (asked.length === 0 || !isProgramName(command[0] ?? '')) return false;
    const all = termSet(askedTerms(command.slice(0, maxCommand).join(' '), vocabulary));
    return asked.every((word) => heldShare(word, all) > 0);
  });
  return at < 0 ? undefined : { startLine: at + 1, endLine: at + 1 };
}

/** What a line of a workflow runs; empty, or the mark of a block, if that is on the next lines. */
function commandIn(line: string): string | undefined {
  const [, key = '', value] = entryLine.exec(line) ?? [];
  return ['run', 'command', 'script'].includes(key) ? value : undefined;
}

/** Whether the first word of a line may name a program: no comment, key or part of a text, and not what prints texts. */
function isProgramName(word: string): boolean {
  return word !== 'echo' && !endsWithAny(word, ':,#') && word === word.toLowerCase();
}

/** Whether a line of a makefile or the like sets a variable, and so is not a target. */
function isVariable(path: string, line: string, key: string): boolean {
  const after = line.slice(line.indexOf(key) + key.length).trimStart();
  return path.toLowerCase().endsWith('file') && after.startsWith('=') && !after.startsWith('=>');
}

/** Whether a value is the beginning of a list or of further entries, or a switch, which do nothing by themselves. */
function isGroup(value: string): boolean {
  return ['[', '{', '(', 'true', 'false', 'true,', 'false,'].includes(value.trim());
}

/** The name of an entry; commands of tox are named by their section, and what Go and PHP require is called dependencies elsewhere. */
function nameOf(key: string, value: string, above: string): string {
  if (key === 'require' && (value === '(' || value === '{')) return 'dependencies';
  if (key !== 'commands') return key;
  const [, environment] = above.replace('tool.tox.env.', 'testenv:').split(':');
  return environment ?? 'test';
}

/** Whether an entry below `parent` is a dependency or an address of this name, or a version that only developers need. */
function isElsewhere(parent: string, { asksVersion, asksDependencies }: EntryQuery): boolean {
  const others = asksVersion ? ['dev', 'test', 'doc'] : asksDependencies ? [] : ['depend', 'require', 'extras', 'urls'];
  return others.some((one) => parent.toLowerCase().includes(one));
}

/** The nearest line above that is indented less, if the line is indented. */
function parentOf(lines: readonly string[], at: number): string | undefined {
  const indent = indentLength(lines[at] as string);
  return indent === 0 ? undefined : lines.slice(0, at).findLast((line) => line.trim() !== '' && indentLength(line) < indent);
}

/** Whether every word of the question is in the name, except for optional ones, and every word of the name in the question. */
function isNameOf(name: string, { words, optional, framing, vocabulary }: EntryQuery): boolean {
  const parts = wordsIn(name, vocabulary).flatMap(({ terms }) => (terms.length > 1 ? terms.slice(1) : terms));
  const terms = parts.filter((term) => !framing.has(term));
  if (terms.length === 0 || terms.length > maxWords) return false;
  const all = termSet(terms);
  const held = words.filter((word) => heldShare(word, all) > 0);
  if (held.length === 0 || words.some((word) => !optional.has(word) && !held.includes(word))) return false;
  return terms.every((term) => words.some((word) => heldShare(word, termSet([term])) > 0));
}

/** The last line of the lines that are indented below an entry, inside its brackets, or in its section. */
function endOfEntry(lines: readonly string[], at: number): number {
  const first = lines[at] as string;
  const isSection = first.startsWith('[');
  let last = at;
  for (let next = at + 1; next < Math.min(lines.length, at + maxLines); next++) {
    const line = lines[next] as string;
    const isInside = isSection ? !line.startsWith('[') : indentLength(line) > indentLength(first);
    if (line.trim() !== '' && isInside) last = next;
    else return '[{('.includes(first.trimEnd().slice(-1)) && ']})'.includes(line.trim().charAt(0)) && line.trim() !== '' ? next : last;
  }
  return last;
}

/** The last line of a step of a workflow, which goes on at the indentation of its name. */
function endOfStep(lines: readonly string[], at: number): number {
  const column = (lines[at] as string).indexOf('name');
  let last = at;
  while (last + 1 < Math.min(lines.length, at + maxLines) && indentLength(lines[last + 1] as string) >= column) last++;
  return last;
}
