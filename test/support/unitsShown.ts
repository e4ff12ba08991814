/** The text shown for a single unit. */

import { readCodeText } from '../../src/engine/answer/brief/units/codeText.ts';
import { codeUnits } from '../../src/engine/answer/brief/units/codeUnits.ts';
import { docUnits } from '../../src/engine/answer/brief/units/docUnits.ts';
import { closure, type Unit } from '../../src/engine/answer/brief/units/unit.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { lineAt, linesOf } from '../../src/engine/text/lines.ts';

export interface ShownUnit {
  /** The lines of the unit and of all units that it needs. */
  readonly text: string;
  /** Enclosing names or headings, separated by ` › `. */
  readonly subject: string;
  /** The lines of its section or definition, from 1, inclusive: `3-7`. */
  readonly scope: string;
}

/** The first unit that contains `part`, with what it needs. Throws if there is none. */
export function unitShown(path: string, text: string, part: string): ShownUnit {
  const lines = linesOf(text);
  const language = languageOf(path);
  const units =
    language.kind === 'code'
      ? codeUnits(lines, language, readCodeText(lines, language), 0, lines.count)
      : docUnits(lines, language, 0, lines.count);
  const textOf = ({ first, last }: Unit): string => Array.from({ length: last - first + 1 }, (_, i) => lineAt(lines, first + i)).join('\n');
  const at = units.findIndex((unit) => textOf(unit).includes(part));
  const unit = units[at];
  if (unit === undefined) throw new Error(`no unit of ${path} holds ${JSON.stringify(part)}`);
  const shown = [...closure(units, [at], unit.scope[0])].sort((a, b) => a - b).map((needed) => textOf(units[needed] as Unit));
  return { text: shown.join('\n'), subject: unit.subject.join(' › '), scope: `${unit.scope[0] + 1}-${unit.scope[1]}` };
}
