/** What `install --print` shows of an agent. */

import { type Agent, agents, entryName, serverEntry } from './agents.ts';
import { newJson } from './jsonEntry.ts';
import { userPlace } from './places.ts';
import type { Scope } from './plan.ts';
import { newToml } from './tomlEntry.ts';

/** Where the servers of an agent are listed, and what is to be added there. */
export function printed(name: string, scope: Scope) {
  const agent = agents[name] as Agent;
  const { title, key, format, projectFiles = [], userFiles, instructions, skills } = agent;
  const address = { key, name: entryName };
  const written = serverEntry(
    agent,
    scope.system.platform,
    agent.projectFiles === undefined ? (scope.folder ?? '/path/to/project') : undefined,
  );
  const files = [...projectFiles.slice(0, 1), ...userFiles.slice(0, 1).flatMap((file) => userPlace(file, scope.system)?.shown ?? [])];
  const entry = format === 'toml' ? newToml(address, written) : newJson(address, written);
  return { name, title, files, entry, instructions, skill: `${skills}/${entryName}/SKILL.md` };
}
