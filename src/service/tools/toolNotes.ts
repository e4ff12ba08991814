/** What tools say where an answer is not complete: the index is being built, a folder cannot be read, a name is spelled otherwise. */

import { oneLine } from './passages.ts';
import { type ToolContext, visibleMessage } from './toolContext.ts';

/** Names whose spelling is compared, and nearest names that are listed. */
const maxAsked = 2;
const maxNearest = 5;

/** Names of the index that are spelled like these. */
export async function nearestNames(names: readonly string[], context: ToolContext, signal?: AbortSignal): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const name of names.slice(0, maxAsked)) {
    const { nearest } = await context.service.symbol(name, { scope: context.within, signal });
    for (const one of nearest) found.add(oneLine(one));
  }
  return [...found].slice(0, maxNearest);
}

/** Why nothing could be found: a folder that cannot be read, or whose index was cleared. */
export function problemNotes(context: ToolContext): string[] {
  return context.service.report().flatMap((report) => {
    const { folder, state, messages } = report;
    const name = JSON.stringify(context.folders.get(folder) ?? '');
    if (state === 'problem')
      return [`Folder ${name} cannot be searched${messages === undefined ? '' : `: ${oneLine(visibleMessage(report, context))}`}`];
    return state === 'disabled' ? [`The index of folder ${name} was cleared: the user can rebuild it.`] : [];
  });
}

/** That the index is incomplete now. */
export function indexingNotes({ service }: ToolContext): readonly string[] {
  const running = service.report().flatMap(({ progress }) => progress ?? []);
  if (running.length === 0) return [];
  const [done, total] = running.reduce(([a, b], { filesDone, filesTotal }) => [a + filesDone, b + filesTotal], [0, 0]);
  return [`The index is still being built: ${done} of ${total} files so far. Ask again for more.`];
}
