/** What `meshrag install` and `uninstall` would change: one row for each file, whichever agents share it. */

import fs from 'node:fs';
import nodePath from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { instructionLines, skillText } from '../../tools/guidance.ts';
import { type Agent, agents, type Entry, entryName, isOurEntry, serverEntry } from './agents.ts';
import { EditError } from './editError.ts';
import { insertJson, jsonEntry, newJson, removeJson, replaceJson } from './jsonEntry.ts';
import { type Place, type System, userPlace } from './places.ts';
import { readSafely, type SafeFile } from './safeFile.ts';
import { insertBlock, isSealed, removeBlock, sealedFile } from './sealed.ts';
import { insertToml, newToml, removeToml, replaceToml, tomlEntry } from './tomlEntry.ts';

/** What a file is for an agent. */
export type Part = 'server' | 'instructions' | 'skill';

export interface Change {
  /** Names of the agents that read the file. */
  readonly agents: readonly string[];
  readonly part: Part;
  readonly place: Place;
  readonly read: SafeFile;
  /** The new text, `undefined` if the file goes; as it is if it is already right. */
  readonly text: string | undefined;
}

/** A file that is left as it is, with the reason and what the user can do. */
export interface Left {
  readonly agents: readonly string[];
  readonly part: Part;
  readonly file: string;
  readonly state: string;
  readonly advice: string;
}

export interface Plan {
  readonly changes: readonly Change[];
  readonly left: readonly Left[];
}

export interface Scope {
  /** The real path of the project; absent where only files of the user are looked at. */
  readonly folder?: string;
  readonly isUser: boolean;
  readonly system: System;
}

type Edit = (text: string | undefined) => string | undefined;

interface Target {
  readonly name: string;
  readonly part: Part;
  readonly place: Place;
  readonly install: Edit;
  readonly uninstall: (text: string) => string | undefined;
}

export function planInstall(names: readonly string[], scope: Scope): Plan {
  const left = names.flatMap((name): Left[] => {
    const agent = agents[name] as Agent;
    const isUserOnly = !scope.isUser && agent.projectFiles === undefined;
    if (!isUserOnly) return [];
    const file = userPlace(agent.userFiles[0] ?? '', scope.system)?.shown ?? '';
    const state = `is where ${agent.title} keeps its servers, which is for all projects`;
    return [{ agents: [name], part: 'server', file, state, advice: 'Add it with --user, or see --print' }];
  });
  const made = changed(
    names.flatMap((name) => targetFiles(name, scope)),
    (target, text) => target.install(text),
  );
  return { changes: made.changes, left: [...left, ...made.left] };
}

/** @param names those to be removed; what another agent needs stays. */
export function planUninstall(names: readonly string[], scope: Scope): Plan {
  const targets = names.flatMap((name) => targetFiles(name, scope));
  const servers = new Set(targets.filter(({ part }) => part === 'server').map(realTarget));
  const others = Object.keys(agents).filter((name) => !names.includes(name));
  const kept = new Set(others.flatMap((name) => neededBy(targetFiles(name, scope), servers)));
  const removed = targets.filter((target) => !kept.has(realTarget(target)));
  return changed(removed, (target, text) => (text === undefined ? undefined : target.uninstall(text)));
}

/** The files of an agent whose servers include ours, unless these are `removed`. */
function neededBy(targets: readonly Target[], removed: ReadonlySet<string>): string[] {
  const server = targets.find(({ part }) => part === 'server');
  if (server === undefined || removed.has(realTarget(server))) return [];
  try {
    const { text } = readSafely(server.place.root, server.place.relative);
    return text !== undefined && server.install(text) === text ? targets.map(realTarget) : [];
  } catch {
    return [];
  }
}

function realTarget({ place: { root, relative } }: Target): string {
  return nodePath.join(root, relative);
}

function changed(targets: readonly Target[], edit: (target: Target, text: string | undefined) => string | undefined): Plan {
  const changes = new Map<string, Change>();
  const left = new Map<string, Left>();
  for (const target of targets) {
    const { name, part, place } = target;
    const file = place.shown;
    try {
      const read = readSafely(place.root, place.relative);
      const known = changes.get(read.path);
      const bom = read.text?.startsWith('\ufeff') ? '\ufeff' : '';
      const text = edit(target, read.text?.slice(bom.length));
      if (known === undefined)
        changes.set(read.path, { agents: [name], part, place, read, text: text === undefined ? undefined : bom + text });
      else changes.set(read.path, { ...known, agents: [...known.agents, name] });
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      const names = [...(left.get(file)?.agents ?? []), name];
      left.set(file, { agents: names, part, file, state: error.message, advice: error.advice });
    }
  }
  return { changes: [...changes.values()].filter(({ read, text }) => text !== read.text), left: [...left.values()] };
}

function targetFiles(name: string, scope: Scope): Target[] {
  const agent = agents[name] as Agent;
  const [server, instructions, skills] = scope.isUser
    ? [existing(agent.userFiles, scope), agent.userInstructions, agent.userSkills]
    : [agent.projectFiles && existing(agent.projectFiles, scope), agent.instructions, agent.skills];
  // Without a server there is nothing that the instructions could be about.
  if (server === undefined) return [];
  const at = (file: string | undefined): Place | undefined => (file === undefined ? undefined : inScope(file, scope));
  const [instructionsPlace, skillPlace] = [at(instructions), at(`${skills}/${entryName}/SKILL.md`)];
  return [
    { name, part: 'server', place: server, ...serverEdits(agent, scope) },
    ...(instructionsPlace === undefined
      ? []
      : [
          {
            ...({ name, part: 'instructions', place: instructionsPlace } as const),
            install: (text: string | undefined) => insertBlock(text, instructionLines),
            uninstall: removeBlock,
          },
        ]),
    ...(skillPlace === undefined
      ? []
      : [{ name, part: 'skill', place: skillPlace, install: writtenSkill, uninstall: removedSkill } as const]),
  ];
}

/** The first file that exists, or else the first. */
function existing(files: Agent['userFiles'], scope: Scope): Place | undefined {
  const places = files.flatMap((file) => inScope(file, scope) ?? []);
  return places.find(({ root, relative }) => fs.existsSync(nodePath.join(root, relative))) ?? places[0];
}

function inScope(file: Agent['userFiles'][number], { folder, isUser, system }: Scope): Place | undefined {
  if (isUser) return userPlace(file, system);
  return folder === undefined || typeof file !== 'string' ? undefined : { root: folder, relative: file, shown: file };
}

/** The entry as it is written. */
function entryFor(agent: Agent, { folder, system }: Scope): Entry {
  if (agent.projectFiles !== undefined) return serverEntry(agent, system.platform);
  // These start their servers outside of any project.
  if (folder === undefined) throw new EditError(`needs a folder for ${agent.title}`, 'Name it with --dir');
  return serverEntry(agent, system.platform, folder);
}

function serverEdits(agent: Agent, scope: Scope): Pick<Target, 'install' | 'uninstall'> {
  const form = serverEntry(agent, scope.system.platform);
  const address = { key: agent.key, name: entryName };
  const isToml = agent.format === 'toml';
  const find = (text: string): unknown => (isToml ? tomlEntry(text, address) : jsonEntry(text, address));
  const foreign = (): EditError =>
    new EditError(`has an entry ${JSON.stringify(entryName)} of its own under ${agent.key}`, 'Keep it, or remove it and try again');
  return {
    install(text) {
      const written = entryFor(agent, scope);
      if (text === undefined) return isToml ? newToml(address, written) : newJson(address, written);
      const found = find(text);
      if (found === undefined) return isToml ? insertToml(text, address, written) : insertJson(text, address, written);
      if (isDeepStrictEqual({ ...(found as object) }, written)) return text;
      if (!isOurEntry(found, form)) throw foreign();
      return isToml ? replaceToml(text, address, written) : replaceJson(text, address, written);
    },
    uninstall(text) {
      const found = find(text);
      if (found === undefined) return text;
      if (!isOurEntry(found, form)) throw foreign();
      return isToml ? removeToml(text, address) : removeJson(text, address);
    },
  };
}

function writtenSkill(text: string | undefined): string {
  if (text !== undefined && !isSealed(text))
    throw new EditError('was edited after install wrote it', 'Keep it, or remove it and try again');
  return sealedFile(skillText);
}

function removedSkill(text: string): undefined {
  writtenSkill(text);
  return undefined;
}
