/** What the server knows of parts and communities, requested when a row is unfolded and kept until the index changes. */

import type { WireTopic } from '../../protocol/explorer.ts';
import { outlineRequest, overviewRequest, partRequest, topicsRequest } from '../../protocol/explorer.ts';
import type { CommunityResult } from '../../protocol/places.ts';
import { communityRequest } from '../../protocol/server.ts';
import type { ServerClient } from '../client/client.ts';
import {
  type CommunityNode,
  chunkNodes,
  communityNode,
  entityNodes,
  type FileNode,
  fileNode,
  type Node,
  type PartNode,
  partsBelow,
  rootNodes,
  sharingFiles,
} from './communityNodes.ts';

/** The communities of a part. */
export interface PartCommunities {
  readonly topics: readonly WireTopic[];
  /** Whether they are those of a published commit from which files here differ. */
  readonly isOfCommit: boolean;
}

export class CommunityRows {
  readonly #client: ServerClient;
  readonly #kept = new Map<string, Promise<unknown>>();

  constructor(client: ServerClient) {
    this.#client = client;
  }

  /** What was kept is asked for again. */
  clear(): void {
    this.#kept.clear();
  }

  root(): Promise<Node[]> {
    return this.#once('', async () => rootNodes((await this.#client.request(overviewRequest, {})).folders));
  }

  communitiesOf({ id }: PartNode): Promise<PartCommunities> {
    return this.#once(`communities\n${id}`, () => this.#client.request(topicsRequest, { id }));
  }

  filesOf(part: PartNode): Promise<FileNode[]> {
    return this.#once(part.id, async () => {
      const { files } = await this.#client.request(partRequest, { id: part.id });
      return files.map((file) => fileNode(file, part));
    });
  }

  detailOf({ community }: CommunityNode): Promise<CommunityResult> {
    return this.#once(`community\n${community.community}`, () => this.#client.request(communityRequest, { id: community.community }));
  }

  /** The rows below any row but a part and the root, which are arranged. */
  async below(node: Node): Promise<Node[]> {
    switch (node.kind) {
      case 'list':
        return [...node.children];
      case 'corner':
        return this.filesOf(node);
      case 'community':
        return this.#sharingFiles(node);
      case 'sharingFile':
        return chunkNodes(node);
      case 'chunk':
        return entityNodes(node);
      case 'file': {
        const { entries } = await this.#client.request(outlineRequest, { uri: node.to.uri });
        return entries.map((entry, i): Node => ({ kind: 'entry', id: `${node.id}\n${i}`, parent: node, entry, to: entry.place }));
      }
      default:
        return [];
    }
  }

  /** The row of a place: its passage in the largest community of its part that has it, else its file; with the rows above. */
  async rowAt(uri: string, line: number): Promise<Node | undefined> {
    const parts = partsBelow(await this.root());
    for (const part of parts) {
      if (part.kind === 'corner') continue;
      const { topics } = await this.communitiesOf(part);
      const holding = topics.find(({ chunks }) => chunks.some((one) => one.uri === uri && one.startLine <= line && line <= one.endLine));
      if (holding === undefined) continue;
      const files = await this.#sharingFiles(communityNode(holding, part));
      const chunk = files.flatMap(chunkNodes).find(({ chunk: { uri: own, startLine, endLine } }) => {
        return own === uri && startLine <= line && line <= endLine;
      });
      if (chunk !== undefined) return chunk;
    }
    const files = await Promise.all(parts.map((part) => this.filesOf(part)));
    return files.flat().find(({ to }) => to.uri === uri);
  }

  /** Only the passages that lie in the part. */
  async #sharingFiles(node: CommunityNode) {
    const placeKey = (one: { uri: string; startLine: number; startColumn?: number | undefined }) =>
      `${one.uri}\n${one.startLine}\n${one.startColumn ?? 0}`;
    const own = new Set(node.community.chunks.map(placeKey));
    const { chunks } = await this.detailOf(node);
    return sharingFiles(
      node,
      chunks.filter((chunk) => own.has(placeKey(chunk))),
    );
  }

  #once<T>(key: string, request: () => Promise<T>): Promise<T> {
    const kept = (this.#kept.get(key) as Promise<T> | undefined) ?? request();
    this.#kept.set(key, kept);
    // A failed request is repeated on demand.
    kept.catch(() => this.#kept.delete(key));
    return kept;
  }
}
