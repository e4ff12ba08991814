/** The name of an export on a web server, as long as it is read. */

import zlib from 'node:zlib';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { inflate } from '../inflate.ts';
import type { PublishedIndex, PublishedName } from '../published.ts';
import { headName } from './exportForm.ts';
import { type BoundedFetch, HttpDirectory } from './httpDirectory.ts';
import type { Zlib } from './inflateFrame.ts';
import { KeptFiles } from './keptFiles.ts';
import { type Opening, openServed, type ServedIndex } from './servedIndex.ts';
import { directoryAddress, tokenVariable } from './webAddress.ts';

/** What names a published index, and how it is read; all but the first three are for web servers. */
export interface ServedOptions {
  /** `https://…`, of a directory with a directory for each name, or `postgres://…`; without a secret. */
  readonly address: string;
  readonly name: string;
  /** Variables, including the credentials; a web server gets `tokenVariable` as a bearer token. Read each time, since the user may change it. */
  readonly environment: () => Promise<Readonly<Record<string, string | undefined>>>;
  /** What opening has read is kept below it; in memory alone without it. */
  readonly cacheFolder?: string | undefined;
  /** Sends the requests, by default from this process. */
  readonly fetch?: BoundedFetch | undefined;
}

const nodeZlib: Zlib = { crc32: zlib.crc32, inflate: (payload, size) => inflate('deflate', payload, size) };

export class ServedName implements PublishedName {
  readonly #address: string;
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
    this.#address = directoryAddress(address, name);
    this.#environment = environment;
    this.#fetch = fetch;
    this.#kept = cacheFolder === undefined ? undefined : new KeptFiles(cacheFolder, this.#address, yieldThread);
    this.#opening = { kept: this.#kept, lexicons, yieldThread, zlib: nodeZlib };
  }

  async current(): Promise<PublishedIndex> {
    const token = (await this.#environment())[tokenVariable];
    const headers: Readonly<Record<string, string>> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const directory = new HttpDirectory(this.#address, headName, headers, this.#fetch);
    const manifest = await directory.manifest();
    if (this.#current?.manifest !== manifest) this.#current = { manifest, index: await openServed(directory, manifest, this.#opening) };
    return this.#current.index;
  }

  async close(): Promise<void> {
    this.#current = undefined;
    await this.#kept?.close();
  }
}
