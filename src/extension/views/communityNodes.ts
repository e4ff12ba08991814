/** The nodes of the tree of communities: parts, the communities in them, files, passages and shared names; their children, and what is copied or asked of them. */

import { type CommunityChunk, reference, type WirePlace } from '../../protocol/places.ts';
import { hasField } from '../../protocol/schema.ts';
import { t } from '../../protocol/text/translate.ts';
import type {
  OutlineResult,
  WireCorner,
  WireEntryPoint,
  WireOverview,
  WirePart,
  WirePartFile,
  WireTopic,
} from '../../protocol/treeRows.ts';
import { communityQuestion } from '../editor/communityQuestion.ts';
import { partName, passagesIn } from './partNames.ts';

interface Below {
  /** Unique in the tree. */
  readonly id: string;
  /** Undefined at the root. */
  readonly parent?: Node | undefined;
}

export interface ListNode extends Below {
  readonly kind: 'list';
  readonly label: string;
  readonly icon: 'root-folder' | 'play' | 'archive';
  readonly says?: string | undefined;
  readonly children: readonly Node[];
}

/** A part or corner, whose files are found when it is unfolded. */
export type PartNode = Below &
  (
    | { readonly kind: 'part'; readonly part: WirePart; readonly isFiltered?: boolean }
    | { readonly kind: 'corner'; readonly corner: WireCorner }
  );

export interface CommunityNode extends Below {
  readonly kind: 'community';
  readonly community: WireTopic;
}

/** The passages of a file that a community has. */
export interface SharingFileNode extends Below {
  readonly kind: 'sharingFile';
  readonly path: string;
  readonly chunks: readonly CommunityChunk[];
}

export interface ChunkNode extends Below {
  readonly kind: 'chunk';
  readonly chunk: CommunityChunk;
  /** Its number, from 1, among chunks of the file with the same title; undefined if it is the only one. */
  readonly number: number | undefined;
}

export interface EntityNode extends Below {
  readonly kind: 'entity';
  readonly parent: ChunkNode;
  readonly entity: string;
}

/** A file of a part or corner, whose outline is found when it is unfolded. */
export interface FileNode extends Below {
  readonly kind: 'file';
  readonly file: WirePartFile;
  readonly to: WirePlace;
}

export interface OutlineNode extends Below {
  readonly kind: 'entry';
  readonly entry: WireEntryPoint | OutlineResult['entries'][number];
  readonly to: WirePlace;
}

/** The row that shows more rows below `parent`. */
export interface MoreNode extends Below {
  readonly kind: 'more';
  /** Number of hidden rows. */
  readonly left: number;
}

export type Node = ListNode | PartNode | CommunityNode | SharingFileNode | ChunkNode | EntityNode | FileNode | OutlineNode | MoreNode;

/** Entry points, parts, then what is in none, of each folder that has parts; of a single one without a row for the folder. */
export function rootNodes(folders: readonly WireOverview[]): Node[] {
  const described = folders.filter(({ parts }) => parts.length > 0);
  const [only, ...others] = described;
  if (only !== undefined && others.length === 0) return belowFolder(only, undefined);
  return described.map(({ uri, name, says, ...rest }) => {
    const children: Node[] = [];
    const node: ListNode = { kind: 'list', id: uri, label: name, icon: 'root-folder', says: says?.text, children };
    children.push(...belowFolder({ uri, name, ...rest }, node));
    return node;
  });
}

function belowFolder({ uri, entryPoints, parts, corners }: WireOverview, parent: ListNode | undefined): Node[] {
  const list = (label: string, icon: ListNode['icon'], below: (own: ListNode) => Node[]): Node[] => {
    const children: Node[] = [];
    const node: ListNode = { kind: 'list', id: `${uri}\n${icon}`, label, icon, parent, children };
    children.push(...below(node));
    return children.length === 0 ? [] : [node];
  };
  return [
    ...list(t('Entry points'), 'play', (own) =>
      entryPoints.map((entry, i): Node => ({ kind: 'entry', id: `${own.id}\n${i}`, parent: own, entry, to: entry.place })),
    ),
    ...parts.map((part): Node => ({ kind: 'part', id: part.id, parent, part })),
    ...list(t('Other'), 'archive', (own) => corners.map((corner): Node => ({ kind: 'corner', id: corner.id, parent: own, corner }))),
  ];
}

/** All parts and corners. */
export function partsBelow(nodes: readonly Node[]): PartNode[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'list') return partsBelow(node.children);
    return node.kind === 'part' || node.kind === 'corner' ? [node] : [];
  });
}

export function communityNode(community: WireTopic, parent: PartNode): CommunityNode {
  return { kind: 'community', id: community.id, parent, community };
}

export function fileNode(file: WirePartFile, parent: PartNode): FileNode {
  return { kind: 'file', id: `${parent.id}\n\n${file.place.path}`, parent, file, to: file.place };
}

/** The files of a community, those that contain most of its shared entities first. */
export function sharingFiles(parent: CommunityNode, all: readonly CommunityChunk[]): SharingFileNode[] {
  const shared = (chunks: readonly CommunityChunk[]) => new Set(chunks.flatMap((chunk) => chunk.entities)).size;
  return [...Map.groupBy(all, ({ path }) => path)]
    .sort(([path, chunks], [otherPath, others]) => shared(others) - shared(chunks) || (path < otherPath ? -1 : 1))
    .map(([path, chunks]) => {
      const sorted = chunks.sort((a, b) => a.startLine - b.startLine);
      return { kind: 'sharingFile', id: `${parent.id}\n${path}`, parent, path, chunks: sorted };
    });
}

/** The chunks of a file by line. */
export function chunkNodes(parent: SharingFileNode): ChunkNode[] {
  return parent.chunks.map((chunk, i) => {
    const id = [parent.id, chunk.startLine, chunk.startColumn ?? 0].join('\n');
    return { kind: 'chunk', id, parent, chunk, number: numberOf(parent.chunks, i) };
  });
}

export function entityNodes(parent: ChunkNode): EntityNode[] {
  return parent.chunk.entities.map((entity) => ({ kind: 'entity', id: `${parent.id}\n${entity}`, parent, entity }));
}

function numberOf(chunks: readonly CommunityChunk[], position: number): number | undefined {
  const alike = (chunk: CommunityChunk): boolean => chunk.title === chunks[position]?.title;
  return chunks.filter(alike).length > 1 ? chunks.slice(0, position + 1).filter(alike).length : undefined;
}

/** The id of the part that a row is or is in; undefined for any other value. */
export function partOf(value: unknown): string | undefined {
  if (!hasField(value, 'kind')) return undefined;
  const node = value as Node;
  return node.kind === 'part' ? node.part.id : partOf(node.parent);
}

/** A question about a row; undefined if there is none. */
export function nodeQuestion(value: unknown): string | undefined {
  if (!hasField(value, 'kind')) return undefined;
  const node = value as Node;
  switch (node.kind) {
    case 'part':
      return t('What is in {0}?', node.part.path || partName(node.part));
    case 'community':
      return communityQuestion(node.community);
    case 'sharingFile':
      return t('What is {0} for?', node.path);
    case 'file':
      return t('What is {0} for?', node.to.path);
    case 'chunk':
      return t('What is “{0}” about?', node.chunk.title.split(' › ').at(-1) || node.chunk.path);
    case 'entity':
      return t('Where is {0} used?', node.entity);
    default:
      return undefined;
  }
}

/** A row as a list in plain text; `below` are the rows below a part or community. */
export function nodeText(node: Node, below: readonly Node[]): string {
  switch (node.kind) {
    case 'part':
      return [partName(node.part), ...below.map((one) => `- ${firstLine(one)}`)].join('\n');
    case 'community':
      return [
        firstLine(node),
        ...below.flatMap((one) => (one.kind === 'sharingFile' ? one.chunks.map(chunkLine) : [])),
        '',
        t('Shared names: {0}', node.community.entities.join(', ')),
      ].join('\n');
    case 'sharingFile':
      return node.chunks.map(chunkLine).join('\n');
    case 'chunk':
      return [chunkLine(node.chunk), ...node.chunk.entities.map((entity) => `  - ${entity}`)].join('\n');
    default:
      return firstLine(node);
  }
}

function firstLine(node: Node): string {
  if (node.kind === 'community') return `${node.community.name} (${passagesIn(node.community.size, node.community.files)})`;
  if (node.kind === 'entity') return node.entity;
  return 'to' in node ? reference(node.to) : '';
}

function chunkLine(chunk: CommunityChunk): string {
  return `- ${reference(chunk)}${chunk.title === '' ? '' : ` ${chunk.title}`}`;
}
