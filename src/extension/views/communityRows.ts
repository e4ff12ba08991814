/** What the server knows of parts and communities, requested when a row is unfolded and kept until the index changes. */

import { communityRequest } from '../../protocol/server.ts';
import type { WireTopic } from '../../protocol/treeRows.ts';
import { outlineRequest, overviewRequest, partRequest, topicsRequest } from '../../protocol/treeRows.ts';
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
  type SharingFileNode,
  sharingFiles,
} from './communityNodes.ts';

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

  communitiesOf({ id }: PartNode): Promise<readonly WireTopic[]> {
    return this.#once(`communities\n${id}`, async () => (await this.#client.request(topicsRequest, { id })).topics);
  }

  filesOf(part: PartNode): Promise<FileNode[]> {
    return this.#once(part.id, async () => {
      const { files } = await this.#client.request(partRequest, { id: part.id });
      return files.map((file) => fileNode(file, part));
    });
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

  /** The row of a place: its passage in the community that has it, else its file; with the rows above. */
  async rowAt(uri: string, line: number): Promise<Node | undefined> {
    const parts = partsBelow(await this.root());
    for (const part of parts) {
      if (part.kind === 'corner') continue;
      const communities = await this.communitiesOf(part);
      const holding = communities.find(({ chunks }) =>
        chunks.some((one) => one.uri === uri && one.startLine <= line && line <= one.endLine),
      );
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

  async #sharingFiles(node: CommunityNode): Promise<SharingFileNode[]> {
    const { id } = node.community;
    const { chunks } = await this.#once(`community\n${id}`, () => this.#client.request(communityRequest, { id }));
    return sharingFiles(node, chunks);
  }

  #once<T>(key: string, request: () => Promise<T>): Promise<T> {
    const kept = (this.#kept.get(key) as Promise<T> | undefined) ?? request();
    this.#kept.set(key, kept);
    // A failed request is repeated on demand.
    kept.catch(() => this.#kept.delete(key));
    return kept;
  }
}
