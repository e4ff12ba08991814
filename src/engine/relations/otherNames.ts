/**
 * Aliases of a name: spellings (`read_all`, `ReadAll`, `read-all`), singular and plural, an acronym and its expansion, a full
 * name and a short one; and the nearest names to one that is nowhere.
 *
 * An acronym and its expansion must share a passage; small words of an expansion have no letter of their own. Two names of a person must share
 * a passage that has one of them as its title or a heading, and have no small words or numbers; a surname alone identifies nobody, and two
 * titles are two subjects, so two people of one surname stay two.
 * Cost: look-ups of some dozen keys, the keys of some passages; nearest names compare with every key of the index, or look up some thousand.
 */

import { Role, Space } from '../document.ts';
import type { FoundKey, KeyOfChunk } from '../index/reader.ts';
import { foldedWords } from '../text/names/entities.ts';
import { stopWords } from '../text/stemming/stopWords.ts';
import { identifierParts } from '../text/words/terms.ts';
import { editDistance } from '../util/editDistance.ts';
import { type FolderPart, filesWithChunks } from './candidates.ts';

/** Passages whose keys are looked at. */
const maxPassages = 200;
const maxAcronymLength = 6;
/** Letters of an acronym inside of an identifier. */
const maxAcronymInName = 4;
const maxNamesOfPerson = 4;
/** What may be written in place of another letter. */
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_';
/** Longer names have too many that differ from them in a letter. */
const maxChangedLength = 40;

/** Other names that visible files hold, spellings first. */
export async function findOtherNames(name: string, part: FolderPart): Promise<readonly string[]> {
  const words = foldedWords(name);
  const parts = words.length > 1 ? words : identifierParts(name).map((word) => word.toLowerCase());
  const numbers = numberForms(parts);
  const [prefix, suffix] = [/^[_$]*/.exec(name)?.[0] ?? '', /_*$/.exec(name)?.[0] ?? ''];
  const identifiersOf = (all: readonly string[]): readonly string[] => listSpellings(all).map((spelling) => prefix + spelling + suffix);
  // Names marked as private or as the language's own are not phrases of documents.
  const phrases = parts.length > 1 && prefix === '' && suffix === '' ? [parts, ...numbers] : [];
  const [same, other] = [identifiersOf(parts), numbers.flatMap(identifiersOf)];
  const defined = await withRole(Role.Defines, Space.Symbol, [name, ...other], part);
  // What is defined in the singular and in the plural is two things.
  const found = [
    ...(await present([...same, ...other.filter((one) => !(defined.has(name) && defined.has(one)))], Space.Symbol, part)),
    ...(await present(
      phrases.map((all) => all.join('-')),
      Space.Literal,
      part,
    )),
    ...(await present(
      phrases.map((all) => all.join(' ')),
      Space.Name,
      part,
    )),
    ...(await sharingNames(name, parts, part)),
  ];
  // A single word in another case is mostly another thing: `HOME` and `Home`, `Client` and its `client`.
  const isSame = (one: string): boolean => (parts.length > 1 ? one === name : one.toLowerCase() === name.toLowerCase());
  return [...new Set(found)].filter((one) => !isSame(one) && one !== words.join(' '));
}

/** The texts that are a key with this role in any passage. */
async function withRole(role: number, space: Space, texts: readonly string[], { reader }: FolderPart): Promise<ReadonlySet<string>> {
  const found = await reader.findKeys(texts.map((text) => `${space}:${text}`));
  return new Set(texts.filter((_, i) => found[i]?.postings.values.some((roles) => (roles & role) !== 0)));
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The ways to write an identifier of these parts; one of them may be an acronym: `remoteIP`. */
function listSpellings(parts: readonly string[]): readonly string[] {
  const [first = '', ...rest] = parts.map(capitalised);
  const snake = parts.join('_');
  const plain = [(parts[0] ?? '') + rest.join(''), first + rest.join(''), snake, snake.toUpperCase(), parts.join('')];
  if (parts.length === 1) return plain;
  const acronyms = parts.flatMap((part, i) => {
    if (part.length > maxAcronymInName) return [];
    const all = parts.map((one, k) => (k === i ? one.toUpperCase() : capitalised(one)));
    return i === 0 ? [all.join('')] : [all.join(''), [parts[0], ...all.slice(1)].join('')];
  });
  return [...plain, ...acronyms];
}

/** The same with the last part in the plural and in the singular, as English forms them. */
function numberForms(parts: readonly string[]): readonly (readonly string[])[] {
  const last = parts.at(-1) ?? '';
  const forms = [`${last}s`, `${last}es`];
  if (last.endsWith('y')) forms.push(`${last.slice(0, -1)}ies`);
  if (last.endsWith('ies')) forms.push(`${last.slice(0, -3)}y`);
  if (last.endsWith('es')) forms.push(last.slice(0, -2));
  if (last.endsWith('s') && !last.endsWith('ss')) forms.push(last.slice(0, -1));
  return forms.filter((form) => form.length > 2).map((form) => [...parts.slice(0, -1), form]);
}

/** The texts that are keys of visible files. */
async function present(texts: readonly string[], space: Space, part: FolderPart): Promise<readonly string[]> {
  const distinct = [...new Set(texts)];
  const found = await part.reader.findKeys(distinct.map((text) => `${space}:${text}`));
  const held = distinct.flatMap((text, i) => {
    const { size, chunks } = (found[i] as FoundKey).postings;
    return size === 0 ? [] : [filesWithChunks([...chunks], part).then((files) => (files.length > 0 ? [text] : []))];
  });
  return (await Promise.all(held)).flat();
}

/** Acronyms, expansions and longer or shorter names in the passages that hold the name, at most five. */
async function sharingNames(name: string, parts: readonly string[], part: FolderPart): Promise<readonly string[]> {
  const { reader } = part;
  const words = foldedWords(name).join(' ');
  const [found] = await reader.findKeys([`${Space.Name}:${words}`]);
  const chunks = [...(found?.postings.chunks ?? [])].slice(0, maxPassages);
  const infos = await reader.chunkInfo(chunks);
  const visible = chunks.filter((_, i) => infos[i]?.folder === part.folder && part.isVisible?.(infos[i]?.path ?? '') !== false);
  const isAcronym = name.length > 1 && name.length <= maxAcronymLength && name === name.toUpperCase() && parts.length === 1;
  const counts = new Map<string, number>();
  for (const keys of await reader.chunkKeys(visible)) {
    const names = keys.filter(({ text }) => text.startsWith(`${Space.Name}:`));
    const isAbout = isBearing(names.find(({ text }) => text.slice(2) === words));
    for (const key of names) {
      const other = key.text.slice(2).split(' ');
      const isExpansion = isAcronym && other.length > 1 && joinInitials(other).includes(parts[0] as string);
      const isShort = other.length === 1 && !parts.includes(other[0] as string) && joinInitials(parts).includes(other[0] as string);
      const isPerson = (isAbout || isBearing(key)) && isSamePerson(parts, other);
      if (isExpansion || isShort || isPerson) counts.set(key.text.slice(2), (counts.get(key.text.slice(2)) ?? 0) + 1);
    }
  }
  const best = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([text]) => text);
  const titled = await withRole(Role.Title, Space.Name, [words, ...best], part);
  return best.filter((text) => !(titled.has(words) && titled.has(text))).slice(0, 5);
}

function isBearing(key: KeyOfChunk | undefined): boolean {
  return key !== undefined && (key.roles & (Role.Title | Role.Heading)) !== 0;
}

/** The acronyms of an expansion: of all its words, and of those that are not small. */
function joinInitials(words: readonly string[]): readonly string[] {
  const large = words.filter((word) => !stopWords.has(word));
  return [words, large].map((all) => all.map((word) => word.charAt(0)).join('')).filter(({ length }) => length > 1);
}

/** Whether the shorter of two names has at least two words, the last one of the longer and others of it in their order. */
function isSamePerson(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 2 || short.length === long.length || short.at(-1) !== long.at(-1)) return false;
  if (long.length > maxNamesOfPerson || long.some((word) => stopWords.has(word) || /\d/.test(word))) return false;
  let at = 0;
  for (const word of long) if (word === short[at]) at++;
  return at === short.length;
}

/** Names of the index that are spelt nearly like one that is not in it, nearest first. */
export async function nearestNames(name: string, part: FolderPart, limit: number): Promise<readonly string[]> {
  const { reader } = part;
  const folded = name.toLowerCase();
  const max = Math.max(1, Math.floor(folded.length / 3));
  const ids = await reader.keysBySize(1, Number.POSITIVE_INFINITY);
  const found: { readonly text: string; readonly distance: number }[] = [];
  for (const key of await reader.keyTexts(ids)) {
    if (key.charAt(0) !== Space.Symbol && key.charAt(0) !== Space.Name) continue;
    const text = key.slice(2);
    if (Math.abs(text.length - folded.length) > max && !text.toLowerCase().includes(folded)) continue;
    const distance = text.toLowerCase().includes(folded) ? 1 : editDistance(folded, text.toLowerCase(), max);
    if (distance <= max) found.push({ text, distance });
  }
  found.sort((a, b) => a.distance - b.distance || a.text.length - b.text.length || (a.text < b.text ? -1 : 1));
  const candidates = [...new Set(found.map(({ text }) => text))].slice(0, 10 * limit);
  const symbols = await present(candidates, Space.Symbol, part);
  const names = await present(candidates, Space.Name, part);
  return candidates.filter((text) => symbols.includes(text) || names.includes(text)).slice(0, limit);
}

/**
 * Names of the index that differ in one letter from one that is not in it, or in the order of two, for a reader that cannot list all names. One
 * round trip, and another one if there are any.
 */
export async function oneLetterAway(name: string, part: FolderPart, limit: number): Promise<readonly string[]> {
  if (name.length > maxChangedLength) return [];
  const changed: string[] = [];
  for (let i = 0; i <= name.length; i++) {
    const [before, own, next, after] = [name.slice(0, i), name.slice(i, i + 1), name.slice(i + 1, i + 2), name.slice(i + 2)];
    changed.push(before + next + after, before + next + own + after);
    for (const letter of letters) changed.push(before + letter + own + next + after, before + letter + next + after);
  }
  const others = changed.filter((one) => one !== name);
  const found = await Promise.all([
    present(others, Space.Symbol, part),
    present(
      others.map((one) => one.toLowerCase()),
      Space.Name,
      part,
    ),
  ]);
  return [...new Set(found.flat())].slice(0, limit);
}
