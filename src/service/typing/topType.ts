/** The type that most files use, as the subject of a newcomer's question. */

import type { Service } from '../types/service.ts';

/** The most used files, and the names in each that are used most: they are looked up. */
const [maxFiles, maxNames] = [8, 2];
/** Files that use it, at least. */
const minUsers = 2;

/** The name; of a function where no type is used by several files. Undefined if nothing is. */
export async function topType(service: Service, signal: AbortSignal): Promise<string | undefined> {
  const files = (await service.overview(undefined, signal)).flatMap(({ parts }) => parts.flatMap((part) => part.files));
  files.sort((a, b) => b.users - a.users || (a.path < b.path ? -1 : 1));
  const names = new Set(files.slice(0, maxFiles).flatMap(({ defines }) => defines.slice(0, maxNames)));
  let best: { readonly name: string; readonly isType: boolean; readonly users: number } | undefined;
  for (const name of names) {
    const { definitions, uses } = await service.symbol(name, { signal });
    const isType = definitions.length > 0 && definitions.every(({ kind }) => kind === 'type');
    const users = new Set(uses.filter(({ where }) => where === 'code').map(({ folder, path }) => `${folder} ${path}`)).size;
    const isBetter = best === undefined || (isType === best.isType ? users > best.users : isType);
    if (users >= minUsers && isBetter) best = { name, isType, users };
  }
  return best?.name;
}
