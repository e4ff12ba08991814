/** The name of an export on a web server, as long as it is read. */

import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { inflate } from '../inflate.ts';
import type { PublishedIndex, PublishedName } from '../published.ts';
import { headName } from './exportForm.ts';
import { HttpDirectory } from './httpDirectory.ts';
import { KeptFiles } from './keptFiles.ts';
import { type Opening, openServed, type ServedIndex } from './servedIndex.ts';
import { directoryAddress, tokenVariable } from './webAddress.ts';

export class ServedName implements PublishedName {
  readonly #address: string;
  readonly #environment: () => Promise<Readonly<Record<string, string | undefined>>>;
  readonly #opening: Opening;
  readonly #kept: KeptFiles | undefined;
  #current: { readonly manifest: string; readonly index: ServedIndex } | undefined;

  /**
   * @param address of a directory with a directory for each name.
   * @param environment variables, of which `tokenVariable` is sent as a bearer token. Read each time, since the user may change it.
   * @param yieldThread while a state is opened.
   * @param cacheFolder what opening has read is kept below it; in memory alone without it.
   * Throws `SharedIndexError` for an address or a name that is none.
   */
  constructor(
    { address, name }: { readonly address: string; readonly name: string },
    environment: () => Promise<Readonly<Record<string, string | undefined>>>,
    lexicons: Lexicons,
    yieldThread: Yield,
    cacheFolder?: string,
  ) {
    this.#address = directoryAddress(address, name);
    this.#environment = environment;
    this.#kept = cacheFolder === undefined ? undefined : new KeptFiles(cacheFolder, this.#address, yieldThread);
    this.#opening = { kept: this.#kept, lexicons, yieldThread, inflate: (payload, size) => inflate('deflate', payload, size) };
  }

  async current(): Promise<PublishedIndex> {
    const token = (await this.#environment())[tokenVariable];
    const directory = new HttpDirectory(this.#address, headName, token === undefined ? {} : { Authorization: `Bearer ${token}` });
    const manifest = await directory.manifest();
    if (this.#current?.manifest !== manifest) this.#current = { manifest, index: await openServed(directory, manifest, this.#opening) };
    return this.#current.index;
  }

  async close(): Promise<void> {
    this.#current = undefined;
    await this.#kept?.close();
  }
}
