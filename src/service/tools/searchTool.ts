/**
 * An answer for agents: the verdict, the best passage with its place, and pointers to others, each with the definition or heading that it is in and
 * one line. What an answerer knows, such as who calls a name, is listed completely, with as much of each line as there is room for.
 */

import type { FittedBlock } from '../../engine/answer/brief/block.ts';
import { blockText } from '../../engine/answer/brief/blockText.ts';
import { restatedFrom } from '../../engine/answer/written/restate.ts';
import { textOf } from '../../messages/messages.ts';
import { pageCharacters, type searchTool } from '../../tools/definitions.ts';
import type { InputOf } from '../../tools/inputSchema.ts';
import type { ToolEntry, ToolResult } from '../../tools/toolResult.ts';
import type { AnswerBlock, AskAnswer, SearchResult } from '../types/results.ts';
import { linesOfFile, oneLine, placeText, safeLine, textOfPassage } from './passages.ts';
import { allowedScope, isHere, type ToolContext, visiblePath } from './toolContext.ts';
import { nearestNames, problemNotes } from './toolNotes.ts';

/** Characters of the best passage, of the excerpt of each other file that its best line is of, and of that line. */
const room = { first: 900, further: 600 } as const;
const maxPointed = 110;
/** Characters and lines of a passage on a further page, chosen on the newcomers' questions (`bench/agents`): whole ones say more than matching lines. */
const maxFurther = 1200;
const maxFurtherLines = 200;
/** A passage of which only so many lines were not shown, such as headings, is not given again. */
const maxNewLines = 2;
/** Where all passages are shorter than this together, they need no pointers. */
const roomForAll = 1100;
const maxPointers = 5;
/** Places that are ranked. */
const limit = 20;

export type SearchInput = Pick<InputOf<typeof searchTool.inputSchema>, 'question' | 'words' | 'names' | 'paths'>;

/** Answers one question. @param isWhole shows whole passages instead. */
export async function searchFor(
  { question, words, names, paths }: SearchInput,
  context: ToolContext,
  isWhole: boolean,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const { service, retriever } = context;
  const scope = allowedScope(paths, context);
  const options = { ...retriever, limit, scope, restated: restatedFrom(words, names), signal };
  if (isWhole) {
    const { results } = await service.search(question, { ...options, withText: true });
    return {
      intro: [`${results.length} passages, best first.`],
      entries: results.map((one) => wholePassage(one, context)),
    };
  }
  const answer = await service.ask(question, { ...options, room });
  const { state, lead, blocks, fitted = [], seeAlso, sources } = answer;
  const listed = seeAlso.map((n) => sources[n - 1] as SearchResult);
  const elsewhere = listed.filter(({ folder }) => !isHere(folder));
  const intro = [
    ...verdict(answer, elsewhere.length > 0),
    ...(answer.notes ?? []).map((note) => oneLine(textOf([note]))),
    ...(elsewhere.length === 0 ? [] : ['Places without text are of repositories that are not on this machine.']),
  ];
  if (state === 'notHere' && elsewhere.length === 0) return notHere(answer, intro, context, signal);
  const seen = new Set([...blocks, ...(lead === undefined ? fitted : [])].map(fileKey));
  const titles = (lead === undefined ? elsewhere : listed).filter((one) => !seen.has(fileKey(one))).map((one) => titled(one, context));
  if (lead !== undefined || fitted.length === 0) {
    const further = fitted.filter((block) => !seen.has(fileKey(block))).map((block) => pointer(block, context));
    return { intro, entries: [...blockEntries(blocks, context), ...(further.length > 0 ? further : titles)], hasWhole: true };
  }
  const [best, ...others] = fitted as readonly [FittedBlock & AnswerBlock];
  const first = passage(best, context);
  const short = [first, ...others.map((block) => passage(block, context))];
  if (short.reduce((sum, { text }) => sum + text.length, 0) < roomForAll) return { intro, entries: [...short, ...titles], hasWhole: true };
  const pointed = others.slice(0, maxPointers).map((block) => pointer(block, context));
  return { intro, entries: [first, ...titles, ...pointed, ...furtherPassages(sources, best, context)], hasWhole: true };
}

/** @param isElsewhere whether places are of repositories that are not on this machine. */
function verdict({ state, lead, answer, missing, sources, partial }: AskAnswer, isElsewhere: boolean): readonly string[] {
  if (state === 'notHere' && isElsewhere) return [`Verdict: closest. ${oneLine(answer)}`];
  if (state === 'notHere') return [`Verdict: not here${partial === undefined ? '' : ' so far'}. ${oneLine(answer)}`];
  if (lead !== undefined) return [`Verdict: ${state}. ${textOf(lead)}`];
  if (sources.length === 0) return ['Verdict: not here.'];
  if (missing.length > 0) return [`Verdict: ${state}. Nothing here mentions ${oneLine(missing.join(', '))}.`];
  return [state === 'answer' ? 'Verdict: answer.' : 'Verdict: closest. It may not answer the question.'];
}

async function notHere(
  { missing, lookedFor, seeAlso, sources }: AskAnswer,
  intro: readonly string[],
  context: ToolContext,
  signal?: AbortSignal,
) {
  const near = await nearestNames(missing.length > 0 ? missing : lookedFor, context, signal);
  const problems = sources.length === 0 ? problemNotes(context) : [];
  const entries = seeAlso.map((n) => titled(sources[n - 1] as SearchResult, context));
  const nearest = near.length === 0 ? [] : [`The nearest names are ${near.join(', ')}.`];
  return { intro: [...intro, ...nearest, ...problems], entries, maxCharacters: pageCharacters.notHere };
}

const fileKey = ({ folder, path }: { readonly folder: string; readonly path: string }): string => `${folder}\n${path}`;

/** A passage under its place: whole, or its matching lines. */
function passage(block: AnswerBlock, context: ToolContext, max = Number.POSITIVE_INFINITY): ToolEntry {
  const text = blockText(block, () => '…');
  return { text: `${head(block, context)}\n${text.length > max ? cutAtLine(text, max) : text}\n`, file: block };
}

function head(block: AnswerBlock, context: ToolContext): string {
  const { wholeEndLine: endLine = block.endLine } = block;
  return safeLine(`${placeText({ ...block, endLine }, context)} ${block.subject}`.trimEnd());
}

function cutAtLine(text: string, max: number): string {
  const end = text.lastIndexOf('\n', max);
  return `${text.slice(0, end <= 0 ? max : end)}\n…`;
}

/** One line: `src/a.ts:12 open: const reader = …`. */
function pointer(block: FittedBlock & AnswerBlock, context: ToolContext): ToolEntry {
  const { line, text } = block.best;
  const own = text.length > maxPointed ? `${text.slice(0, maxPointed).trimEnd()} …` : text;
  const subject = block.subject === '' ? '' : ` ${block.subject}`;
  return { text: safeLine(`${visiblePath(block, context)}:${line}${subject}: ${own}`), file: block };
}

/** A place by its title alone. */
function titled(result: SearchResult, context: ToolContext): ToolEntry {
  return { text: safeLine(`${placeText(result, context)} ${result.title}`.trimEnd()), file: result };
}

function wholePassage(result: SearchResult, context: ToolContext): ToolEntry {
  const { text: place } = titled(result, context);
  const text = textOfPassage(result);
  return { text: text === undefined ? place : `${place}\n${text}\n`, file: result };
}

/** The passages as they were ranked, each text once, without what the best one has shown. */
function furtherPassages(sources: readonly SearchResult[], best: AnswerBlock, context: ToolContext): readonly ToolEntry[] {
  const seen = new Set<string>();
  const shown = linesIn(best.pieces.map(({ text }) => text).join('\n'));
  return sources.flatMap((source) => {
    const text = linesOfFile(source, maxFurtherLines, context.service);
    if (text === undefined || seen.has(text)) return [];
    seen.add(text);
    if (fileKey(source) === fileKey(best) && [...linesIn(text)].filter((line) => !shown.has(line)).length <= maxNewLines) return [];
    return [{ text: `${titled(source, context).text}\n${text.length > maxFurther ? cutAtLine(text, maxFurther) : text}\n`, file: source }];
  });
}

function linesIn(text: string): ReadonlySet<string> {
  return new Set(text.split('\n').flatMap((line) => line.trim() || []));
}

/** What an answerer found: listings by line where they fit on a page, else the numbers of the lines; other blocks as passages. */
function blockEntries(blocks: readonly AnswerBlock[], context: ToolContext): readonly ToolEntry[] {
  const listings = blocks.filter(({ heading }) => heading !== undefined);
  const isShort = listings.reduce((sum, block) => sum + blockText(block).length + visiblePath(block, context).length, 0) < roomForAll;
  let heading = '';
  return blocks.map((block) => {
    if (block.heading === undefined) return passage(block, context, room.first);
    const own = textOf([block.heading]);
    const begin = own === heading ? '' : `${own}:\n`;
    heading = own;
    return { text: `${begin}${isShort ? listing(block, context) : places(block, context)}`, file: block };
  });
}

function listing(block: AnswerBlock, context: ToolContext): string {
  return `${oneLine(visiblePath(block, context))}\n${blockText(block)}`;
}

/** `src/a.ts:12 (load), 15, 40`: each line of a file, with the definition that it is in where that is known and new. */
function places(block: AnswerBlock, context: ToolContext): string {
  let before: string | undefined;
  const quoted = block.pieces.map(({ startLine, within }) => {
    const name = within === before || within === undefined ? '' : ` (${within})`;
    before = within;
    return `${startLine}${name}`;
  });
  return safeLine(`${visiblePath(block, context)}:`) + [...quoted, ...(block.moreLines ?? [])].join(', ');
}
