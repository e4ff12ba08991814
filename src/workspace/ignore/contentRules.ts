import { commentText } from '../../engine/index.ts';
import type { SkipReason } from '../entries.ts';
import { extensionOf } from '../paths.ts';
import type { IndexSettings } from '../settings.ts';

const headerLines = 10;
const headerChars = 4096;
const maxStatementChars = 300;

/** In prose only HTML comments count. */
const proseCommentStart = /^\s*(?:<!--+|\[\/\/\]: # \()\s*/;

/** Statements at the start of a comment's line. */
const openingStatements = [
  /^(?:(?:this|the)\s+)?(?:\w+\s+)?(?:file|code|source|module|document|header|class|script|page)\s+(?:is\s+|was\s+|has\s+been\s+)?(?:auto-?\s?|automatically\s+|machine[- ])?generated\s+(?:by|from|with|using|automatically)\b/i,
  /^<?auto-?generated>?(?![\w-])/i,
  // In lower case these words may continue a sentence of the previous line.
  /^Generated\s+(?:by|from|with|using|automatically|on)\b/,
];

/** The first line cannot continue a sentence. */
const firstLineStatement = /^generated\s+(?:by|from|with|using|automatically|on)\b/i;

/** Statements anywhere in a comment's line. */
const innerStatements = [/@generated\b/, /\bDO NOT (?:EDIT|MODIFY)\b/];

/** A full sentence needs no comment marker: lines inside a block comment may have none. */
const fullSentence =
  /\bthis (?:file|code|source|document|script) (?:is|was|has been) (?:auto-?\s?|automatically |machine[- ])?generated\b/i;

const privateKey = /^-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;

/** Judges a file by its text: by its beginning and its number of lines. `undefined` if there is no reason to skip it. */
export function judgeText(path: string, text: string, settings: IndexSettings): { reason: SkipReason; detail: string } | undefined {
  const isProse = settings.proseExtensions.includes(extensionOf(path));
  const beginning = text.slice(0, headerChars);
  if (privateKey.test(beginning.trimStart())) return { reason: 'secret', detail: 'content: a private key' };
  const header = generatedHeader(beginning, isProse);
  if (header !== undefined) return { reason: 'generated', detail: `header: ${header}` };
  const mean = isProse ? undefined : meanLineAbove(settings.maxMeanLineLength, text);
  if (mean !== undefined) {
    return { reason: 'generated', detail: `mean line of ${Math.round(mean)} characters, at most ${settings.maxMeanLineLength} are read` };
  }
  return undefined;
}

/** The first of the opening lines in which a comment declares the file to be generated. */
function generatedHeader(beginning: string, isProse: boolean): string | undefined {
  const lines = beginning.split(/\r\n|\r|\n/, headerLines);
  for (const [index, line] of lines.entries()) {
    const comment = isProse ? proseComment(line) : commentText(line);
    const statement = (comment ?? line).slice(0, maxStatementChars).trim();
    if (comment === undefined ? !isProse && statement.search(fullSentence) === 0 : isGeneratedStatement(statement, index === 0)) {
      return statement.slice(0, 100);
    }
  }
  return undefined;
}

function proseComment(line: string): string | undefined {
  const marker = proseCommentStart.exec(line)?.[0];
  return marker === undefined ? undefined : line.slice(marker.length);
}

function isGeneratedStatement(statement: string, isFirstLine: boolean): boolean {
  const opens = openingStatements.some((pattern) => pattern.test(statement)) || (isFirstLine && firstLineStatement.test(statement));
  return opens || fullSentence.test(statement) || innerStatements.some((pattern) => pattern.test(statement));
}

/** The mean line length, if above `max`. Stops counting lines as soon as the answer is known. */
function meanLineAbove(max: number, text: string): number | undefined {
  const enough = text.length / max;
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0 && lines < enough; at = text.indexOf('\n', at + 1)) lines++;
  return lines === 0 || lines >= enough ? undefined : text.length / lines;
}
