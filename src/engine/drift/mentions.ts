/**
 * Finds where documents, comments and code still mention retired names.
 *
 * Evidence has three strengths. Certain: code imports the name from the file that defined it, writes it after the type or module that
 * contained it, or is in that file. Likely: code imports it from elsewhere in the folder, or calls it on something named after its type.
 * Look: a word of prose spelt unlike any ordinary word. Counter-evidence: the file which defined the name still binds it (outweighs all);
 * any code declares the name or imports it from outside of the folder (outweighs the last two); code uses it in an undecidable way
 * (outweighs the last). What is against a type by its import or binding is against its members. The misses that follow are intended: a wrong diagnostic costs more than none. Cost: one pass over each text with a
 * retired name, and a check of the context of each occurrence.
 */

import { Zone } from '../text/code/lexing/zone.ts';
import { definitionsIn } from '../text/code/read.ts';
import type { Language } from '../text/languages.ts';
import { linesOf } from '../text/lines.ts';
import { isTestPath } from '../text/names/pathNames.ts';
import { isCapitalized } from '../text/words/characters.ts';
import { wordsIn } from '../text/words/tokens.ts';
import { hashOfWord } from '../text/words/wordHash.ts';
import { ZoneList } from '../text/zones.ts';
import { directoryOf } from '../util/paths.ts';
import { finishYielding, type Steps, type Yield } from '../util/steps.ts';
import { blanks, lineStarts, skip } from '../util/strings.ts';
import { isAssigned, isBound, isBoundInExample, isMember } from './binding.ts';
import { isAssignment, Words } from './driftWords.ts';
import { type Imports, importsOf } from './imports.ts';
import { type Origin, originOf, ownModule, type Packages } from './origin.ts';
import { isAboutThePast, isRecord, pastSectionCursor } from './past.ts';
import { isContainer, isInstance, isLongName, isMentionedInProse, qualifiersOf } from './prose.ts';
import type { RetiredName } from './retired.ts';

/** A mention of a retired name. */
export interface Mention {
  readonly retired: RetiredName;
  /** Relative to the folder, with `/`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** UTF-16 units from the start of the line, 0-based, end exclusive. */
  readonly startColumn: number;
  readonly endColumn: number;
  readonly where: 'doc' | 'comment' | 'code';
}

/** A text with a retired name. */
export interface Source {
  readonly path: string;
  readonly language: Language;
  readonly text: string;
}

/** How certain it is that an occurrence means the retired name. */
const Strength = { Look: 0, Likely: 1, Certain: 2 } as const;
type Strength = (typeof Strength)[keyof typeof Strength];

/** For it or against it. */
type Evidence = Strength | 'bound' | 'outside' | 'unknown';

interface Found extends Mention {
  readonly strength: Strength;
}

interface Occurrence {
  readonly retired: RetiredName;
  /** Index among the words of the text. */
  readonly word: number;
}

/** Words looked up without yielding. */
const wordsPerStep = 1000;

const noPackages: Packages = { dependencies: new Set(), own: new Set() };

/** The mentions of retired names in the given texts, in text order. Keeps no text. */
export async function findMentions(
  retired: readonly RetiredName[],
  sources: Iterable<Source> | AsyncIterable<Source>,
  packages: Packages = noPackages,
  yieldThread: Yield = () => undefined,
): Promise<readonly Mention[]> {
  const reading = new MentionFinder(retired, packages);
  for await (const source of sources) await finishYielding(reading.read(source), yieldThread);
  return reading.mentions();
}

/** Collects mentions and counter-evidence across texts. */
class MentionFinder {
  readonly #byName: ReadonlyMap<string, RetiredName>;
  readonly #hashes: ReadonlySet<number>;
  readonly #packages: Packages;
  readonly #found: Found[] = [];
  /** Of the current text. */
  readonly words = new Words();
  /** Minimum strength of evidence, by name. */
  readonly #minStrength = new Map<string, number>();

  constructor(retired: readonly RetiredName[], packages: Packages) {
    this.#byName = new Map(retired.map((one) => [one.name, one]));
    this.#hashes = new Set(retired.map(({ name }) => hashOfWord(name)));
    this.#packages = packages;
  }

  mentions(): readonly Mention[] {
    return this.#found.filter((one) => one.strength >= this.#minStrengthOf(one.retired)).map(({ strength: _, ...mention }) => mention);
  }

  /** A type that lives on elsewhere has its members there too. */
  #minStrengthOf({ name, container }: RetiredName): number {
    const own = this.#minStrength.get(name) ?? Strength.Look;
    const ofContainer = container === undefined ? undefined : this.#minStrength.get(container);
    return ofContainer !== undefined && ofContainer >= Strength.Certain ? Math.max(own, ofContainer) : own;
  }

  *read(source: Source): Steps<void> {
    if (source.language.kind === 'code') yield* new CodeReader(source, this, importsOf(source.text, source.language)).read();
    else if (isDocument(source) && !isRecord(source.path)) yield* this.#readDocument(source);
  }

  *#readDocument({ path, text, language }: Source): Steps<void> {
    const imports = importsOf(text, language);
    const bound = new Set<string>();
    const here: Found[] = [];
    const isInPastSection = pastSectionCursor(text, language);
    const placeOf = placeCursor(text);
    const { words } = this;
    yield* this.eachName(text, ({ retired, word }) => {
      const from = words.from(word);
      if (isBoundInExample(words, word)) bound.add(retired.name);
      const origin = this.originIn(imports, retired.name, retired);
      if (origin === 'outside' || origin === 'alias') bound.add(retired.name);
      if (!isMentionedInProse(words, word, retired) || isAboutThePast(text, from) || isInPastSection(from)) return;
      here.push({ retired, path, ...placeOf(from, words.to(word)), where: 'doc', strength: Strength.Look });
    });
    for (const one of here) if (!bound.has(one.retired.name)) this.#found.push(one);
  }

  add(found: Found): void {
    this.#found.push(found);
  }

  /** Requires at least this strength for mentions of a name; above `Certain`, none remain. */
  requireStrength(name: string, strength: number): void {
    this.#minStrength.set(name, Math.max(strength, this.#minStrength.get(name) ?? Strength.Look));
  }

  originIn(imports: Imports, imported: string, retired: RetiredName): Origin | undefined {
    const module = imports.get(imported);
    return module === undefined ? undefined : originOf(module, retired.path, this.#packages);
  }

  *eachName(text: string, read: (occurrence: Occurrence) => void): Steps<void> {
    const { words } = this;
    words.read(text);
    for (let word = 0; word < words.count; word++) {
      if (word % wordsPerStep === 0) yield;
      if (!this.#hashes.has(words.hash(word))) continue;
      const retired = this.#byName.get(words.word(word));
      if (retired === undefined) continue;
      read({ retired, word });
      yield;
    }
  }
}

/** How code names its own type. */
const ownType = new Set(['self', 'Self', 'this', 'cls']);

/** A function by which a module of Python answers for names that it does not define (PEP 562). */
const answersForNames = 'def __getattr__(';

/** Reads one source of code. */
class CodeReader {
  readonly #path: string;
  readonly #text: string;
  readonly #language: Language;
  readonly #imports: Imports;
  readonly #isTest: boolean;
  readonly #placeOf: (from: number, to: number) => PlaceOnLine;
  readonly #finder: MentionFinder;
  readonly #words: Words;
  /** The offsets of the names that it defines. */
  readonly #defined: ReadonlySet<number>;
  readonly #zones = new ZoneList();
  /** The names in destructuring patterns, `{ a, b } = …`; computed on first use. */
  #destructured: ReadonlySet<string> | undefined;

  constructor({ path, text, language }: Source, finder: MentionFinder, imports: Imports) {
    this.#path = path;
    this.#text = text;
    this.#language = language;
    this.#imports = imports;
    this.#isTest = isTestPath(path);
    this.#placeOf = placeCursor(text);
    this.#finder = finder;
    this.#words = finder.words;
    this.#defined = new Set(definitionsIn(linesOf(text), language, this.#zones).map(({ at }) => at));
  }

  *read(): Steps<void> {
    yield* this.#finder.eachName(this.#text, (at) => {
      const zone = this.#zones.zoneAt(this.#words.from(at.word));
      if (zone === Zone.Comment) this.#readComment(at);
      else if (zone === Zone.String) this.#readString(at);
      else this.#readCode(at);
    });
  }

  #add(at: Occurrence, where: Mention['where'], strength: Strength): void {
    const place = this.#placeOf(this.#words.from(at.word), this.#words.to(at.word));
    this.#finder.add({ retired: at.retired, path: this.#path, ...place, where, strength });
  }

  #readComment(at: Occurrence): void {
    // A setting that is commented out belongs to its reader.
    if (isAssignment(this.#words.separator(at.word + 1))) return;
    if (isMentionedInProse(this.#words, at.word, at.retired) && !isAboutThePast(this.#text, this.#words.from(at.word))) {
      this.#add(at, 'comment', Strength.Look);
    }
  }

  /** A variable named after the type holds an instance of it, unless the type comes from elsewhere. */
  #instanceEvidence(container: string, retired: RetiredName): Strength | 'outside' {
    const origin = this.#finder.originIn(this.#imports, container, retired);
    if (origin === 'outside' || origin === 'alias') return 'outside';
    this.#destructured ??= destructuredNames(this.#text);
    return this.#destructured.has(container) ? 'outside' : Strength.Likely;
  }

  /** Lists of exported names and forward references to types are strings; other strings may be any keys. */
  #readString(at: Occurrence): void {
    const { retired, word } = at;
    if (!this.#words.isWholeString(word)) return;
    if (this.#path === retired.path && this.#text.includes(answersForNames)) {
      this.#finder.requireStrength(retired.name, Strength.Certain + 1);
      return;
    }
    const origin = this.#finder.originIn(this.#imports, retired.name, retired);
    if (this.#language.id === 'python' && (origin === 'file' || origin === 'folder')) {
      this.#add(at, 'code', origin === 'file' ? Strength.Certain : Strength.Likely);
    } else if (!this.#isTest) this.#finder.requireStrength(retired.name, Strength.Likely);
  }

  #readCode(at: Occurrence): void {
    const { retired } = at;
    const evidence = this.#evidence(at);
    if (evidence === 'bound' || evidence === 'outside') {
      if (this.#isDefiningFile(retired.path)) this.#finder.requireStrength(retired.name, Strength.Certain + 1);
      else if (evidence === 'outside' || !this.#isTest) this.#finder.requireStrength(retired.name, Strength.Certain);
    } else if (evidence === 'unknown') {
      if (!this.#isTest) this.#finder.requireStrength(retired.name, Strength.Likely);
    } else this.#add(at, 'code', evidence);
  }

  #evidence({ retired, word }: Occurrence): Evidence {
    const words = this.#words;
    const origin = this.#finder.originIn(this.#imports, retired.name, retired);
    if (this.#defined.has(words.from(word))) return 'bound';
    if (isMember(words, word)) return isAssigned(words, word) ? 'bound' : this.#memberEvidence(retired, word);
    if (origin === 'alias') return 'bound';
    if (origin === undefined || origin === 'unknown') {
      if (isBound(words, word)) return 'bound';
      return this.#isDefinedHere(retired) ? Strength.Certain : 'unknown';
    }
    if (origin === 'outside') return 'outside';
    if (retired.container !== undefined && !retired.isType) return 'unknown';
    // The file that defined it now imports it from elsewhere.
    if (this.#path === retired.path) return 'bound';
    return origin === 'file' ? Strength.Certain : Strength.Likely;
  }

  /** A name that is not imported is the retired one in the file that defined it, and in Go in the folder of that file. */
  #isDefinedHere({ path, container }: RetiredName): boolean {
    return container === undefined && !this.#imports.has('*') && this.#isDefiningFile(path);
  }

  /** Whether this is the file that defined a name; in Go the files of a folder are one. */
  #isDefiningFile(path: string): boolean {
    return this.#path === path || (this.#language.id === 'go' && directoryOf(this.#path) === directoryOf(path));
  }

  /** A member of something unknown is the retired one if its name is too long to be shared by chance. */
  #memberEvidence(retired: RetiredName, word: number): Evidence {
    const evidence = this.#qualifierEvidence(retired, word);
    return evidence === 'unknown' && retired.container !== undefined && isLongName(retired.name) ? Strength.Likely : evidence;
  }

  #qualifierEvidence(retired: RetiredName, word: number): Evidence {
    const qualifiers = qualifiersOf(this.#words, word);
    const [first] = qualifiers;
    const last = qualifiers.at(-1);
    if (first === undefined || last === undefined) return 'unknown';
    const origin = ownType.has(first) || ownModule.has(first) ? 'folder' : this.#finder.originIn(this.#imports, first, retired);
    if (origin === 'outside') return 'outside';
    if (ownType.has(first) && qualifiers.length === 1) {
      return this.#path === retired.path && retired.container !== undefined ? Strength.Certain : 'unknown';
    }
    if (!isContainer(last, retired)) {
      const { container } = retired;
      if (container !== undefined && isInstance(this.#words, word, retired)) {
        const evidence = this.#instanceEvidence(container, retired);
        if (evidence !== 'outside') return evidence;
      }
      const isPackage =
        qualifiers.length === 1 && !isCapitalized(last) && retired.container === undefined && (origin === 'folder' || origin === 'file');
      return isPackage ? Strength.Likely : 'unknown';
    }
    if (retired.container !== undefined && last !== retired.container) return this.#instanceEvidence(retired.container, retired);
    if (origin !== undefined || (this.#path === retired.path && retired.container !== undefined)) return Strength.Certain;
    return 'unknown';
  }
}

/** The words in the innermost braces before each `=`. */
function destructuredNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  let open = -1;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '{') open = at;
    if (character !== '}') continue;
    if (open >= 0 && text.charAt(skip(text, blanks, at + 1)) === '=')
      for (const word of wordsIn(text.slice(open + 1, at))) names.add(word.text);
    open = -1;
  }
  return names;
}

/** Files read as prose; a text of unknown kind may be anything. */
function isDocument({ path, language }: Source): boolean {
  return language.headings !== 'none' || /\.(?:txt|text)$|(?:^|\/)readme[^/]*$/i.test(path);
}

type PlaceOnLine = Pick<Mention, 'line' | 'startColumn' | 'endColumn'>;

/** A cursor that locates ranges of a text; their starts must ascend. */
function placeCursor(text: string): (from: number, to: number) => PlaceOnLine {
  const starts = lineStarts(text);
  let line = 0;
  let start = 0;
  let next = starts.next();
  return (from, to) => {
    for (; !next.done && next.value <= from; next = starts.next()) {
      line++;
      start = next.value;
    }
    return { line, startColumn: from - start, endColumn: to - start };
  };
}
