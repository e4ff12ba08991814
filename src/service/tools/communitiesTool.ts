/** The communities of the open folders as tool results: the largest, or the passages of one. */

import { InputError } from '../../tools/inputSchema.ts';
import type { ToolEntry, ToolResult } from '../../tools/toolResult.ts';
import type { CommunitiesAnswer, Community, CommunityDetail, CommunityMember } from '../types/results.ts';
import { oneLine, placeText, safeLine } from './passages.ts';
import { isVisible, type ToolContext, visiblePath } from './toolContext.ts';

const maxEntities = 8;
const maxFiles = 5;

/** The largest communities, with their names and files. */
export async function listCommunities(limit: number, context: ToolContext, signal?: AbortSignal): Promise<ToolResult> {
  const answers = await context.service.communities(undefined, signal);
  const all = await visibleIn(answers, context, signal);
  const shown = all.slice(0, limit);
  const summary = `${shown.length} of ${all.length} communities, largest first.`;
  return {
    intro: [shown.length === 0 ? 'There are no communities: few passages share names.' : summary],
    entries: shown.map((community) => overview(community, context)),
  };
}

/** One community with its passages. */
export async function describeMembers(
  community: Community,
  limit: number,
  context: ToolContext,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const { name, entities } = community;
  const all = listedMembers(await detailOf(community, context, signal), context);
  const entries = all.slice(0, limit).map(({ chunk, shared }): ToolEntry => {
    const shares = shared.length > 0 ? [`  shares: ${shared.slice(0, maxEntities).join(', ')}`] : [];
    return {
      text: [`${placeText(chunk, context)}${chunk.title === '' ? '' : ` ${JSON.stringify(chunk.title)}`}`, ...shares]
        .map(safeLine)
        .join('\n'),
    };
  });
  const listed = safeLine(entities.slice(0, maxEntities).join(', '));
  return {
    intro: [`${safeLine(JSON.stringify(oneLine(name)))}: ${entries.length} of ${all.length} passages, which share ${listed}.`],
    entries,
  };
}

function detailOf({ id, chunks }: Community, { service }: ToolContext, signal?: AbortSignal): Promise<CommunityDetail | undefined> {
  return service.community(chunks[0]?.folder ?? '', id, signal);
}

interface ListedMember {
  readonly chunk: CommunityMember;
  readonly shared: readonly string[];
}

/** The passages that the caller may see, each with its shared entities. */
function listedMembers(detail: CommunityDetail | undefined, context: ToolContext): readonly ListedMember[] {
  if (detail === undefined) return [];
  const members = detail.community.chunks.map((chunk, i) => ({ chunk, shared: detail.shared[i] ?? [] }));
  return members.filter(({ chunk }) => isVisible(chunk, context));
}

/** The communities of all folders, largest first, restricted to what the caller may see. */
export async function visibleCommunities(context: ToolContext, signal?: AbortSignal): Promise<readonly Community[]> {
  return visibleIn(await context.service.communities(undefined, signal), context, signal);
}

async function visibleIn(answers: readonly CommunitiesAnswer[], context: ToolContext, signal?: AbortSignal): Promise<readonly Community[]> {
  const all: Community[] = [];
  for (const { communities } of answers) {
    for (const community of communities) {
      const part = await visiblePart(community, context, signal);
      if (part !== undefined) all.push(part);
    }
  }
  return all.sort((a, b) => b.size - a.size || (a.id < b.id ? -1 : 1));
}

/** Throws `InputError` if no community has the id. */
export function findCommunity(id: string, all: readonly Community[]): Community {
  const community = all.find((one) => one.id === id);
  if (community === undefined) throw new InputError(`There is no community ${JSON.stringify(id)} any more`);
  return community;
}

/** Names may come from members outside of the roots, so a part of a community is named by the entities of its visible members. */
async function visiblePart(community: Community, context: ToolContext, signal?: AbortSignal): Promise<Community | undefined> {
  if (community.chunks.every((chunk) => isVisible(chunk, context))) return community;
  const listed = listedMembers(await detailOf(community, context, signal), context);
  if (listed.length === 0) return undefined;
  const held = new Set(listed.flatMap(({ shared }) => shared));
  const entities = community.entities.filter((entity) => held.has(entity));
  const chunks = listed.map(({ chunk }) => chunk);
  const labels = entities.slice(0, 3);
  const files = new Set(chunks.map(({ path }) => path)).size;
  return { id: community.id, name: labels.join(', '), labels, entities, size: chunks.length, files, chunks };
}

function overview(community: Community, context: ToolContext): ToolEntry {
  const { id, name, size, entities } = community;
  const files = filesOf(community.chunks, context);
  const more = files.length > maxFiles ? `, ${files.length - maxFiles} more` : '';
  const lines = [
    `${JSON.stringify(name)} id ${id}: ${size} passages in ${files.length} ${files.length === 1 ? 'file' : 'files'}`,
    `  share: ${entities.slice(0, maxEntities).join(', ')}`,
    `  files: ${files.slice(0, maxFiles).join(', ')}${more}`,
  ];
  return { text: lines.map(safeLine).join('\n') };
}

/** Files with the most passages first. */
function filesOf(chunks: readonly CommunityMember[], context: ToolContext): string[] {
  const counts = new Map<string, number>();
  for (const chunk of chunks) {
    const path = visiblePath(chunk, context);
    counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([path]) => path);
}
