/** The commit with which a name went: the newest after which it occurs less or more often. Asked for where a name is nowhere now. */

import type { Commit } from '../../engine/past/past.ts';
import { textChangers } from '../../workspace/git/gitLines.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { wholeName } from './declaredText.ts';
import { limited } from './limited.ts';

/** A shorter name occurs everywhere. */
const minName = 3;

export interface Removal {
  readonly commit?: Commit;
  /** Whether git did not finish in time. */
  readonly isSlow: boolean;
}

/**
 * @param within commits and files among which it is looked for; the whole history and all files if absent.
 * @param ms time for git.
 */
export async function removalOf(
  { folder, past }: FolderIndex,
  name: string,
  { range = 'HEAD', paths = [] }: { readonly range?: string; readonly paths?: readonly string[] },
  signal: AbortSignal | undefined,
  ms?: number,
): Promise<Removal> {
  const known = past.now?.past;
  if (known === undefined || name.length < minName) return { isSlow: false };
  const found = await limited((limit) => textChangers(folder, wholeName(name), { newestOf: range }, paths, limit), signal, ms);
  const commit = found?.map((id) => known.find(id)).find((one) => one !== undefined);
  return { isSlow: found === undefined, ...(commit === undefined ? {} : { commit }) };
}
