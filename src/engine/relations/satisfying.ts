/**
 * The types that satisfy an interface without naming it: those with a method of each of its names that takes and gives as many values.
 * After the Go specification, "Implementing an interface".
 *
 * Deviations: the types of parameters are not compared; methods that a struct has from what it embeds are not counted; an interface that is embedded is
 * found by its name alone. Cost: the files that hold the rarest of the names are read, and of their packages those that hold the others.
 */

import type { Definition } from '../text/code/definition.ts';
import { definitionsOf, readSource } from '../text/code/read.ts';
import type { Source } from '../text/code/source.ts';
import { linesIn } from '../text/lines.ts';
import { tokenize } from '../text/words/tokens.ts';
import { directoryOf } from '../util/paths.ts';
import { filesDefining, filesHolding, type RelationSource } from './candidates.ts';
import { usesIn } from './occurrences.ts';

/** Where a type is declared. */
interface TypePlace {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** A method as far as it is compared. */
interface Method {
  readonly name: string;
  readonly container: string;
  /** Numbers of the values that it takes and gives. */
  readonly arity: string;
  /** Whether it is declared in an interface. */
  readonly isAbstract: boolean;
}

/** What a file says of types. */
interface FileTypes {
  readonly methods: readonly Method[];
  /** The lines of each outermost type, from that of its name on. */
  readonly types: ReadonlyMap<string, readonly [first: number, last: number]>;
}

/** Interfaces in each other are followed to this depth. */
const maxEmbedded = 4;

/** The types that satisfy the interface of a name in a file; none if it is no interface, has no methods, or types name what they implement in its language. */
export async function typesSatisfying(name: string, path: string, source: RelationSource): Promise<readonly TypePlace[]> {
  const { id, syntax } = source.languageOf(path);
  if (!syntax?.structural) return [];
  const files = new PackageFiles(source);
  const wanted = await methodsWanted(name, path, files, source);
  if (wanted.length === 0) return [];
  const own = directoryOf(path);
  // A name in lower case is known to its package alone.
  const isPrivate = wanted.some(({ name: method }) => method.charAt(0) === method.charAt(0).toLowerCase());
  const holding = await Promise.all(wanted.map(async (method) => ({ method, paths: await filesHolding(method.name, source) })));
  holding.sort((a, b) => a.paths.length - b.paths.length);
  let satisfying: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  for (const { method, paths } of holding) {
    const found = new Map<string, Set<string>>();
    for (const file of paths) {
      const folder = directoryOf(file);
      if ((isPrivate && folder !== own) || source.languageOf(file).id !== id || satisfying?.has(folder) === false) continue;
      await source.yieldThread();
      const known = satisfying?.get(folder);
      for (const { name: other, container, arity, isAbstract } of files.typesIn(file).methods) {
        if (other !== method.name || arity !== method.arity || isAbstract || known?.has(container) === false) continue;
        found.set(folder, (found.get(folder) ?? new Set()).add(container));
      }
    }
    satisfying = found;
  }
  const places: TypePlace[] = [];
  for (const [folder, names] of satisfying ?? [])
    for (const one of names)
      for (const file of await filesHolding(one, source)) {
        const isOther = directoryOf(file) !== folder || source.languageOf(file).id !== id;
        const lines = isOther ? undefined : files.typesIn(file).types.get(one);
        if (lines !== undefined) places.push({ path: file, line: lines[0] });
      }
  return places;
}

/** The methods of an interface, with those of the interfaces that it embeds; none if the type is none. */
async function methodsWanted(
  name: string,
  path: string,
  files: PackageFiles,
  source: RelationSource,
  depth = 0,
): Promise<readonly Method[]> {
  const { methods, types } = files.typesIn(path);
  const own = methods.filter(({ container, isAbstract }) => isAbstract && container === name);
  const [first, last] = types.get(name) ?? [1, 0];
  if (depth === maxEmbedded || methods.some(({ container, isAbstract }) => !isAbstract && container === name)) return own;
  const embedded = usesIn(source.textOf(path) ?? '', source.languageOf(path)).filter(
    ({ kind, line }) => kind === 'extends' && line >= first && line <= last,
  );
  const inherited: Method[] = [];
  for (const one of embedded) {
    const [defining] = (await filesDefining(one.name, source)).filter((file) => files.typesIn(file).types.has(one.name));
    if (defining === undefined) continue;
    inherited.push(...(await methodsWanted(one.name, defining, files, source, depth + 1)));
  }
  return [...new Map([...inherited, ...own].map((method) => [method.name, method])).values()];
}

/** The types of files, each read once. */
class PackageFiles {
  readonly #source: RelationSource;
  readonly #known = new Map<string, FileTypes>();

  constructor(source: RelationSource) {
    this.#source = source;
  }

  typesIn(path: string): FileTypes {
    const known = this.#known.get(path) ?? this.#read(path);
    this.#known.set(path, known);
    return known;
  }

  #read(path: string): FileTypes {
    const text = this.#source.isVisible?.(path) === false ? '' : (this.#source.textOf(path) ?? '');
    const scan = tokenize(text);
    const source = readSource(text, scan, this.#source.languageOf(path));
    if (source === undefined) return { methods: [], types: new Map() };
    const definitions = definitionsOf(source, linesIn(text, scan));
    const types = definitions.filter(({ kind, scope }) => kind === 'type' && scope === 'outermost');
    return {
      methods: readMethods(source, definitions),
      types: new Map(types.map(({ name, line, lastLine }) => [name, [line + 1, lastLine + 1]])),
    };
  }
}

function readMethods(source: Source, definitions: readonly Definition[]): readonly Method[] {
  const { starts, count } = source.parts;
  let part = 0;
  return definitions.flatMap(({ name, kind, scope, container, from, at }) => {
    if (kind !== 'function' || scope !== 'member' || container === undefined) return [];
    while (part < count && (starts[part] as number) < at) part++;
    return [{ name, container, arity: readArity(source, part + 1), isAbstract: from === at }];
  });
}

/** Numbers of the values that a function takes and gives, from the bracket of its parameters on. */
function readArity(source: Source, open: number): string {
  const after = source.after(open);
  const isBare = source.isFirst(after) || source.isAny(after, '{};');
  const results = source.is(after, '(') ? valuesIn(source, after) : isBare ? 0 : 1;
  return `${valuesIn(source, open)} ${results}`;
}

/** The number of values between brackets. */
function valuesIn(source: Source, open: number): number {
  if (!source.is(open, '(')) return 0;
  const close = source.parts.matches[open] as number;
  let commas = 0;
  for (let at = open + 1; at < close; at = source.isAny(at, '({[') ? source.after(at) : at + 1) if (source.is(at, ',')) commas++;
  if (close <= open + 1) return 0;
  return source.is(close - 1, ',') ? commas : commas + 1;
}
