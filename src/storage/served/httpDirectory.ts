/**
 * A directory on an HTTP server, or on an object store that answers as one: read by requests for ranges (RFC 9110, section 14). Runs in a
 * browser page, too.
 *
 * Cost: a request a call. A browser keeps what the server lets it keep.
 */

import { type SharedFault, SharedIndexError } from '../sharedIndexError.ts';
import { concatBytes } from './concatBytes.ts';
import { type Directory, maxManifestBytes, maxReadingMs } from './directory.ts';

const faults: Readonly<Record<number, SharedFault>> = {
  401: 'sharedCredentials',
  403: 'sharedCredentials',
  404: 'sharedGone',
  410: 'sharedGone',
  416: 'sharedDamaged',
};

/** A `fetch` of at most some bytes of an answer. */
export type BoundedFetch = (address: string, init: RequestInit & { readonly maxBytes: number }) => Promise<Response>;

/** A browser's own is no method of another object. */
const ownFetch: BoundedFetch = (address, init) => fetch(address, init);

export class HttpDirectory implements Directory {
  readonly #fetch: BoundedFetch;
  readonly #base: string;
  readonly #manifest: string;
  readonly #headers: Readonly<Record<string, string>>;

  /**
   * @param base address of the directory.
   * @param manifest name of the manifest.
   * @param headers of all requests.
   * @param fetch sends them.
   */
  constructor(base: string, manifest: string, headers: Readonly<Record<string, string>> = {}, fetch = ownFetch) {
    this.#fetch = fetch;
    this.#base = base.endsWith('/') ? base : `${base}/`;
    this.#manifest = manifest;
    this.#headers = headers;
  }

  async get(name: string, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    if (from >= to) return new Uint8Array(0);
    const response = await this.#ask(name, to - from, { Range: `bytes=${from}-${to - 1}` });
    if (response.status !== 206) throw new SharedIndexError('sharedNoRanges');
    const bytes = await read(response, to - from);
    if (bytes.length !== to - from) throw new SharedIndexError('sharedDamaged');
    return bytes;
  }

  async manifest(): Promise<string> {
    const response = await this.#ask(this.#manifest, maxManifestBytes).catch((error: unknown) => {
      throw error instanceof SharedIndexError && error.fault === 'sharedGone' ? new SharedIndexError('sharedUnknownName') : error;
    });
    return new TextDecoder().decode(await read(response, maxManifestBytes));
  }

  async #ask(name: string, size: number, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const signal = AbortSignal.timeout(maxReadingMs(size));
    const init = {
      // What a server would compress on the way has other offsets.
      headers: { 'Accept-Encoding': 'identity', ...this.#headers, ...headers },
      // Only the manifest changes under its name.
      cache: name === this.#manifest ? 'no-cache' : 'default',
      // It could lead to a server that the user has not named.
      redirect: 'error',
      signal,
      maxBytes: size,
    } as const;
    const response = await this.#fetch(this.#base + name, init).catch(refuse);
    if (response.ok) return response;
    await response.body?.cancel();
    throw new SharedIndexError(faults[response.status] ?? 'sharedUnreachable');
  }
}

/** The body, as far as it is not larger than what was asked for. */
async function read(response: Response, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read().catch(refuse);
    if (part === undefined || part.done) return concatBytes(parts);
    size += part.value.length;
    if (size > max) {
      await reader?.cancel();
      throw new SharedIndexError('sharedExcess');
    }
    parts.push(part.value);
  }
}

/** Messages of the network name hosts. */
function refuse(cause: unknown): never {
  const isLate = (cause as Error).name === 'TimeoutError';
  throw new SharedIndexError(isLate ? 'sharedTooSlow' : 'sharedUnreachable', { cause });
}
