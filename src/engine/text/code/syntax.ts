/** What a language is to the reader of code: one row of data (`languages/`). Lists of words are strings with blanks between them. */

/** How a language marks comments and strings. */
export interface Comments {
  readonly line: readonly string[];
  /** A block with equal ends is a string by its syntax: a doc string. */
  readonly block: readonly (readonly [open: string, close: string])[];
  /** Quotes of strings; a backtick opens a template. */
  readonly quotes: string;
  /** Quotes among them that hold one character, and that may mean something else: lifetimes, primes, attributes. */
  readonly characters?: string;
  /** Quotes among them whose strings may go on in the next lines. */
  readonly multiline?: string;
  /** Strings with marks of their own, which no backslash ends early. */
  readonly raw?: readonly (readonly [open: string, close: string])[];
  /** What opens a raw string of C++, whose end repeats the name before its bracket. */
  readonly namedRaw?: string;
  /** Whether a slash after an operator opens a regular expression. */
  readonly patterns?: true;
  /** Whether a quote is doubled inside its string, and a backslash is a character like any other. */
  readonly doubled?: true;
  /** Quotes among them inside of which a backslash is a character like any other, unless a dollar is before the string. */
  readonly literal?: string;
  /**
   * Whether `<<NAME` begins a text that a line with NAME ends; `marked` if a word may be before it only with `<<-` or `<<~`, `tripled` if it is
   * `<<<NAME`.
   */
  readonly heredocs?: 'any' | 'marked' | 'tripled';
  /** What opens code inside of strings, up to the bracket that closes it; of those alone that have one of the letters before them. */
  readonly holes?: { readonly open: string; readonly prefix?: string };
  /** Whether a line that begins with `#` is a directive of a preprocessor. */
  readonly directives?: true;
  /** Whether a line is a comment by the character in this column, from 0. */
  readonly column?: readonly [column: number, characters: string];
}

/**
 * What a word declares, and how the body is read. `alias` is a type without members; `module` and `namespace` hold declarations, which belong
 * to a module but not to a namespace; `extension` adds members to a type, `implementation` those of a trait.
 */
export type Group = 'type' | 'enum' | 'alias' | 'module' | 'namespace' | 'extension' | 'implementation' | 'function' | 'value' | 'member';

export type WordsByGroup = Readonly<Partial<Record<Group, string>>>;

/** How a language's imports are written; those of a `call` with a string or of a `line` name nothing that is read. */
export type ImportForm = 'ecma' | 'python' | 'rust' | 'go' | 'jvm' | 'include' | 'call' | 'line';

/** What introduces the types that one extends or implements. */
export interface BaseForms {
  /** Words before the list, in the header of a type: `extends`. */
  readonly words?: string;
  /** Marks before it: `:`. */
  readonly marks?: string;
  /** Words of a header besides those that declare a type. */
  readonly headers?: string;
  /** Words that begin a statement with a list alone: `include`. */
  readonly mixins?: string;
  /** Whether a name alone in the body after a header is one: `*io.Reader`. */
  readonly embedded?: true;
}

/**
 * Code inside of texts that are something else: in `<script>` elements; in the paragraphs of a document that import or export (`modules`); in its
 * fences of a language (`cells`).
 */
export interface Scripts {
  readonly places: 'elements' | 'modules' | 'cells';
  readonly comments: Comments;
  /** The language of the cells. */
  readonly language?: string;
}

export interface Syntax {
  /**
   * `braces`: bodies are in braces. `indent`: bodies are indented deeper, and one of `ends` may close them. `ends`: bodies go on until `end`
   * with the word that opened them. `lists`: everything is in brackets. `settings`: sections and keys. `styles`: selectors. `sql`: CREATE.
   * `templates`: actions in braces.
   */
  readonly layout: 'braces' | 'indent' | 'ends' | 'lists' | 'settings' | 'styles' | 'sql' | 'cobol' | 'templates';
  /** Whether a line break ends a statement between braces. */
  readonly lines?: true;
  /** Words and marks that close a body. */
  readonly ends?: string;
  /** Words that begin a line that goes on with a body which is indented no deeper: `else`, `begin`. */
  readonly joins?: string;
  readonly ignoresCase?: true;
  /** Marks that names have inside (`-`), that may begin them too, and that may end a function's (`?`). */
  readonly nameMarks?: string;
  readonly nameStarts?: string;
  readonly nameEnds?: string;
  /** Words that declare the name after them. */
  readonly declares: WordsByGroup;
  /** Words whose first arguments are names: `define_method(:name`. */
  readonly calls?: WordsByGroup;
  /** The words that begin its imports and exports, and their form; the word that names the package of a file. */
  readonly imports?: { readonly form: ImportForm; readonly words: string; readonly package?: string };
  /** How the types that one extends or implements are written. */
  readonly bases?: BaseForms;
  /** Whether a type implements an interface by having its methods, without naming it. */
  readonly structural?: true;
  readonly modifiers?: string;
  /** Words that begin statements or expressions, and declare nothing. */
  readonly statements?: string;
  /** Words that begin a line that goes on with the statement above it: `where`, `extends`. */
  readonly continues?: string;
  /** Words that may be between the name of a type and its body: `final`. */
  readonly finals?: string;
  /** Marks that join a name and a member of it, besides `.` and `::`. */
  readonly pathMarks?: string;
  /** Marks inside a name that end a prefix which is no part of it. */
  readonly prefixMarks?: string;
  /** Whether a type before a name declares it: `int size(`. */
  readonly typed?: true;
  /** How a type's fields are declared without a word: by `name:`, by the name alone, by `$name` after a modifier. */
  readonly fields?: 'colon' | 'name' | 'dollar';
  /**
   * What an assignment declares: any name in a file (`outermost`) or in a type too (`fields`), where it is little indented (`shallow`), capitalized
   * names alone, or names of functions alone.
   */
  readonly assigns?: 'outermost' | 'fields' | 'capitalized' | 'functions' | 'shallow';
  /** The marks of an assignment, if not `=`. */
  readonly assignMarks?: string;
  /** Whether `name(…) =` declares a function. */
  readonly equations?: true;
  /** What follows the bracket of a function's parameters where a clause declares it: `->`. */
  readonly clauses?: string;
  /** Words after `=` that make an assigned name a type: `Name = class`. */
  readonly assignedTypes?: string;
  /** Arrows after the parameters of an assigned function: `->`. */
  readonly functionMarks?: string;
  /** A word after which a line that begins with another has its name: `FROM image AS name`. */
  readonly named?: readonly [first: string, before: string];
  /** Words whose names may have a context before them: `class Context a => Name`. */
  readonly contexts?: true;
  /** Whether a type lists its constructors: `= A | B { size : Int }`. */
  readonly constructors?: true;
  /** The mark before a name that begins a line and is a label. */
  readonly labelStarts?: string;
  /** Whether a label's mark may follow parameters. */
  readonly parametersBeforeLabel?: true;
  /** Where the code is, if not everywhere. */
  readonly scripts?: Scripts;
  /** Whether methods are declared as messages: `- (void)load:(int)x`. */
  readonly messages?: true;
  /** Whether results may be before a function's name: `function y = weigh(p)`. */
  readonly results?: true;
  /** The language of templates that may be anywhere in its texts, between `{{` and `}}`. */
  readonly templates?: CodeLanguage;
  /** Another language with the same file names, and the words that may begin its texts. */
  readonly otherwise?: { readonly words: string; readonly syntax: Syntax; readonly comments: Comments };
  /** Outer keys that make a document of settings a resource, which has the name below another one: `metadata`, `name`; and the key of a list of such. */
  readonly resources?: { readonly keys: string; readonly below: string; readonly name: string; readonly list: string };
  /** Keys of settings are strings. */
  readonly quotedKeys?: true;
  /** A function of the layout `ends` has a body if this word is before the first semicolon. */
  readonly forward?: string;
  /** Words before that semicolon, or after that word, in place of a body: `is new`, `extern`. */
  readonly bodiless?: string;
  /** Modifiers after which a name needs no type: `var`. */
  readonly inferred?: string;
  /** Words whose braces hold assigned values: `locals`. */
  readonly groups?: string;
  /** Whether `integer :: name` declares variables and fields. */
  readonly doubleColons?: true;
  /** What a name at the beginning of a line declares if this mark or word follows it. */
  readonly labels?: Readonly<Record<string, Group>>;
  /** A word may be followed by strings; the last one is the name. */
  readonly namesInStrings?: true;
  /** Declarators follow the body of a type: `struct { … } name;`. */
  readonly declarators?: true;
  /** A function may be declared by its name and brackets alone, in a type or an object: `name() {`. */
  readonly methods?: true;
  /** Like functions of C, `name(…) {` declares what a macro makes. */
  readonly macros?: true;
  /** The mark between the name of a macro and the brackets of its call. */
  readonly callMark?: string;
}

/** What the reader needs to know about a language. */
export interface CodeLanguage {
  readonly syntax: Syntax | undefined;
  readonly comments: Comments;
}

export interface Row extends Syntax {
  /** Shared by relatives that are read alike after they were analysed: `java` is Kotlin's, too. */
  readonly id: string;
  /** That of the language, unless it is the id. */
  readonly name?: string;
  /** File names and endings. */
  readonly names: string;
  /** Ids by which VS Code knows it and its relatives, and programs that run it, apart from the id and the endings. */
  readonly others?: string;
  readonly comments: Comments;
}
