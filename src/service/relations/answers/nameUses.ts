/**
 * Who uses a name or a file, by role: its callers, subclasses, importers, tests and documents, each with lines. From the relations of the folders, so
 * complete as far as these are.
 */

import type { Message } from '../../../engine/message.ts';
import type { RelationSource } from '../../../engine/relations/candidates.ts';
import { allDefinitionsIn, findUsers, type NamedDefinition, type NameUse } from '../../../engine/relations/relations.ts';
import { isExamplePath } from '../../../engine/text/names/pathNames.ts';
import type { NameRelation } from '../../../engine/vocabulary/vocabulary.ts';
import { message, phrase } from '../../../messages/messages.ts';
import type { FoundBlocks } from '../../ask/foundBlocks.ts';
import type { Texts } from '../../folder/chunkTexts.ts';
import type { View } from '../../folder/view.ts';
import { answerImpact } from '../impactAnswer.ts';
import { createBlocks, type Listing } from './listings.ts';
import type { Meant } from './subjects.ts';

/** What a file does with a name; the order is that of the answer. */
const roles = ['calls', 'subclasses', 'below', 'throws', 'uses', 'imports', 'tests', 'docs'] as const;
type Role = (typeof roles)[number];

/** The lines of one file with one role. */
interface RoleLines {
  readonly role: Role;
  readonly position: number;
  readonly path: string;
  readonly lines: readonly number[];
}

/** What is asked of a name, besides its definition and its connections. */
export type UsesAsked = Exclude<NameRelation, 'definition' | 'connection' | 'difference' | 'reason'>;

/** Roles that each question lists; what is asked for comes first. A class is called where it is thrown, too. */
const wanted: Readonly<Record<Exclude<UsesAsked, 'reach'>, readonly Role[]>> = {
  calls: ['calls', 'throws', 'tests'],
  imports: ['imports'],
  subclasses: ['subclasses', 'below'],
  tests: ['tests'],
  docs: ['docs'],
  uses: roles,
};

/** What is said of a name that is used so. */
const verbs: Readonly<Record<keyof typeof wanted, string>> = {
  calls: 'called',
  imports: 'imported',
  subclasses: 'extended or implemented',
  tests: 'tested',
  docs: 'mentioned in documents',
  uses: 'used',
};

/** Undefined if nothing uses it in the way that is asked for. A function that is passed on and not called by its name is answered by where that is done. */
export async function usesAnswer(
  asked: Exclude<UsesAsked, 'reach'>,
  meant: Meant,
  sources: readonly RelationSource[],
  view: View,
  texts: Texts,
): Promise<FoundBlocks | undefined> {
  const all = 'file' in meant ? await usesOfFile(meant.file, sources, view) : await usesOfName(meant, sources, asked);
  const own = all.filter(({ role }) => wanted[asked].includes(role));
  const isUncalled = own.length === 0 && asked === 'calls';
  const others = all.filter(({ role }) => ['uses', 'imports', 'subclasses'].includes(role));
  const shown = isUncalled ? others : own;
  if (shown.length === 0) return undefined;
  const name = JSON.stringify('file' in meant ? meant.file.path : meant.shown);
  const found = await createBlocks(listingsOf(shown), sources, view, texts);
  const lead = isUncalled ? message('usedOtherwise', name) : leadSentence(name, verbs[asked], shown);
  return found.blocks.length === 0 ? undefined : { ...found, lead: [lead] };
}

/** `"open" is called in 12 lines of 3 files.` */
function leadSentence(name: string, verb: string, shown: readonly RoleLines[]): Message {
  const lines = shown.reduce((sum, one) => sum + one.lines.length, 0);
  const files = new Set(shown.map(({ position, path }) => `${position} ${path}`)).size;
  if (lines === 1) return message('usedOnce', name, phrase(verb));
  return files === 1 ? message('usedInFile', name, phrase(verb), lines) : message('usedIn', name, phrase(verb), lines, files);
}

const headings: Readonly<Record<Role, string>> = {
  calls: 'Calls',
  subclasses: 'Subtypes',
  below: 'Subtypes of these',
  throws: 'Throws and catches',
  imports: 'Imports',
  uses: 'Other uses',
  tests: 'Tests',
  docs: 'Documents',
};

function listingsOf(all: readonly RoleLines[]): readonly Listing[] {
  return all.map(({ role, ...rest }) => ({ ...rest, heading: phrase(headings[role]) }));
}

async function usesOfName(
  meant: Extract<Meant, { readonly name: string }>,
  sources: readonly RelationSource[],
  asked: keyof typeof wanted,
): Promise<readonly RoleLines[]> {
  const found: RoleLines[] = [];
  for (const [position, source] of sources.entries()) {
    const { uses } = await findUsers(meant.name, meant.definitions[position] ?? [], source);
    const own = byRole(uses, meant.definitions[position] ?? [], position, asked);
    found.push(...own);
    if (asked === 'subclasses') found.push(...(await subtypesBelow(own, position, source)));
  }
  return found.sort((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role));
}

/** The subtypes of subtypes, level by level. */
async function subtypesBelow(all: readonly RoleLines[], position: number, source: RelationSource): Promise<readonly RoleLines[]> {
  const found: RoleLines[] = [];
  const direct = all.filter(({ role }) => role === 'subclasses');
  const seen = new Set(direct.flatMap(({ path, lines }) => lines.map((line) => `${path}:${line}`)));
  for (let level = direct; level.length > 0; ) {
    const next: RoleLines[] = [];
    for (const { path, lines } of level)
      for (const type of typesAt(lines, path, source)) {
        const { uses } = await findUsers(type.name, [type], source);
        for (const { kind, where, path: user, lines: extending } of uses) {
          const fresh = kind === 'extends' && where === 'code' ? extending.filter((line) => !seen.has(`${user}:${line}`)) : [];
          for (const line of fresh) seen.add(`${user}:${line}`);
          if (fresh.length > 0) next.push({ role: 'below', position, path: user, lines: fresh });
        }
      }
    found.push(...next);
    level = next;
  }
  return found;
}

/** The types whose declarations hold these lines of a file. */
function typesAt(lines: readonly number[], path: string, source: RelationSource): readonly NamedDefinition[] {
  const text = source.textOf(path);
  if (text === undefined) return [];
  const types = allDefinitionsIn(path, text, source.languageOf(path)).filter(({ kind }) => kind === 'type');
  const holding = lines.map((line) => types.findLast(({ startLine, endLine }) => startLine <= line && line <= endLine));
  return [...new Set(holding)].filter((type) => type !== undefined);
}

/** The uses of one folder by role and file; a line has one role, the first that applies. */
function byRole(
  uses: readonly NameUse[],
  definitions: readonly { readonly path: string; readonly startLine: number }[],
  position: number,
  asked: keyof typeof wanted,
): readonly RoleLines[] {
  const found = new Map<string, { role: Role; path: string; lines: number[] }>();
  const seen = new Set(definitions.map(({ path, startLine }) => `${path}:${startLine}`));
  const used = new Set(uses.filter(({ kind }) => kind !== 'imports').map(({ path }) => path));
  for (const use of uses) {
    if (use.where === 'comment') continue;
    const { path } = use;
    const role = roleIn(use, asked, used.has(path));
    const lines = use.lines.filter((line) => !seen.has(`${path}:${line}`));
    if (lines.length === 0) continue;
    for (const line of lines) seen.add(`${path}:${line}`);
    const known = found.get(`${role} ${path}`) ?? { role, path, lines: [] };
    known.lines = [...known.lines, ...lines].sort((a, b) => a - b);
    found.set(`${role} ${path}`, known);
  }
  return [...found.values()].map((one) => ({ ...one, position }));
}

/** A test is one that does more than import; of callers, one that calls. */
function roleIn({ kind, where, path, isTest }: NameUse, asked: keyof typeof wanted, isUsed: boolean): Role {
  if (where === 'doc' || kind === 'links') return 'docs';
  if (!isTest || isExamplePath(path) || (kind === 'imports' && (asked !== 'tests' || isUsed))) return roleOf[kind];
  return asked === 'calls' && kind !== 'calls' && kind !== 'throws' ? 'uses' : 'tests';
}

const roleOf: Readonly<Record<Exclude<NameUse['kind'], 'links'>, Role>> = {
  calls: 'calls',
  extends: 'subclasses',
  throws: 'throws',
  imports: 'imports',
  mentions: 'uses',
};

/** Who imports a file, or links to it. */
async function usesOfFile(
  { position, path }: Extract<Meant, { readonly file: unknown }>['file'],
  sources: readonly RelationSource[],
  view: View,
): Promise<readonly RoleLines[]> {
  const { rows } = await reached(path, position, 1, sources, view);
  const found = rows.map(({ kind, path: user, lines }) => {
    const role: Role = kind === 'docs' || kind === 'tests' ? kind : kind === 'importers' ? 'imports' : 'uses';
    return { role, position, path: user, lines: [...new Set(lines.map(({ line }) => line))] };
  });
  return found.filter(({ lines }) => lines.length > 0);
}

async function reached(asked: string, position: number, maxDepth: number, sources: readonly RelationSource[], view: View) {
  const folder = view.folders[position];
  const scope = folder === undefined ? undefined : [folder.folder];
  return answerImpact(asked, { maxDepth, ...(scope === undefined ? {} : { scope }) }, { view, sources });
}

/** What else may have to change with a name or a file: what uses it, and what uses that. */
export async function reachAnswer(
  meant: Meant,
  asked: string,
  sources: readonly RelationSource[],
  view: View,
  texts: Texts,
): Promise<FoundBlocks | undefined> {
  const { rows } = await answerImpact('file' in meant ? meant.file.path : asked, { maxDepth: 2 }, { view, sources });
  const used = rows.filter(({ depth, lines }) => depth > 0 && lines.length > 0);
  const listings = used.map(
    ({ folder, path, kind, depth, lines }): Listing => ({
      heading: phrase(depth > 1 ? 'Reached through these' : reachHeadings[kind]),
      position: view.folders.findIndex((one) => one.folder === folder),
      path,
      lines: [...new Set(lines.map(({ line }) => line))],
    }),
  );
  const found = await createBlocks(listings, sources, view, texts);
  if (found.blocks.length === 0) return undefined;
  const direct = new Set(used.filter(({ depth }) => depth === 1).map(({ folder, path }) => `${folder} ${path}`)).size;
  const files = new Set(used.map(({ folder, path }) => `${folder} ${path}`)).size;
  const name = JSON.stringify('file' in meant ? meant.file.path : meant.shown);
  return { ...found, lead: [message('reaches', name, direct, files - direct)] };
}

const reachHeadings = {
  users: 'Users',
  subclasses: 'Subtypes',
  catchers: 'Throws and catches',
  importers: 'Imports',
  tests: 'Tests',
  docs: 'Documents',
  together: 'Changed together',
  related: 'Other uses',
} as const;
