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

/** A form of declaration: the pattern of its line, whose first group is the name, and necessary conditions that are cheaper to check. */
export interface Declaration {
  readonly kind: DeclarationKind;
  readonly pattern: RegExp;
  /** Punctuation that must all occur, and punctuation that must not; bits of `punctuationBits`. */
  readonly punctuation: number;
  readonly without: number;
  /** Word groups, bits of `WordGroup`; a line must have a word of one of them. 0 for any line. */
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
/** A function that is assigned to a member: `app.handle = function`. */
const ecmaMember = '[\\p{L}_$][\\p{L}\\p{N}_$.]*\\.(?!exports\\b)NAME\\s*=\\s*';
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
  declares('function', member(`${ecmaMember}(?:async\\s+)?function\\b`), { punctuation: '.=', substring: 'function' }),
  declares('function', member(`${ecmaMember}(?:async\\s+)?(?:\\([^()]*\\)|[\\w$]+)\\s*=>`), { punctuation: '.=>' }),
  declares('value', line('(?:module\\.)?exports\\.NAME\\s*='), { punctuation: '.=', substring: 'exports.' }),
  declares('value', line('[\\p{L}_$][\\p{L}\\p{N}_$.]*\\.prototype\\.NAME\\s*='), { punctuation: '.=', substring: '.prototype.' }),
]);
export const python = once(() => [
  declares('function', line('(?:async\\s+)?(?:c|cp)?def\\s+NAME\\s*[(\\[]'), { wordGroups: WordGroup.Function }),
  declares('type', line('class\\s+NAME\\s*[:(\\[]'), { wordGroups: WordGroup.Type }),
  declares('type', line('type\\s+NAME\\s*(?:\\[.*\\]\\s*)?='), { punctuation: '=', wordGroups: WordGroup.Type }),
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
/** Languages of the Java family that declare by keywords: Kotlin, Scala, Swift. */
export const keyworded = once(() => [
  types(),
  declares('extension', line(`${modifiers}extension\\s+NAME`), { substring: 'extension' }),
  declares('type', line(`${modifiers}(?:typealias|typedef|actor|fun\\s+interface)\\s+NAME`), {
    wordGroups: WordGroup.Typedef | WordGroup.Type,
  }),
  declares('function', line(`${modifiers}(?:fun|def|func)(?:\\s+|(?=<))(?:<[^>]*>\\s*)?(?:[\\p{L}\\p{N}_<>]+\\.)*NAME`), {
    wordGroups: WordGroup.Function,
  }),
  declares('value', member(`${modifiers}(?:val|var|let)\\s+(?:<[^>]*>\\s*)?(?:[\\p{L}\\p{N}_<>*]+\\.)*NAME`), {
    wordGroups: WordGroup.Variable,
  }),
]);
const access = '(?:public|private|protected|internal)';
/** A type with its arguments. */
const typeName = '[\\p{L}_][\\p{L}\\p{N}_.<>\\[\\],? ]*?';
/** Those that declare a member by its type: Java, C#, Dart, Groovy. */
export const typed = once(() => [
  ...keyworded(),
  // A method without a body ends with a semicolon.
  declares(
    'function',
    line(`${modifiers}(?:<[^;(){}=]*>\\s+)?${noType}(?:[\\p{L}_][\\p{L}\\p{N}_<>\\[\\],.?]*\\s+)+NAME\\s*(?:<[^;(){}=]*>\\s*)?\\([^;]*;?$`),
    { punctuation: '(' },
  ),
  // A constant: `static final`, `static readonly`, `public const`.
  declares(
    'value',
    line(`(?=[^=]*\\b(?:static|const)\\b)(?:(?:${access}|static|new)\\s+)+(?:final|const|readonly)\\s+(?:${typeName}\\s+)?NAME\\s*=`),
    { punctuation: '=', wordGroups: WordGroup.Member },
  ),
  // A property of C#.
  declares(
    'value',
    line(
      `${access}\\s+(?:(?:static|virtual|override|abstract|sealed|new|required|readonly)\\s+)*${typeName}\\s+NAME\\s*(?:\\{\\s*(?:get|set|init)\\b|=>)`,
    ),
    { wordGroups: WordGroup.Member },
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
      `(?:template\\s*<[^>]*>\\s*)?(?:\\[\\[[^\\]]*\\]\\]\\s*)?${exportMacro}(?:(?:static|inline|extern|const|unsigned|signed|long|short|constexpr|virtual|explicit|friend)\\s+)*${noType}(?:struct\\s+|enum\\s+)?[\\p{L}_][\\p{L}\\p{N}_:<>]*[\\s*&]+(?:const\\s*[*&]\\s*)?(?:[\\p{L}_][\\p{L}\\p{N}_]*::)*NAME\\s*\\([^;]*$`,
    ),
    // There can be no semicolon before the bracket either.
    { punctuation: '(', without: ';' },
  ),
  declares('function', outermost('(?:[\\p{L}_][\\p{L}\\p{N}_]*::)*~?NAME\\s*\\([^;]*$'), { punctuation: '(', without: ';' }),
  declares('type', line('typedef\\s+.*\\bNAME\\s*;'), { punctuation: ';', wordGroups: WordGroup.Typedef }),
  declares('type', line('typedef\\s+.*\\(\\s*\\*\\s*NAME\\s*\\)\\s*\\('), { punctuation: '()', wordGroups: WordGroup.Typedef }),
  declares('type', outermost('\\}\\s*NAME\\s*;'), { punctuation: '};' }),
  declares('type', line('(?:using|concept)\\s+NAME\\s*='), { punctuation: '=' }),
  declares(
    'value',
    outermost(
      `(?:(?:static|extern|const|constexpr|inline|volatile|unsigned)\\s+)*${noType}(?:struct\\s+|enum\\s+)?[\\p{L}_][\\p{L}\\p{N}_:<>]*[\\s*&]+(?:const\\s+)?NAME\\s*(?:\\[[^\\]]*\\]\\s*)*=(?!=)`,
    ),
    { punctuation: '=' },
  ),
  declares('function', outermost('[-+]\\s*\\([^)]*\\)\\s*NAME'), { punctuation: '()' }),
  declares('type', outermost('@(?:interface|implementation|protocol)\\s+NAME'), { punctuation: '@' }),
]);
export const proto = once(() => [
  declares('type', line('(?:message|service|enum|extend)\\s+NAME\\s*\\{')),
  declares('function', line('rpc\\s+NAME\\s*\\(')),
]);
export const ruby = once(() => [
  declares('function', line('(?:private(?:_class_method)?\\s+|protected\\s+)?def\\s+(?:self\\.)?NAME')),
  declares('type', line('(?:class|module)\\s+(?:[\\p{L}\\p{N}_]+::)*NAME')),
  declares('function', line('(?:define_method\\s*\\(?|task\\s+):?NAME')),
  declares('value', line('attr_(?:accessor|reader|writer)\\s+:NAME')),
  declares('value', line('(\\p{Lu}[\\p{L}\\p{N}_]*)\\s*=\\s*[^=~>]')),
  declares('value', outermost('NAME\\s*=\\s*[^=~>]')),
]);
export const shell = once(() => [
  declares('function', line('(?:function|filter)\\s+([\\p{L}_][\\p{L}\\p{N}_-]*)', 'iu')),
  declares('function', line('([\\p{L}_][\\p{L}\\p{N}_-]*)\\s*\\(\\)')),
  declares('value', outermost('(?:alias\\s+|export\\s+|readonly\\s+|declare\\s+(?:-\\w+\\s+)*)?NAME=')),
]);
export const php = once(() => [
  types(),
  declares('function', line(`${modifiers}function\\s+&?NAME`)),
  declares('value', line('(?:(?:public|private|protected|final)\\s+)*const\\s+(?:[\\w?|\\\\]+\\s+)?NAME\\s*=')),
  declares('value', line('define\\(\\s*[\'"]NAME')),
]);
export const lua = once(() => [
  declares('function', line('(?:local\\s+)?function\\s+(?:[\\p{L}\\p{N}_]+[.:])*NAME')),
  declares('function', line('(?:local\\s+)?(?:[\\p{L}\\p{N}_]+\\.)*NAME\\s*=\\s*function')),
]);
export const elixir = once(() => [
  declares('type', line('def(?:module|protocol|impl)\\s+(?:[\\p{L}\\p{N}_]+\\.)*NAME')),
  declares('function', line('(?:def(?:p|macrop?|guardp?|delegate)?|@(?:macro)?callback)\\s+(?:[\\p{L}\\p{N}_]+\\.)*NAME')),
  declares('function', outermost('(\\p{Ll}[\\p{L}\\p{N}_]*)\\([^()]*\\)\\s*(?:when\\b.*)?->')),
  declares('type', outermost('-(?:module|record|type|opaque)\\s*\\(?\\s*NAME')),
  declares('value', outermost('-define\\s*\\(\\s*NAME')),
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
  declares('function', outermost('@?([\\p{L}_][\\p{L}\\p{N}_.-]*)\\s*:(?!=)')),
  // A recipe of a justfile with parameters.
  declares('function', outermost('@?(\\p{Ll}[\\w-]*)(?:\\s+[*+$]?[\\w-]+(?:=(?:"[^"]*"|\\w+))?)+\\s*:(?=\\s|$)')),
  declares('value', outermost('(?:export\\s+|define\\s+)?NAME\\s*(?:[:?+]?=|$)')),
  declares('function', line('(?:function|macro|add_executable|add_library|project|option|set)\\s*\\(\\s*NAME', 'iu')),
  declares('value', line('(?:ARG|ENV|FROM\\s+\\S+\\s+AS)\\s+NAME', 'iu')),
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
export const lisp = once(() => [declares('function', line('\\(\\s*(?:(?:cl-)?def[\\w-]*\\*?|ns)\\s+(?:\\^\\S+\\s+)*\\(?([^\\s()"\';]+)'))]);
export const functional = once(() => [
  declares('value', line('(?:let|and|val|external|exception|port)\\s+(?:rec\\s+|inline\\s+|mutable\\s+|private\\s+)*NAME')),
  declares(
    'type',
    line('(?:type|data|newtype|class|module)\\s+(?:rec\\s+|alias\\s+|nonrec\\s+|.*=>\\s*)?(?:\\p{Lu}[\\p{L}\\p{N}_]*\\.)*NAME'),
  ),
  declares('function', line('(?:(?:static|abstract)\\s+)?(?:member|override|default)\\s+(?:[\\p{L}_]\\w*\\.)?NAME')),
  declares('value', line('NAME\\s*::?\\s')),
]);
export const others = once(() => [
  declares(
    'function',
    line(
      `${modifiers}(?:fn|function|proc|func|method|template|macro|iterator|modifier|event)\\s+(?:\\([^)]*\\)\\s*)?(?:[\\p{L}_]\\w*\\.)*NAME`,
    ),
  ),
  declares(
    'type',
    line(`${modifiers}(?:abstract\\s+|mutable\\s+|primitive\\s+)*(?:struct|type|module|contract|library|interface|enum|class)\\s+NAME`),
  ),
  declares('function', outermost('([\\p{L}_.][\\p{L}\\p{N}_.]*)\\s*(?:<-|=)\\s*(?:function\\b|\\\\\\()')),
  declares('value', outermost('([\\p{L}_.][\\p{L}\\p{N}_.]*)\\s*<-')),
  declares('type', line('set(?:Class|RefClass|Generic)\\(\\s*["\']NAME')),
  declares('function', outermost('NAME\\([^()]*\\)\\s*=(?!=)'), { punctuation: '(=' }),
  declares('value', line(`${modifiers}const\\s+NAME\\s*(?::[^=]+)?=`)),
]);
export const hcl = once(() => [
  declares('value', outermost('(?:resource|data)\\s+"[^"]*"\\s+"([^"]+)"')),
  declares('value', outermost('(?:variable|output|module|provider)\\s+"([^"]+)"')),
  declares('value', outermost('NAME\\s*=')),
]);
export const graphql = once(() => [
  declares('type', outermost('(?:extend\\s+)?(?:type|input|interface|enum|union|scalar|directive)\\s+@?NAME')),
  declares('function', outermost('(?:query|mutation|subscription|fragment)\\s+NAME')),
]);
export const perl = once(() => [
  declares('function', line('sub\\s+NAME')),
  declares('type', line('package\\s+(?:\\w+::)*NAME')),
  declares('value', outermost('(?:our\\s+[$@%]|use\\s+constant\\s+)NAME')),
]);
export const pascal = once(() => [
  declares('function', line('(?:class\\s+)?(?:procedure|function|constructor|destructor)\\s+(?:\\w+\\.)*NAME', 'iu')),
  declares('type', line('(?:unit|program|library)\\s+(?:\\w+\\.)*NAME\\s*;', 'iu')),
  declares('type', line('NAME\\s*=\\s*(?:packed\\s+)?(?:class|record|interface|object)\\b', 'iu')),
]);
export const basic = once(() => [
  declares('type', line('(?:\\w+\\s+)*?(?:class|module|structure|interface|enum|namespace)\\s+NAME', 'iu')),
  declares('function', line('(?!end\\b|exit\\b)(?:\\w+\\s+)*?(?:sub|function|property)\\s+NAME', 'iu')),
]);
export const fortran = once(() => [
  declares('function', line('(?!end)(?:[\\w()*]+\\s+)*?(?:subroutine|function)\\s+NAME', 'iu')),
  declares('type', line('(?:module|submodule\\s*\\([^)]*\\)|program|type(?:\\s*,[^:]*)?(?:\\s*::)?)\\s+(?!procedure\\b)NAME\\s*$', 'iu')),
]);
export const nix = once(() => [declares('value', member('NAME\\s*='), { punctuation: '=' })]);
export const coffee = once(() => [
  declares('type', line('(?:[\\w.]+\\s*=\\s*)?class\\s+(?:\\w+\\.)*NAME')),
  declares('function', line('(?:[\\w.@]+\\.|@)?NAME\\s*[:=]\\s*(?:\\([^()]*\\)\\s*)?[-=]>')),
]);
export const vim = once(() => [
  declares('function', line('(?:export\\s+)?(?:function|def)!?\\s+(?:[a-z]:|(?:\\w+#)+)?NAME')),
  declares('value', outermost('let\\s+(?:[a-z]:|(?:\\w+#)+)NAME')),
  declares('function', outermost('command!?\\s+(?:-\\S+\\s+)*NAME')),
]);
export const godot = once(() => [
  declares('function', line('(?:static\\s+)?func\\s+NAME')),
  declares('type', line('(?:class|class_name|enum)\\s+NAME')),
  declares('value', outermost('(?:@\\w+(?:\\([^)]*\\))?\\s+)*(?:signal|const|var)\\s+NAME')),
]);
export const tcl = once(() => [declares('function', line('proc\\s+(?:::)?(?:\\w+::)*NAME'))]);
export const batch = once(() => [declares('function', outermost(':NAME'))]);
export const none = once((): readonly Declaration[] => []);
