/**
 * What code says of what it defines: the first sentence of the comment above a definition, or of the documentation string below it. That is
 * what somebody wants to read who asks for a name of code; its words need not be those of the question. Cost: one pass over the statements.
 */

import { Space } from '../document.ts';
import { readQuestion } from '../retrieve/question.ts';
import { thingAskedFor, thingSought } from '../retrieve/whatIs.ts';
import type { Statement } from './statement.ts';

/** Words before a name that is defined, with what may stand between the two. */
const defining =
  '(?:^|[\\s(])(?:class|const|def|enum|fn|fun|func|function|interface|let|macro_rules!|module|object|protocol|record|static|struct|trait|type|val|var)\\s+(?:\\([^)]*\\)\\s*)?[*&]?';
const definesAny = new RegExp(defining);
/** Attributes and decorators stand between a definition and its comment. */
const attribute = /^(?:@|#!?\[|\[\[?\w)/;
/** Lines of parameters between a definition and its documentation string. */
const mostBetween = 20;
/** Boxes and tags of documentation. */
const aside = /^(?:!!!|\?\?\?|\.\. |@|:\w+[^:]*:)/;
/** A name of code has no more words. */
const mostWords = 4;
const opensString = /(?:"""|''')$/;
/** What stands between the beginning of a documentation string and its words is shorter. UTF-16 units. */
const longestGap = 200;

/** Finds the lines that define a name. */
export type DefiningName = RegExp;

/** The names of code that a question asks for. */
export function askedNames(question: string): readonly DefiningName[] {
  const [thing, sought] = [thingAskedFor(question), thingSought(question)];
  const symbols = readQuestion(question).symbols.map((key) => defines(key.slice(Space.Symbol.length + 1), ''));
  // Several words may be one name: "basic auth" is `basicAuth` or `BASIC_AUTH`.
  const words = sought?.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  if (words.length > 0 && words.length <= mostWords) return [definesPattern(words.map(escaped).join('_?'), 'i'), ...symbols];
  return thing === undefined || thing.includes(' ') ? symbols : [...symbols, defines(thing, 'i')];
}

function defines(name: string, flags: string): DefiningName {
  return definesPattern(escaped(name), flags);
}

function escaped(name: string): string {
  return name.replace(/[^\p{L}\p{N}_]/gu, '\\$&');
}

function definesPattern(name: string, flags: string): DefiningName {
  return new RegExp(`${defining}${name}(?![\\p{L}\\p{N}_$])`, `u${flags}`);
}

/** Whether a text may define one of the names. */
export function mayDefine(text: string, names: readonly DefiningName[]): boolean {
  return names.some((name) => name.test(text));
}

const definesVariable = /^(?:let|const|var|val)\b/;

/** The line that defines a name; a variable within something else is not what somebody looks for. */
export function definingLine(text: string, statements: readonly Statement[], name: DefiningName): Statement | undefined {
  return statements.find(({ form, from, to }) => {
    const said = text.slice(from, to);
    return form === 'line' && name.test(said) && (from === 0 || text[from - 1] === '\n' || !definesVariable.test(said));
  });
}

/** The statement that says what a name is, where the text defines it and says so. */
export function documentingStatement(text: string, statements: readonly Statement[], name: DefiningName): Statement | undefined {
  for (const [i, { form, from, to }] of statements.entries()) {
    if (form !== 'line' || !name.test(text.slice(from, to))) continue;
    const found = stringBelow(text, statements, i) ?? commentAbove(text, statements, i);
    if (found !== undefined) return found;
  }
  return undefined;
}

function stringBelow(text: string, statements: readonly Statement[], definition: number): Statement | undefined {
  for (let at = definition + 1; at < Math.min(statements.length, definition + mostBetween); at++) {
    const statement = statements[at] as Statement;
    if (statement.form !== 'line')
      return opensString.test(text.slice(Math.max(0, statement.from - longestGap), statement.from).trimEnd())
        ? firstSaying(text, statements, at)
        : undefined;
    if (definesAny.test(text.slice(statement.from, statement.to))) return undefined;
  }
  return undefined;
}

function commentAbove(text: string, statements: readonly Statement[], definition: number): Statement | undefined {
  const isAttribute = ({ form, from, to }: Statement): boolean => form === 'line' && attribute.test(text.slice(from, to));
  let at = definition - 1;
  while (at >= 0 && isAttribute(statements[at] as Statement)) at--;
  if (at < 0 || !isSaidBefore(text, statements, at)) return undefined;
  while (at > 0 && isSaidBefore(text, statements, at - 1)) at--;
  return firstSaying(text, statements, at);
}

/** Whether a statement is of a comment that goes on until the next statement. */
function isSaidBefore(text: string, statements: readonly Statement[], at: number): boolean {
  const [statement, next] = [statements[at] as Statement, statements[at + 1] as Statement];
  return statement.form !== 'line' && !/\n[ \t\r]*\n/.test(text.slice(statement.to, next.from));
}

/** The first statement of a comment that is no note to readers of a manual, and no tag. */
function firstSaying(text: string, statements: readonly Statement[], from: number): Statement | undefined {
  const near = statements.slice(from, from + mostBetween);
  const end = near.findIndex(({ form }) => form === 'line');
  return near.slice(0, end < 0 ? near.length : end).find((statement) => !aside.test(text.slice(statement.from, statement.to)));
}
