/** Lines of a file, each with the function or type that it is in. */

import { allDefinitionsIn } from '../../engine/relations/relations.ts';
import { languageOf } from '../../engine/text/languages.ts';
import { innermost, qualifiedName } from '../relations/answers/enclosing.ts';
import { linesOfFile } from './passages.ts';
import type { Spot, ToolContext } from './toolContext.ts';

/** Lines of one file that are listed, and lines of a file that are read for what they are in. */
const maxLines = 20;
const maxRead = 20_000;

/** `12 (load), 15, 40 (save)`: a name is not repeated. @param isNamed whether the file is read for the names. */
export function linesWithHolders(spot: Spot, lines: readonly number[], context: ToolContext, isNamed: boolean): string {
  const language = languageOf(spot.path);
  const isCode = isNamed && language.kind === 'code';
  const text = isCode ? linesOfFile({ ...spot, startLine: 1, endLine: maxRead }, maxRead, context.service) : undefined;
  const definitions = text === undefined ? [] : allDefinitionsIn(spot.path, text, language);
  let before: string | undefined;
  const shown = lines.slice(0, maxLines).map((line) => {
    const around = innermost(line, definitions);
    const name = around === undefined || around.startLine === line ? undefined : qualifiedName(around);
    const isNew = name !== undefined && name !== before;
    before = name;
    return isNew ? `${line} (${name})` : `${line}`;
  });
  return `${shown.join(', ')}${lines.length > maxLines ? `, … ${lines.length} lines` : ''}`;
}
