/** Keys of endpoints and secrets referenced by headers, kept only in VS Code's secret storage. */

import type * as vscode from 'vscode';
import { t } from '../../protocol/text/translate.ts';

/** The names alone, for listing. */
const namesKey = 'meshrag.secretNames';
const endpointsKey = 'meshrag.keyedEndpoints';

export interface Secrets {
  /** The key of an endpoint by its base URL. */
  keyOf(endpoint: string): Promise<string | undefined>;
  /** Stores the key; an empty one removes it. */
  setKey(endpoint: string, key: string): Promise<void>;
  /** Base URLs of the endpoints with stored keys. */
  endpoints(): readonly string[];
  names(): readonly string[];
  /** Stores a secret; an empty one removes it. */
  set(name: string, value: string): Promise<void>;
  /** The headers with `${secret:NAME}` filled in. Throws an error that names a missing secret. */
  fill(headers: readonly (readonly [string, string])[]): Promise<Record<string, string>>;
}

const reference = /\$\{secret:([^}]*)\}/g;

/** Whether a header's value references a secret. */
export function namesSecret(value: string): boolean {
  return value.search(reference) >= 0;
}

/** The base URL of an endpoint without slashes at its end, by which its key and the consent to it are stored. */
export function plainEndpoint(endpoint: string): string {
  return endpoint.replace(/\/+$/, '');
}

export function createSecrets({ secrets, globalState }: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>): Secrets {
  const keyName = (endpoint: string) => `meshrag.key:${plainEndpoint(endpoint)}`;
  const secretName = (name: string) => `meshrag.secret:${name}`;
  const store = async (name: string, value: string) => (value === '' ? secrets.delete(name) : secrets.store(name, value));
  const listOf = (list: string): string[] => {
    const kept = globalState.get<unknown>(list, []);
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
  };
  const note = async (list: string, name: string, isKept: boolean): Promise<void> => {
    const others = listOf(list).filter((other) => other !== name);
    await globalState.update(list, isKept ? [...others, name].sort() : others);
  };
  return {
    keyOf: async (endpoint) => secrets.get(keyName(endpoint)),
    async setKey(endpoint, key) {
      await store(keyName(endpoint), key);
      await note(endpointsKey, plainEndpoint(endpoint), key !== '');
    },
    endpoints: () => listOf(endpointsKey),
    names: () => listOf(namesKey),
    async set(name, value) {
      await store(secretName(name), value);
      await note(namesKey, name, value !== '');
    },
    async fill(headers) {
      const filled: Record<string, string> = {};
      for (const [name, value] of headers) {
        let text = value;
        for (const [whole, secret = ''] of value.matchAll(reference)) {
          const kept = await secrets.get(secretName(secret));
          if (kept === undefined)
            throw new Error(
              t(
                'The header {0} names the secret {1}, which is not stored. “Set or Delete Secret” in “MeshRAG: Choose Model” stores it.',
                name,
                secret,
              ),
            );
          text = text.replace(whole, () => kept);
        }
        filled[name] = text;
      }
      return filled;
    },
  };
}
