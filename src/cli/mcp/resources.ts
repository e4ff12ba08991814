/** The resources of a folder for an MCP client: its communities and the report of its index, as markdown. */

import { percentDecoded } from '../../engine/util/strings.ts';
import { describeMembers, findCommunity, listCommunities, visibleCommunities } from '../../service/tools/communitiesTool.ts';
import { oneLine } from '../../service/tools/passages.ts';
import { readReceipts, sumReceipts } from '../../service/tools/receipts.ts';
import { isVisible, type ToolContext, visibleMessage } from '../../service/tools/toolContext.ts';
import { InputError } from '../../tools/inputSchema.ts';
import { fitPage } from '../../tools/toolResult.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import { counted, formatBytes, formatCount, formatDuration } from '../output.ts';

const mimeType = 'text/markdown';
const communitiesUri = 'meshrag://communities';
const reportUri = 'meshrag://report';
/** Maximum number of listed members of a community, and of listed skipped files; the rest are counted. */
const maxListed = 500;
/** Maximum number of listed communities. */
const maxCommunities = 50;
/** Enough for everything that is listed. */
const everything = { from: 0, characters: Number.POSITIVE_INFINITY };

export const resources = [
  {
    uri: communitiesUri,
    name: 'communities',
    title: 'Communities',
    description: 'The subjects of the folder: groups of passages that share names, with their files.',
    mimeType,
  },
  {
    uri: reportUri,
    name: 'report',
    title: 'Report of the index',
    description: 'How many files are indexed, how current the index is, and every file that is left out, with the reason.',
    mimeType,
  },
] as const;

export const resourceTemplates = [
  {
    uriTemplate: `${communitiesUri}/{id}`,
    name: 'community',
    title: 'One community',
    description: 'The passages of one community with their line ranges and what they share.',
    mimeType,
  },
] as const;

/** Reads one resource. Throws `InputError` for an unknown name. */
export async function readResource(uri: string, context: ToolContext, signal: AbortSignal) {
  return { uri, mimeType, text: await textOf(uri, context, signal) };
}

async function textOf(uri: string, context: ToolContext, signal: AbortSignal): Promise<string> {
  if (uri === reportUri) return report(context, signal);
  if (uri === communitiesUri) return fitPage(await listCommunities(maxCommunities, context, signal), everything).text;
  if (!uri.startsWith(`${communitiesUri}/`)) throw new InputError(`There is no resource ${JSON.stringify(uri.slice(0, 200))}`);
  const community = findCommunity(percentDecoded(uri.slice(communitiesUri.length + 1)), await visibleCommunities(context, signal));
  return fitPage(await describeMembers(community, maxListed, context, signal), everything).text;
}

/** Contains no absolute paths, since a report may leave the machine. If the client has roots, only their content is counted. */
async function report(context: ToolContext, signal: AbortSignal): Promise<string> {
  const { service, folders, within } = context;
  const parts = ['# Report of the index'];
  for (const folderReport of service.report()) {
    if (within !== undefined && !within.some((place) => systemPaths.isInside(folderReport.folder, place))) continue;
    if (folders.size > 1) parts.push(`## ${oneLine(folders.get(folderReport.folder) ?? '')}`);
    const skipped = folderReport.skipped.filter(({ path }) => isVisible({ folder: folderReport.folder, path }, context));
    const state = folderReport.state === 'ready' ? 'The index is up to date.' : `State: ${folderReport.state}.`;
    const counts = within === undefined ? folderReport : await service.countsWithin(folderReport.folder, within, signal);
    const progress =
      folderReport.progress && within === undefined
        ? ` ${formatCount(folderReport.progress.filesDone)} of ${formatCount(folderReport.progress.filesTotal)} files.`
        : '';
    parts.push(
      `${state}${progress}${folderReport.messages && folderReport.state === 'problem' ? ` ${oneLine(visibleMessage(folderReport, context))}` : ''}`,
    );
    const rows = {
      Files: formatCount(counts.files),
      Chunks: formatCount(counts.chunks),
      // Of a shared index as a whole only those of the files that differ are known.
      ...(counts === folderReport && folderReport.shared === 'used' ? {} : { Entities: formatCount(counts.entities) }),
      Text: formatBytes(counts.bytes),
      'Last update': `${formatDuration(folderReport.lastUpdateMs)}${folderReport.lastUpdateAt ? `, ended ${folderReport.lastUpdateAt}` : ''}`,
      'Left out': formatCount(skipped.length),
      ...agentsRow(folderReport.indexDirectory),
    };
    parts.push(
      Object.entries(rows)
        .map(([name, value]) => `- ${name}: ${value}`)
        .join('\n'),
    );
    if (skipped.length > 0) parts.push('## Left out', skipped.slice(0, maxListed).map(skippedLine).join('\n'));
    if (skipped.length > maxListed) parts.push(`${formatCount(skipped.length - maxListed)} more.`);
  }
  return `${parts.join('\n\n')}\n`;
}

/** What agents were given. */
function agentsRow(indexDirectory: string | undefined): { Agents?: string } {
  const { calls, given, whole } = sumReceipts(indexDirectory === undefined ? [] : readReceipts(indexDirectory));
  if (calls === 0) return {};
  return { Agents: `${counted(calls, 'call')}, ${formatCount(given)} characters returned; the named files total ${formatBytes(whole)}` };
}

function skippedLine({ path, reason }: { readonly path: string; readonly reason: string }): string {
  return `- \`${oneLine(path).replaceAll('`', "'")}\`: ${reason}`;
}
