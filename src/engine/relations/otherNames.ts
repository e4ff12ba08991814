/**
 * Other names of what a name stands for: spellings (`read_all`, `ReadAll`), singular and plural, an acronym and its expansion, a full name and a
 * short one; and the nearest names to one that is nowhere.
 *
 * An acronym and its expansion must share a passage, and so must two names of a person; a surname alone stands for nobody, so two people of one
 * surname stay two. Cost: look-ups of some dozen keys, the keys of some passages; nearest names compare with every key of the index.
 */

import { Space } from '../document.ts';
import { foldedWords } from '../text/names/entities.ts';
import { identifierParts } from '../text/words/terms.ts';
import { editDistance } from '../util/editDistance.ts';
import { type FolderPart, filesOf } from './candidates.ts';

/** Passages whose keys are looked at. */
const maxPassages = 200;
const maxAcronymLength = 6;

/** Other names that visible files hold, spellings first. */
export async function otherNamesOf(name: string, part: FolderPart): Promise<readonly string[]> {
  const parts = foldedWords(name).length > 1 ? foldedWords(name) : identifierParts(name).map((word) => word.toLowerCase());
  const spelt = [parts, ...numbersOf(parts)].flatMap(spellingsOf);
  const written = await present(spelt, Space.Symbol, part);
  const words = await present(
    [parts, ...numbersOf(parts)].map((all) => all.join(' ')),
    Space.Name,
    part,
  );
  const shared = await sharingNames(name, parts, part);
  const all = [...written, ...words.filter((one) => one.includes(' ')), ...shared];
  return [...new Set(all)].filter((one) => one !== name && one !== foldedWords(name).join(' '));
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The ways to write an identifier of these parts. */
function spellingsOf(parts: readonly string[]): readonly string[] {
  const pascal = parts.map(capitalised).join('');
  const [first = '', ...rest] = parts;
  const snake = parts.join('_');
  return [first + rest.map(capitalised).join(''), pascal, snake, snake.toUpperCase(), parts.join('')];
}

/** The same with the last part in the plural and in the singular, as English forms them. */
function numbersOf(parts: readonly string[]): readonly (readonly string[])[] {
  const last = parts.at(-1) ?? '';
  const forms = [`${last}s`, `${last}es`];
  if (last.endsWith('y')) forms.push(`${last.slice(0, -1)}ies`);
  if (last.endsWith('ies')) forms.push(`${last.slice(0, -3)}y`);
  if (last.endsWith('es')) forms.push(last.slice(0, -2));
  if (last.endsWith('s') && !last.endsWith('ss')) forms.push(last.slice(0, -1));
  return forms.filter((form) => form.length > 2).map((form) => [...parts.slice(0, -1), form]);
}

/** Those of the texts that are keys of visible files. */
async function present(texts: readonly string[], space: Space, part: FolderPart): Promise<readonly string[]> {
  const distinct = [...new Set(texts)];
  const found = await part.reader.findKeys(distinct.map((text) => `${space}:${text}`));
  const held: string[] = [];
  for (const [i, { postings }] of found.entries()) {
    if (postings.size > 0 && (await filesOf([...postings.chunks], part)).length > 0) held.push(distinct[i] as string);
  }
  return held;
}

/** Acronyms, expansions and longer or shorter names in the passages that hold the name. */
async function sharingNames(name: string, parts: readonly string[], part: FolderPart): Promise<readonly string[]> {
  const { reader } = part;
  const [found] = await reader.findKeys([`${Space.Name}:${foldedWords(name).join(' ')}`]);
  const chunks = [...(found?.postings.chunks ?? [])].slice(0, maxPassages);
  const infos = await reader.chunkInfo(chunks);
  const visible = chunks.filter((_, i) => infos[i]?.folder === part.folder && part.isVisible?.(infos[i]?.path ?? '') !== false);
  const isAcronym = name.length > 1 && name.length <= maxAcronymLength && name === name.toUpperCase() && parts.length === 1;
  const initials = parts.map((word) => word.charAt(0)).join('');
  const counts = new Map<string, number>();
  for (const { text } of (await reader.chunkKeys(visible)).flat()) {
    if (!text.startsWith(`${Space.Name}:`)) continue;
    const other = text.slice(2).split(' ');
    const isExpansion = isAcronym && other.length === name.length && other.map((word) => word.charAt(0)).join('') === parts[0];
    const isShort = parts.length > 1 && parts.length <= maxAcronymLength && other.length === 1 && other[0] === initials;
    if (isExpansion || isShort || isSamePerson(parts, other)) counts.set(text.slice(2), (counts.get(text.slice(2)) ?? 0) + 1);
  }
  const best = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return best.slice(0, 5).map(([text]) => text);
}

/** Whether the shorter of two names has at least two words, the last one of the longer and others of it in their order. */
function isSamePerson(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 2 || short.length === long.length || short.at(-1) !== long.at(-1)) return false;
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
