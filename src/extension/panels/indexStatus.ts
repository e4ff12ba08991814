/** The state of the index, as shown in the answer panel. */

import type { PanelStatus } from '../../protocol/panels/panel.ts';
import type { StatusParams } from '../../protocol/server.ts';
import { t } from '../../protocol/text/translate.ts';
import { textIn } from '../client/strings.ts';

export function indexStatus(status: StatusParams | undefined): PanelStatus {
  const folders = status?.folders ?? [];
  const building = folders.flatMap(({ state, progress }) => (state === 'indexing' && progress ? [progress] : []));
  const sum = (of: 'filesDone' | 'filesTotal'): number => building.reduce((total, one) => total + one[of], 0);
  return {
    files: folders.reduce((total, folder) => total + folder.files, 0),
    indexing: building.length === 0 ? undefined : { filesDone: sum('filesDone'), filesTotal: sum('filesTotal') },
    problem: indexProblem(status),
    isRebuildable: canRebuild(status),
  };
}

/** Whether there is a folder to index. If one is gone, that problem is shown instead. */
function canRebuild(status: StatusParams | undefined): boolean {
  const folders = status?.folders ?? [];
  return folders.length > 0 && !folders.some(({ isGone }) => isGone);
}

/** One sentence if the state of the index makes answers incomplete. */
function indexProblem(status: StatusParams | undefined): string | undefined {
  if (!status) return undefined;
  const { folders } = status;
  if (folders.length === 0) return t('Indexing is turned off for this workspace by the setting meshrag.enable.');
  const problem = folders.find((folder) => folder.state === 'problem');
  if (problem) return problem.messages ? textIn(problem.messages) : t('There is a problem with the index.');
  if (folders.every((folder) => folder.state === 'disabled')) return t('The index was cleared. Rebuild it to ask questions.');
  return undefined;
}
