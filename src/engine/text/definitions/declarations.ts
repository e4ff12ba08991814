/**
 * The patterns of declarations by language, data for `findDefinitions`. Each is tried on single lines, so a declaration counts by the line that
 * holds its name. The first group of a pattern is the name.
 */

import { once } from '../../util/once.ts';
import { punctuationIn } from '../words/punctuationMasks.ts';
import { declarationWords, WordGroup } from '../words/wordGroups.ts';

const identifier = '([\\p{L}_$][\\p{L}\\p{N}_$]*)';
const withName = (pattern: string): string => pattern.replaceAll('NAME', identifier);
/** At any depth. */
const line = (pattern: string, flags = 'u'): RegExp => new RegExp(`^\\s*${withName(pattern)}`, flags);
/** At the outermost level only: deeper, the same line declares a local. */
const outermost = (pattern: string): RegExp => new RegExp(`^${withName(pattern)}`, 'u');
/** At the outermost level and for members of a type, whose method bodies are deeper. */
const member = (pattern: string): RegExp => new RegExp(`^(?: {0,4}|\\t)${withName(pattern)}`, 'u');

/**
 * What a line declares: a type or module with members of its own, a function, a value, a field of a type (see `Language.fields`). An
 * `extension` adds members to a type, and an `implementation` those of a trait; both name a type that is declared elsewhere.
 */
export type DeclarationKind = 'type' | 'extension' | 'implementation' | 'function' | 'value' | 'field';

/** Whether a declaration adds to a type that is declared elsewhere: its name is used in titles but is no defined symbol. */
export function addsMembers(kind: DeclarationKind): boolean {
  return kind === 'extension' || kind === 'implementation';
}

/** A form of declaration: the pattern of its line, the first group of which is the name, and necessary conditions that are cheaper to check. */
export interface Declaration {
  readonly kind: DeclarationKind;
  readonly pattern: RegExp;
  /** Punctuation that must all occur, and punctuation that must not; bits of `punctuationBits`. */
  readonly punctuation: number;
  readonly without: number;
  /** Word groups of which at least one must occur, bits of `WordGroup`; 0 for any line. */
  readonly wordGroups: number;
  /** A substring that must occur; may be empty. */
  readonly substring: string;
}

interface Conditions {
  readonly punctuation?: string;
  readonly without?: string;
  readonly wordGroups?: number;
  readonly substring?: string;
}

function declares(
  kind: DeclarationKind,
  pattern: RegExp,
  { punctuation = '', without = '', wordGroups = 0, substring = '' }: Conditions = {},
): Declaration {
  return { kind, pattern, punctuation: punctuationIn(punctuation), without: punctuationIn(without), wordGroups, substring };
}

const modifiers = `(?:(?:${[
  'export default public private protected internal fileprivate static abstract final sealed async override readonly declare virtual',
  'inline extern unsafe partial open data const suspend implicit lazy inner annotation value companion infix operator tailrec',
  'required convenience indirect mutating native synchronized expect actual external',
]
  .join(' ')
  .replaceAll(' ', '|')}|extern\\s+"[^"]*"|pub(?:\\([^)]*\\))?|@\\w+(?:\\([^)]*\\))?)\\s+)*`;
const typeWords = `(?:(?:enum|record)\\s+(?:class|struct)|@interface|(?:case\\s+)?(?:${declarationWords.type.join('|')}))`;
/** Words that begin a statement, not a declaration. */
const noType =
  '(?!(?:return|throw|throws|new|await|yield|else|case|assert|goto|delete|in|is|not|and|or|when|if|while|do|import|using|package)\\b)';
/** Parameters in brackets, with one level of nested brackets. */
const parameters = '\\((?:[^()]|\\([^()]*\\))*\\)';

// A program that starts compiles the patterns of no language but those that it reads: all together take longer than a search.
const types = once(() => declares('type', line(`${modifiers}${typeWords}\\s+NAME`), { wordGroups: WordGroup.Type }));
const fieldStart = '(?:(?:public|private|protected|static|readonly)\\s+)*#?NAME\\s*[:=]\\s*';
export const ecma = once(() => [
  types(),
  declares('function', line(`${modifiers}function(?:\\s*\\*\\s*|\\s+)NAME`), { substring: 'function' }),
  declares('value', outermost('(?:export\\s+)?(?:declare\\s+)?(?:const|let|var)\\s+NAME\\s*(?::[^=]+)?='), {
    punctuation: '=',
    wordGroups: WordGroup.Variable,
  }),
  // A star and a blank begin a line of a comment.
  declares('function', line(`${modifiers}(?:get\\s+|set\\s+)?\\*?#?NAME\\s*(?:<[^>]*>)?${parameters}\\s*(?::[^{;]+)?\\{`), {
    punctuation: '(){',
  }),
  declares('function', line('(?:(?:public|private|protected|static|override|abstract|async|get|set)\\s+)+\\*?\\s*#?NAME\\s*[<(]'), {
    wordGroups: WordGroup.Member,
  }),
  declares('function', member(`${fieldStart}(?:async\\s+)?function\\b`), { substring: 'function' }),
  declares('function', member(`${fieldStart}(?:async\\s+)?(?:\\([^()]*\\)[^=;]*=>|\\w+\\s*=>)`), { punctuation: '=>' }),
  declares('value', line('(?:module\\.)?exports\\.NAME\\s*='), { punctuation: '.=', substring: 'exports.' }),
  declares('value', line('[\\p{L}_$][\\p{L}\\p{N}_$.]*\\.prototype\\.NAME\\s*='), { punctuation: '.=', substring: '.prototype.' }),
]);
export const python = once(() => [
  declares('function', line('(?:async\\s+)?(?:c|cp)?def\\s+NAME\\s*[(\\[]'), { wordGroups: WordGroup.Function }),
  declares('type', line('class\\s+NAME\\s*[:(\\[]'), { wordGroups: WordGroup.Type }),
  declares('value', outermost('NAME\\s*(?::\\s*[^=]+)?=\\s*[^=]'), { punctuation: '=' }),
]);
export const rust = once(() => [
  declares('implementation', line('(?:unsafe\\s+)?impl\\b.*\\bfor\\s+(?:\\w+::)*NAME'), { substring: 'impl' }),
  declares('extension', line('(?:unsafe\\s+)?impl(?:\\s*<[^>]*>)?\\s+(?:\\w+::)*NAME'), { substring: 'impl' }),
  types(),
  declares('function', line(`${modifiers}fn\\s+NAME`), { wordGroups: WordGroup.Function }),
  declares('value', line(`${modifiers}(?:static|const)\\s+(?:mut\\s+)?NAME\\s*:`), { punctuation: ':', wordGroups: WordGroup.Variable }),
  declares('function', line('macro_rules!\\s*NAME'), { punctuation: '!' }),
  declares('type', line(`${modifiers}mod\\s+NAME`), { substring: 'mod' }),
]);
export const go = once(() => [
  declares('function', line('func\\s+(?:\\([^)]*\\)\\s*)?NAME'), { wordGroups: WordGroup.Function }),
  declares('type', line('type\\s+NAME'), { wordGroups: WordGroup.Type }),
  declares('value', outermost('(?:var|const)\\s+NAME'), { wordGroups: WordGroup.Variable }),
]);
export const gleam = once(() => [
  declares('function', outermost('(?:pub\\s+)?fn\\s+NAME'), { wordGroups: WordGroup.Function }),
  declares('type', outermost('(?:pub\\s+)?(?:opaque\\s+)?type\\s+NAME'), { wordGroups: WordGroup.Type }),
  declares('value', outermost('(?:pub\\s+)?const\\s+NAME'), { wordGroups: WordGroup.Variable }),
]);
export const jvm = once(() => [
  types(),
  declares('extension', line(`${modifiers}extension\\s+NAME`), { substring: 'extension' }),
  declares('function', line(`${modifiers}(?:fun|def|func)\\s+(?:<[^>]*>\\s*)?(?:[\\p{L}\\p{N}_<>]+\\.)*NAME`), {
    wordGroups: WordGroup.Function,
  }),
  declares('value', member(`${modifiers}(?:val|var|let)\\s+(?:<[^>]*>\\s*)?(?:[\\p{L}\\p{N}_<>*]+\\.)*NAME`), {
    wordGroups: WordGroup.Variable,
  }),
  declares(
    'function',
    line(`${modifiers}(?:<[^;(){}]*>\\s+)?${noType}(?:[\\p{L}_][\\p{L}\\p{N}_<>\\[\\],.?]*\\s+)+NAME\\s*(?:<[^;(){}]*>\\s*)?\\([^;]*$`),
    { punctuation: '(' },
  ),
]);
/** The macro that a library's headers put before exported names. */
const exportMacro = '(?:\\p{Lu}[\\p{Lu}\\d_]+\\s+)?';
export const c = once(() => [
  declares(
    'type',
    line(
      `(?:typedef\\s+)?(?:template\\s*<[^>]*>\\s*)?${modifiers}${typeWords}\\s+${exportMacro}NAME(?=\\s*(?:final\\s*)?(?::(?!:)|\\{|$))`,
    ),
    { wordGroups: WordGroup.Type },
  ),
  declares('value', line('#\\s*define\\s+NAME'), { punctuation: '#', substring: 'define' }),
  declares(
    'function',
    line(
      `${exportMacro}(?:(?:static|inline|extern|const|unsigned|constexpr|virtual|explicit|friend)\\s+)*${noType}(?:struct\\s+|enum\\s+)?[\\p{L}_][\\p{L}\\p{N}_:<>]*[\\s*&]+(?:const\\s*[*&]\\s*)?(?:[\\p{L}_][\\p{L}\\p{N}_]*::)*NAME\\s*\\([^;]*$`,
    ),
    // There can be no semicolon before the bracket either.
    { punctuation: '(', without: ';' },
  ),
  declares('function', outermost('(?:[\\p{L}_][\\p{L}\\p{N}_]*::)*~?NAME\\s*\\([^;]*$'), { punctuation: '(', without: ';' }),
  declares('type', line('typedef\\s+.*\\bNAME\\s*;'), { punctuation: ';', wordGroups: WordGroup.Typedef }),
  declares('type', line('typedef\\s+.*\\(\\s*\\*\\s*NAME\\s*\\)\\s*\\('), { punctuation: '()', wordGroups: WordGroup.Typedef }),
  declares('type', outermost('\\}\\s*NAME\\s*;'), { punctuation: '};' }),
  declares('function', outermost('[-+]\\s*\\([^)]*\\)\\s*NAME'), { punctuation: '()' }),
  declares('type', outermost('@(?:interface|implementation|protocol)\\s+NAME'), { punctuation: '@' }),
]);
export const proto = once(() => [
  declares('type', line('(?:message|service|enum|extend)\\s+NAME\\s*\\{')),
  declares('function', line('rpc\\s+NAME\\s*\\(')),
]);
export const ruby = once(() => [
  declares('function', line('def\\s+(?:self\\.)?NAME')),
  declares('type', line('(?:class|module)\\s+(?:[\\p{L}\\p{N}_]+::)*NAME')),
  declares('value', line('(\\p{Lu}[\\p{L}\\p{N}_]*)\\s*=\\s*[^=~>]')),
  declares('value', outermost('NAME\\s*=\\s*[^=~>]')),
]);
export const shell = once(() => [
  declares('function', line('function\\s+([\\p{L}_][\\p{L}\\p{N}_-]*)', 'iu')),
  declares('function', line('([\\p{L}_][\\p{L}\\p{N}_-]*)\\s*\\(\\)')),
  declares('value', outermost('(?:export\\s+|readonly\\s+|declare\\s+(?:-\\w+\\s+)*)?NAME=')),
]);
export const php = once(() => [
  types(),
  declares('function', line(`${modifiers}function\\s+&?NAME`)),
  declares('value', line('(?:(?:public|private|protected|final)\\s+)*const\\s+NAME')),
  declares('value', line('define\\(\\s*[\'"]NAME')),
]);
export const lua = once(() => [
  declares('function', line('(?:local\\s+)?function\\s+(?:[\\p{L}\\p{N}_]+[.:])*NAME')),
  declares('function', line('(?:local\\s+)?(?:[\\p{L}\\p{N}_]+\\.)*NAME\\s*=\\s*function')),
]);
export const elixir = once(() => [
  declares('type', line('def(?:module|protocol|impl)\\s+(?:[\\p{L}\\p{N}_]+\\.)*NAME')),
  declares('function', line('def(?:p|macrop?|guardp?|delegate)?\\s+(?:[\\p{L}\\p{N}_]+\\.)*NAME')),
  declares('function', outermost('(\\p{Ll}[\\p{L}\\p{N}_]*)\\([^()]*\\)\\s*(?:when\\b.*)?->')),
]);
export const sql = once(() => [
  declares(
    'type',
    line(
      'create\\s+(?:or\\s+replace\\s+)?(?:(?:unique|temp|temporary|materialized|global|local|virtual|recursive)\\s+)*\\w+\\s+(?:if\\s+not\\s+exists\\s+)?(?:["`[]?\\w+["`\\]]?\\.)?["`[]?NAME',
      'iu',
    ),
  ),
]);
export const make = once(() => [
  declares('function', outermost('([\\p{L}_][\\p{L}\\p{N}_.-]*)\\s*:(?!=)')),
  declares('value', outermost('(?:export\\s+|define\\s+)?NAME\\s*(?:[:?+]?=|$)')),
  declares('function', line('(?:function|macro|add_executable|add_library|project|option|set)\\s*\\(\\s*NAME', 'iu')),
  declares('value', line('(?:ARG|ENV)\\s+NAME')),
]);
export const keyed = once(() => [
  declares('value', outermost('\\[+["\']?([\\p{L}_][\\p{L}\\p{N}_.-]*)["\']?\\]+')),
  declares('value', outermost('["\']?([\\p{L}_][\\p{L}\\p{N}_.-]*)["\']?\\s*[:=]')),
]);
export const json = once(() => [
  declares('value', member('"([\\p{L}_$@][\\p{L}\\p{N}_$./@-]*)"\\s*:\\s*[{[]\\s*$'), { punctuation: '":' }),
]);
export const style = once(() => [
  declares('value', line('[.#]([\\p{L}][\\p{L}\\p{N}_-]*)[^;]*[{,]\\s*$')),
  declares('function', line('(?:@mixin|@function)\\s+([\\p{L}_][\\p{L}\\p{N}_-]*)')),
  declares('value', line('(?:@keyframes|@layer)\\s+([\\p{L}_][\\p{L}\\p{N}_-]*)')),
  declares('value', line('((?:--|\\$|@)[\\p{L}][\\p{L}\\p{N}_-]*)\\s*:')),
]);
export const lisp = once(() => [declares('function', line('\\(\\s*(?:cl-)?def[\\w-]*\\*?\\s+\\(?([^\\s()"\';]+)'))]);
export const functional = once(() => [
  declares('value', line('(?:let|and|val)\\s+(?:rec\\s+|inline\\s+|mutable\\s+|private\\s+)*NAME')),
  declares('type', line('(?:type|data|newtype|class|module)\\s+(?:rec\\s+|alias\\s+|nonrec\\s+)?(?:\\p{Lu}[\\p{L}\\p{N}_]*\\.)*NAME')),
  declares('value', line('NAME\\s*::?\\s')),
]);
export const others = once(() => [
  declares('function', line(`${modifiers}(?:fn|function|proc|func|method|template|macro|iterator|modifier|event)\\s+NAME`)),
  declares('type', line(`${modifiers}(?:abstract\\s+|mutable\\s+)*(?:struct|module|contract|library|interface|enum|class)\\s+NAME`)),
  declares('function', outermost('NAME\\s*(?:<-|=)\\s*function')),
  declares('value', line(`${modifiers}const\\s+NAME\\s*(?::[^=]+)?=`)),
]);
export const none = once((): readonly Declaration[] => []);
