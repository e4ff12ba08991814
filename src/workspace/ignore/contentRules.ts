import { CommentLines } from '../../engine/text/commentLines.ts';
import type { Language } from '../../engine/text/languages.ts';
import type { SkipReason } from '../entries.ts';
import type { IndexSettings } from '../settings.ts';
import { extensionOf } from '../systemPaths.ts';

const headerLines = 10;
const headerChars = 4096;
const maxStatementChars = 300;

/** Lines that may come before the comment that says what a file is: directives and declarations, in prose a title. */
const isPreamble = /^(?:#|<[?!%]|["']use |package\s|syntax\s*=|@charset|[-=+]{3,}$|\\)/;

/** Templates of files that will be generated: what their first comment says is true of their output. */
const templateExtensions = new Set('tmpl tpl j2 jinja jinja2 hbs mustache ejs erb njk ftl liquid twig in'.split(' '));
const placeholders = ['{{', '{%', '<%', '${'];

const lfsStart = 'version https://git-lfs.github.com/spec/';
const maxPointerChars = 1024;

/** Statements at the start of a comment's line. */
const openingStatements = [
  /^(?:(?:this|the)\s+)?(?:\w+\s+)?(?:file|code|source|module|document|header|class|script|page)\s+(?:is\s+|was\s+|has\s+been\s+)?(?:auto-?\s?|automatically\s+|machine[- ])?generated\s+(?:by|from|with|using|automatically)\b/i,
  /^<?auto-?generated>?(?![\w-])/i,
  // In lower case these words may continue a sentence of the previous line.
  /^Generated\s+(?:by|from|with|using|automatically|on)\b/,
];

/** The first line of the first comment cannot continue a sentence. */
const firstLineStatement = /^generated\s+(?:by|from|with|using|automatically|on)\b/i;

/** Statements anywhere in a comment's line. */
const innerStatements = [/@generated\b/, /\bDO NOT (?:EDIT|MODIFY)\b(?!\s+(?:below|above|between|this\s+(?:section|block|line|part))\b)/];

const fullSentence =
  /\bthis (?:file|code|source|document|script) (?:is|was|has been) (?:auto-?\s?|automatically |machine[- ])?generated\b/i;

const privateKey = /^-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;

/** Judges a file by its text: by its beginning and its lines. `undefined` if there is no reason to skip it. */
export function judgeText(
  path: string,
  text: string,
  settings: IndexSettings,
  language: Language,
): { reason: SkipReason; detail: string } | undefined {
  const isProse = settings.proseExtensions.includes(extensionOf(path));
  const beginning = text.slice(0, headerChars);
  if (privateKey.test(beginning.trimStart())) return { reason: 'secret', detail: 'content: a private key' };
  if (text.length <= maxPointerChars && text.startsWith(lfsStart) && text.includes('\noid ')) {
    return { reason: 'LFS pointer', detail: 'git lfs pull fetches the content' };
  }
  const comments = (): CommentLines => new CommentLines(language);
  const header = templateExtensions.has(extensionOf(path)) ? undefined : generatedHeader(comments(), beginning, isProse);
  if (header !== undefined) return { reason: 'generated', detail: `header: ${header}` };
  const long = isProse ? undefined : longLines(settings.maxMeanLineLength, comments(), text);
  if (long !== undefined) {
    const detail = `${long.count} of ${long.of} lines have ${settings.maxMeanLineLength} characters or more, the mean line has ${Math.round(long.mean)}`;
    return { reason: 'generated', detail };
  }
  return undefined;
}

/** The first of the comments at the beginning, before any statement, that declares the file to be generated. */
function generatedHeader(comments: CommentLines, beginning: string, isProse: boolean): string | undefined {
  let isFrontMatter = false;
  let isFirst = true;
  for (const [index, line] of beginning.split(/\r\n|\r|\n/, headerLines).entries()) {
    if (isProse && line === '---' && (isFrontMatter || index === 0)) isFrontMatter = !isFrontMatter;
    const comment = comments.read(line);
    if (comment === undefined) {
      if (isFrontMatter || line.trim() === '' || isPreamble.test(line)) continue;
      return undefined;
    }
    const statement = comment.slice(0, maxStatementChars).trim();
    if (isGeneratedStatement(withoutQuotes(statement), isFirst)) return statement.slice(0, 100);
    isFirst &&= statement === '' || statement.startsWith('!');
  }
  return undefined;
}

function isGeneratedStatement(statement: string, isFirstLine: boolean): boolean {
  if (placeholders.some((mark) => statement.includes(mark))) return false;
  const opens = openingStatements.some((pattern) => pattern.test(statement)) || (isFirstLine && firstLineStatement.test(statement));
  return opens || fullSentence.test(statement) || innerStatements.some((pattern) => pattern.test(statement));
}

/** What a generator's comment quotes is what it writes. */
function withoutQuotes(statement: string): string {
  return statement.replace(/"[^"]*"|`[^`]*`/g, '""');
}

/** Share of long lines from which a file is no longer written by hand. */
const maxLongShare = 0.25;

/**
 * The long lines of a file if these are more than a quarter of its lines of code and the mean line is longer than `max`: one long line in a
 * file of many others is an image or a key. Stops counting lines as soon as the answer is known.
 */
function longLines(max: number, comments: CommentLines, text: string): { count: number; of: number; mean: number } | undefined {
  const enough = text.length / max;
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0 && lines < enough; at = text.indexOf('\n', at + 1)) lines++;
  if (lines === 0 || lines >= enough) return undefined;
  let [count, of] = [0, 0];
  for (const line of text.split('\n')) {
    const isLong = line.length >= max;
    const isComment = comments.read(line) !== undefined;
    if (isLong) count++;
    if (isLong || (!isComment && line.trim() !== '')) of++;
  }
  return count > of * maxLongShare ? { count, of, mean: text.length / lines } : undefined;
}
