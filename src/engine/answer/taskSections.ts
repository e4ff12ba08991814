/**
 * The sections of a document that say how a task is done: the heading names it, or one of the commands does. Commands are lines of code blocks and code in
 * sentences. Cost: one pass over the document.
 */

import { type AskedWord, heldShare, termSet } from '../question/askedWords.ts';
import { type TaskQuestion, termsOf } from '../question/newcomers/taskQuestions.ts';
import { lineAt } from '../text/lines.ts';
import { naturalLanguageOf } from '../text/stemming/naturalLanguage.ts';
import { hasWord } from '../text/words/characters.ts';
import { termsOf as termsOfWord } from '../text/words/terms.ts';
import { wordsIn } from '../text/words/tokens.ts';
import { blanks, startsWithAny, trimEndOf } from '../util/strings.ts';
import { en } from '../vocabulary/en.ts';
import { type Task, tasks } from '../vocabulary/newcomers/tasks.ts';
import { type ParsedSource, parseSource, textOf } from './brief/parsedSource.ts';
import type { BriefSource } from './brief/source.ts';
import type { Unit } from './brief/units/unit.ts';
import { sectionsIn } from './documentSections.ts';

/** Max lines of a section that are shown, and those before its first command. */
const maxLines = 24;
const linesBefore = 6;
/** Lines above a command that say what it does. */
const linesAnnouncing = 3;
/** What is worth: a heading that names the task, or nothing but the task; a command of the task; another word of the question, in the heading or below. */
const worth = { heading: 3, whole: 1, command: 2, otherHeading: 2, other: 1 } as const;
/** What less is worth does not say how the task is done. */
const minWorth = 2;

/** Lines from 1, inclusive. */
export interface TaskSection {
  readonly subject: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly worth: number;
}

/** The best section for a task; undefined if none says how it is done. */
export function taskSectionOf(source: BriefSource, asked: TaskQuestion): TaskSection | undefined {
  const parsed = parseSource(source);
  let best: TaskSection | undefined;
  for (const units of sectionsIn(parsed)) {
    const found = sectionFor(parsed, units, asked);
    if (found !== undefined && found.worth > (best?.worth ?? 0)) best = found;
  }
  return best;
}

function sectionFor(parsed: ParsedSource, units: readonly Unit[], { task, others }: TaskQuestion): TaskSection | undefined {
  const [first, last] = [units[0] as Unit, units.at(-1) as Unit];
  const { lines } = parsed;
  const title = first.subject.at(-1) ?? '';
  const text = textOf(lines, { first: first.first, last: last.last });
  const vocabulary = naturalLanguageOf(text) ?? en;
  const known = new Set([...termsOf(task, en), ...termsOf(task, vocabulary)]);
  const named = wordsIn(title).map(({ text: word, shape }) => termsOfWord(word, shape));
  const isFor = (one: Task): boolean => named.some((terms) => terms.some((term) => termsOf(one, en).has(term)));
  const isForOther = tasks.slice(0, tasks.indexOf(task)).some(isFor);
  const inTitle = isForOther ? [] : named.filter((terms) => terms.some((term) => known.has(term)));
  const heldIn = (part: string): number => {
    const held = termSet(wordsIn(part).flatMap(({ text: word, shape }) => termsOfWord(word, shape)));
    return others.filter((word: AskedWord) => heldShare(word, held) > 0).length;
  };
  const parts = task.commands.split(' ').filter((part) => part !== '');
  const commands = units.flatMap((unit) => commandLinesOf(parsed, unit));
  const isOfOther = (command: string): boolean => heldIn(command) > 0;
  const ofTask = commands.filter(({ command }) => parts.some((part) => isPartOf(part, command)) || isOfOther(command));
  if (commands.length === 0 && parts.length > 0) return undefined;
  const [inHeading, inText] = [heldIn(first.subject.join(' ')), heldIn(text)];
  if (others.length > 0 && inHeading + inText === 0 && inTitle.length === 0) return undefined;
  if (isForOther && ofTask.length === 0) return undefined;
  const value =
    (inTitle.length > 0 ? worth.heading : 0) +
    (inTitle.length > 0 && inTitle.length === named.length ? worth.whole : 0) +
    (ofTask.length > 0 ? worth.command : 0) +
    (ofTask.some(({ command }) => isOfOther(command)) ? worth.command : 0) +
    inHeading * worth.otherHeading +
    inText * worth.other;
  if (value < minWorth || (inTitle.length === 0 && ofTask.length === 0)) return undefined;
  const isAnnounced = ({ line }: CommandLine): boolean =>
    wordsIn(textOf(lines, { first: Math.max(first.first, line - linesAnnouncing), last: line })).some(({ text: word, shape }) =>
      termsOfWord(word, shape).some((term) => known.has(term)),
    );
  const at = (ofTask.find(isAnnounced) ?? ofTask[0] ?? commands[0])?.line ?? first.first;
  const from = last.last - first.first < maxLines ? first.first : Math.max(first.first, at - linesBefore);
  const to = Math.min(last.last, from + maxLines - 1);
  return { subject: first.subject.join(' › '), startLine: from + 1, endLine: to + 1, worth: value };
}

interface CommandLine {
  readonly line: number;
  readonly command: string;
}

const fence = '```';
/** Languages of code blocks that hold commands. */
const shells = ['sh', 'bash', 'shell', 'console', 'zsh', 'fish', 'text', 'txt', 'plain', 'powershell', 'ps1', 'cmd', 'bat', 'terminal'];

/** Whether a word of a command begins or ends with the part of a name: `pytest`, `runserver`. */
function isPartOf(part: string, command: string): boolean {
  const [program = ''] = command.split('#');
  return wordsIn(program).some(({ text: word }) => word.startsWith(part) || word.endsWith(part));
}

/** What only statements of programming languages have. */
const statementSigns = '({;=';

/** Whether a line is one of a shell: a program and its arguments. */
function isShellLine(line: string): boolean {
  const first = line.charAt(startsWithAny(line, '$>%') ? 2 : 0);
  return (hasWord(first) || (first !== '' && './~'.includes(first))) && ![...line].some((sign) => statementSigns.includes(sign));
}

/** The lines of code blocks, and code in sentences, in lower case. */
function commandLinesOf({ lines }: ParsedSource, { first, last, kind }: Unit): readonly CommandLine[] {
  const language = trimEndOf(lineAt(lines, first).trim().split(fence)[1]?.trim() ?? '', blanks);
  if (language !== '' && !shells.includes(language.toLowerCase())) return [];
  const found: CommandLine[] = [];
  for (let line = first; line <= last; line++) {
    const text = lineAt(lines, line).trim().toLowerCase();
    if (kind === 'code') {
      if (isShellLine(text)) found.push({ line, command: text });
    } else
      for (const command of text.split('`').filter((_, at) => at % 2 === 1))
        if (command.includes(' ') && isShellLine(command)) found.push({ line, command });
  }
  return found;
}
