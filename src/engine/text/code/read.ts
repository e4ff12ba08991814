/**
 * The definitions of a source, by one pass over its parts, without a parser: names with their kind, their scope, and the ranges of the whole
 * declaration and of the name.
 *
 * A language is a row of data (`languages/`). Deviations from a compiler: what a macro makes is known by its form alone; a declaration whose
 * brackets do not fit ends where the next one begins. Cost: one pass of the lexer, and one over its parts; a header is looked at twice.
 */

import { wordsOf } from '../../util/strings.ts';
import { indentAt, type Lines } from '../lines.ts';
import { type Scan, Scanner, tokenize } from '../words/tokens.ts';
import { compiledSyntax } from './compiled.ts';
import type { Definition } from './definition.ts';
import { type Draft, Drafts } from './frames.ts';
import { readBraces } from './layouts/braces.ts';
import { readCobol } from './layouts/cobol.ts';
import { readIndents } from './layouts/indents.ts';
import { scriptsOf } from './layouts/scripts.ts';
import { readLists, readSettings, readSql, readStyles } from './layouts/settings.ts';
import { onlyActions, readTemplates } from './layouts/templates.ts';
import { lex } from './lexing/lexer.ts';
import { Parts } from './lexing/parts.ts';
import type { ZoneSink } from './lexing/zone.ts';
import { Source } from './source.ts';
import type { CodeLanguage, Syntax } from './syntax.ts';

const walkers: Readonly<Record<Syntax['layout'], (source: Source, drafts: Drafts) => void>> = {
  ...{ braces: readBraces, indent: readIndents, ends: readIndents },
  ...{ settings: readSettings, styles: readStyles, lists: readLists, sql: readSql, cobol: readCobol },
  templates: readTemplates,
};
const nowhere: ZoneSink = { add: () => undefined };
const parts = new Parts();
/** Those of the templates in a text, while its own are in use. */
const templateParts = new Parts();
/** Scans scripts inside of other texts, and templates. */
const scripts = new Scanner();

/** The definitions of a text of code, in the order of their names; none in a language without a syntax. `zones` takes its comments and strings. */
export function definitionsIn(lines: Lines, language: CodeLanguage, zones: ZoneSink = nowhere): readonly Definition[] {
  const source = readSource(lines.text, tokenize(lines.text), language, zones);
  return source === undefined ? [] : definitionsOf(source, lines);
}

/** The parts of a text, valid until the next one is read; undefined in a language without a syntax. `zones` takes its comments and strings. */
export function readSource(text: string, scan: Scan, language: CodeLanguage, zones: ZoneSink = nowhere): Source | undefined {
  const { syntax, comments } = languageOfText(text, scan, language);
  if (syntax === undefined) return undefined;
  const compiled = compiledSyntax(syntax);
  const options = { declares: compiled.declaring, nameMarks: syntax.nameMarks, nameStarts: syntax.nameStarts };
  const own = syntax.scripts === undefined ? undefined : scriptsOf(text, syntax.scripts);
  if (!syntax.scripts || zones !== nowhere) lex(text, scan, comments, zones, parts, options);
  if (syntax.scripts) {
    if (own === undefined && syntax.templates === undefined) return undefined;
    if (own === undefined) parts.clear(0);
    else lex(own, scripts.scan(own), syntax.scripts.comments, nowhere, parts, options);
  }
  return new Source(text, parts, compiled);
}

/** The definitions of a source, in the order of their names; `lines` are those of its text. */
export function definitionsOf(source: Source, lines: Lines): readonly Definition[] {
  const drafts = new Drafts();
  walkers[source.syntax.layout](source, drafts);
  readInnerTemplates(source, drafts);
  return placed(
    drafts.all.filter(({ name }) => name.length <= maxName),
    lines,
  );
}

/** Adds the templates that a text of another language defines. */
function readInnerTemplates({ text, syntax: { templates } }: Source, drafts: Drafts): void {
  if (templates?.syntax === undefined) return;
  const actions = onlyActions(text);
  if (actions === undefined) return;
  lex(actions, scripts.scan(actions), templates.comments, nowhere, templateParts);
  readTemplates(new Source(text, templateParts, compiledSyntax(templates.syntax)), drafts);
}

/** A longer name is data. */
const maxName = 200;
/** The language of a text whose file name two languages have. */
function languageOfText(text: string, { count, starts, ends }: Scan, language: CodeLanguage): CodeLanguage {
  const { otherwise } = language.syntax ?? {};
  if (otherwise === undefined || count === 0) return language;
  const line = text.trimStart();
  const isComment = otherwise.comments.line.some((mark) => mark !== '#' && line.startsWith(mark));
  return isComment || wordsOf(otherwise.words).includes(text.slice(starts[0], ends[0])) ? otherwise : language;
}

/** Lines of annotations and modifiers before a name. */
const maxHeaderLines = 60;

/** Definitions with their lines. */
function placed(drafts: readonly Draft[], lines: Lines): readonly Definition[] {
  const sorted = drafts.some((draft, i) => i > 0 && draft.at < (drafts[i - 1] as Draft).at)
    ? [...drafts].sort((a, b) => a.at - b.at)
    : drafts;
  let line = 0;
  let indentLine = -1;
  let indent = 0;
  return sorted.map(({ name, kind, scope, container, from, to, at }) => {
    while (line + 1 < lines.count && (lines.starts[line + 1] as number) <= at) line++;
    if (line !== indentLine) {
      indentLine = line;
      indent = indentAt(lines, line);
    }
    const end = Math.max(to, at + name.length);
    let firstLine = line;
    while (firstLine > 0 && (lines.starts[firstLine] as number) > from && line - firstLine < maxHeaderLines) firstLine--;
    const lastLine = lineOf(lines, end - 1);
    return container === undefined
      ? { name, kind, scope, from, to: end, at, firstLine, line, lastLine, indent }
      : { name, kind, scope, container, from, to: end, at, firstLine, line, lastLine, indent };
  });
}

function lineOf({ starts, count }: Lines, offset: number): number {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
