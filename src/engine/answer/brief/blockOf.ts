/** An excerpt as a block of an answer. */

import type { Block } from './block.ts';
import type { BriefQuery } from './briefQuery.ts';
import type { Excerpt } from './excerpt.ts';
import { linesOfRest } from './parsedSource.ts';
import { piecesOf } from './pieces.ts';
import type { Unit } from './units/unit.ts';

/** The block of an excerpt. */
export function blockOf({ parsed, units, subject }: Excerpt, { words }: BriefQuery): Block {
  const { source } = parsed;
  const pieces = piecesOf(source.kind === 'code' ? units : withHeadings(units, subject), parsed, words);
  const last = pieces.at(-1);
  const ending = units.at(-1);
  const restLines = source.kind === 'code' || ending === undefined ? 0 : linesOfRest(parsed, ending);
  return {
    n: source.n,
    // The title of code lists what the chunk defines, perhaps below the block.
    subject: source.kind === 'code' ? subject.join('.') : subject.join(' › ') || source.title,
    kind: source.kind,
    language: source.language,
    startLine: pieces[0]?.startLine ?? source.startLine,
    endLine: last === undefined ? source.endLine : last.startLine + last.text.split('\n').length - 1,
    pieces,
    ...(restLines > 0 ? { restLines } : {}),
  };
}

/** The units, each subsection after its heading, which the heading of the block does not name. */
function withHeadings(units: readonly Unit[], subject: readonly string[]): readonly Unit[] {
  return units.flatMap((unit, i) => {
    const [heading] = unit.scope;
    const isFirst = units[i - 1]?.scope[0] !== heading && unit.subject.length > subject.length && heading < unit.first;
    return isFirst ? [{ ...unit, first: heading, last: heading }, unit] : [unit];
  });
}
