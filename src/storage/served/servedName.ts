/** The name of an export on a web server or in a folder, as long as it is read. */

import zlib from 'node:zlib';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { inflate } from '../inflate.ts';
import type { PublishedIndex, PublishedName } from '../published.ts';
import type { Directory } from './directory.ts';
import { folderPath, isFolderAddress, namedDirectory, tokenVariable, webDirectory } from './exportAddress.ts';
import { headName } from './exportForm.ts';
import { FolderDirectory } from './folderDirectory.ts';
import { type BoundedFetch, HttpDirectory } from './httpDirectory.ts';
import type { Zlib } from './inflateFrame.ts';
import { KeptFiles } from './keptFiles.ts';
import { type Opening, openServed, type ServedIndex } from './servedIndex.ts';

/** What names a published index, and how it is read; all but the first three are for exports. */
export interface ServedOptions {
  /** `https://…` or `file:///…`, of a directory with a directory for each name, or `postgres://…`; without a secret. */
  readonly address: string;
  readonly name: string;
  /** Variables, including the credentials; a web server gets `tokenVariable` as a bearer token. Read each time, since the user may change it. */
  readonly environment: () => Promise<Readonly<Record<string, string | undefined>>>;
  /** What opening has read is kept below it; in memory alone without it. */
  readonly cacheFolder?: string | undefined;
  /** Sends the requests to a web server, by default from this process. */
  readonly fetch?: BoundedFetch | undefined;
}

const nodeZlib: Zlib = { crc32: zlib.crc32, inflate: (payload, size) => inflate('deflate', payload, size) };

export class ServedName implements PublishedName {
  /** Address or path of its directory. */
  readonly #place: string;
  readonly #isFolder: boolean;
  readonly #environment: ServedOptions['environment'];
  readonly #fetch: BoundedFetch | undefined;
  readonly #opening: Opening;
  readonly #kept: KeptFiles | undefined;
  #current: { readonly manifest: string; readonly index: ServedIndex } | undefined;

  /**
   * @param yieldThread while a state is opened.
   * Throws `SharedIndexError` for an address or a name that is none.
   */
  constructor({ address, name, environment, cacheFolder, fetch }: ServedOptions, lexicons: Lexicons, yieldThread: Yield) {
    this.#isFolder = isFolderAddress(address);
    this.#place = this.#isFolder ? namedDirectory(folderPath(address), name) : webDirectory(address, name);
    this.#environment = environment;
    this.#fetch = fetch;
    this.#kept = cacheFolder === undefined ? undefined : new KeptFiles(cacheFolder, this.#place, yieldThread);
    this.#opening = { kept: this.#kept, lexicons, yieldThread, zlib: nodeZlib };
  }

  async current(): Promise<PublishedIndex> {
    const directory = this.#isFolder ? new FolderDirectory(this.#place, headName) : await this.#onServer();
    const manifest = await directory.manifest();
    if (this.#current?.manifest !== manifest) this.#current = { manifest, index: await openServed(directory, manifest, this.#opening) };
    return this.#current.index;
  }

  async #onServer(): Promise<Directory> {
    const token = (await this.#environment())[tokenVariable];
    const headers: Readonly<Record<string, string>> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    return new HttpDirectory(this.#place, headName, headers, this.#fetch);
  }

  async close(): Promise<void> {
    this.#current = undefined;
    await this.#kept?.close();
  }
}
