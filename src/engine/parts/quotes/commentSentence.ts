/**
 * What a comment says: of the one that opens a file, or comes before a definition or in it. Skipped are licence headers and directives of tools.
 */

import type { Definition } from '../../text/code/definition.ts';
import { Zone } from '../../text/code/lexing/zone.ts';
import { definitionsIn } from '../../text/code/read.ts';
import { isCommentLine } from '../../text/commentLines.ts';
import type { Language } from '../../text/languages.ts';
import { type Lines, lineAt, lineCursor, linesOf } from '../../text/lines.ts';
import { isLegalText } from '../../text/names/legal.ts';
import { ZoneList } from '../../text/zones.ts';
import { type Sentence, sentenceOf } from './sentence.ts';

/** What a sentence is about: the whole file, or a definition in it. */
export interface CommentSentence extends Sentence {
  readonly of: 'file' | 'definition';
}

const zones = new ZoneList();

/** Cost: one scan of the text. */
export function commentSentence(text: string, language: Language): CommentSentence | undefined {
  if (language.comments.line.length === 0 && language.comments.block.length === 0) return undefined;
  const { count, starts, ends, kinds } = zones.find(text, language.comments);
  const blocks: { from: number; to: number }[] = [];
  for (let i = 0; i < count; i++) {
    if (kinds[i] !== Zone.Comment) continue;
    const [from, to] = [starts[i] as number, ends[i] as number];
    const last = blocks.at(-1);
    const between = last === undefined ? '' : text.slice(last.to, from);
    if (last !== undefined && between.trim() === '' && between.split('\n').length <= (text[last.to - 1] === '\n' ? 1 : 2)) last.to = to;
    else blocks.push({ from, to });
  }
  const lines = linesOf(text);
  const lineOf = lineCursor(lines);
  // Definitions are read only if the first comments do not decide.
  let known: readonly Definition[] | undefined;
  const definitions = (): readonly Definition[] => {
    known ??= definitionsIn(lines, language);
    return known;
  };
  const definedAt = (line: number): Definition | undefined => definitions().find(({ firstLine }) => firstLine === line);
  // Right above a definition, a comment says what that one is, and of the file only if it has no other name, or if it is a string or begins a script.
  const isAboutFile = (block: string, line: number, isFirst: boolean): boolean => {
    const defined = ofFiles.some((mark) => block.startsWith(mark)) ? undefined : definedAt(line);
    if (defined === undefined) return isFirst;
    return definitions().every(({ scope, name }) => scope !== 'outermost' || name === defined.name);
  };
  let isTop = true;
  let codeFrom = 0;
  for (const { from, to } of blocks) {
    const before = text.slice(codeFrom, from).trim();
    codeFrom = to;
    const isPrologue = !before.includes('\n') && prologues.some((one) => before.startsWith(one));
    if (before !== '' && !isPrologue) isTop = false;
    const block = text.slice(from, to);
    if (isLegalText(block)) continue;
    const line = lineOf(from);
    const after = lineOf(to - (text[to - 1] === '\n' ? 1 : 0)) + 1;
    const isDocumentation = docMarks.some((mark) => block.startsWith(mark));
    if (!isTop && !isDocumentation && definedAt(after) === undefined && !text.slice(to).trimStart().startsWith('package ')) continue;
    const found = sentenceIn(block);
    if (found !== undefined)
      return {
        line: line + found.line + 1,
        text: found.text,
        of: block.startsWith('//!') || isAboutFile(block, after, isTop) ? 'file' : 'definition',
      };
  }
  return undefined;
}

/** What may come before the comment that opens a file, on one line. */
const prologues = ['#!', '<?', "'use ", '"use '];
/** What begins a comment that documents. */
export const docMarks = ['/**', '///', '//!', '/*!', '"""', "'''"];
/** What begins a comment about the whole file if nothing precedes it, even without a blank line after it. */
const ofFiles = ['#!', '"""', "'''"];
/** Beginnings of comments that are directives for tools. */
const directives = [
  'eslint',
  'prettier',
  'biome',
  'tslint',
  'pragma',
  'jsxImportSource',
  'vim:',
  '-*-',
  'coding',
  'noqa',
  'pylint',
  'mypy',
  'type:',
  'istanbul',
  '+build',
  'go:',
  'nolint',
  'reference ',
  'region',
  'endregion',
  'todo',
  'fixme',
  'xxx',
];

/** The first sentence of a comment, and the line in it, from 0. */
function sentenceIn(block: string): Sentence | undefined {
  const lines = block.split('\n').map(withoutCommentMarks);
  // The program that runs a script says nothing of it.
  let from = block.startsWith('#!') ? 1 : 0;
  while (
    from < lines.length &&
    (lines[from] === '' || directives.some((word) => (lines[from] as string).toLowerCase().replace(/^@/, '').startsWith(word)))
  )
    from++;
  const kept: string[] = [];
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] as string;
    if (line.startsWith('@') || line.startsWith('\\')) {
      if (kept.length > 0) break;
      kept.push(line.slice(line.indexOf(' ') + 1 || line.length).trim());
    } else if (line === '' && kept.join('') !== '') {
      if (sentenceOf(kept.join(' ')) !== undefined) break;
      kept.length = 0;
      from = at + 1;
    } else kept.push(line);
  }
  const text = sentenceOf(kept.join(' '));
  return text === undefined ? undefined : { line: from, text };
}

/** Lines of a comment before a definition that are read. */
const maxCommentLines = 40;

/** The first sentence of the comment that ends before a line (0-based), or of the text that opens a definition in Python. */
export function sentenceBefore(lines: Lines, line: number, { comments }: Language): string | undefined {
  let from = line;
  while (from > 0 && line - from < maxCommentLines && isCommentLine(lineAt(lines, from - 1), comments)) from--;
  const block = Array.from({ length: line - from }, (_, i) => lineAt(lines, from + i)).join('\n');
  const found = block === '' || isLegalText(block) ? undefined : sentenceIn(block);
  if (found !== undefined) return found.text;
  const next = line + 1 < lines.count ? lineAt(lines, line + 1).trim() : '';
  const quotes = ['"""', "'''"].find((mark) => next.startsWith(mark));
  return quotes === undefined ? undefined : sentenceOf(next.slice(quotes.length).split(quotes)[0] as string);
}

const commentMarks = '/*#!-;%"\'<>=~+|';

function withoutCommentMarks(line: string): string {
  let [from, to] = [0, line.length];
  while (from < to && (commentMarks.includes(line[from] as string) || (line[from] as string).trim() === '')) from++;
  while (to > from && ('*/"\'=-#>'.includes(line[to - 1] as string) || (line[to - 1] as string).trim() === '')) to--;
  return line.slice(from, to);
}
