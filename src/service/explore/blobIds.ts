/** git's blob ids of the indexed files of a folder, each computed once per content. */

import { hash } from 'node:crypto';
import { blobId } from '../../workspace/git/gitObjects.ts';
import { readSmallFile } from '../../workspace/openFile.ts';
import { systemPaths } from '../../workspace/paths.ts';

export class BlobIds {
  readonly #byHash = new Map<string, string>();

  /**
   * The id of an indexed content; empty if the file has changed since.
   *
   * @param folder absolute path.
   * @param like an id of the repository.
   */
  async of(folder: string, path: string, contentHash: string, like: string, turn: () => Promise<void> | undefined): Promise<string> {
    const known = this.#byHash.get(contentHash);
    if (known !== undefined) return known;
    await turn();
    const bytes = readSmallFile(systemPaths.toAbsolute(folder, path), Number.MAX_SAFE_INTEGER, false);
    if (bytes === undefined || hash('sha256', bytes, 'hex') !== contentHash) return '';
    const id = blobId(bytes, like);
    this.#byHash.set(contentHash, id);
    return id;
  }
}
