/** Keys of endpoints and the secrets that headers name. They lie in VS Code's secret storage and nowhere else. */

import * as vscode from 'vscode';

/** The names alone, so that they can be listed. */
const namesKey = 'meshrag.secretNames';

export interface Secrets {
  /** The key of an endpoint by its base URL. */
  keyOf(endpoint: string): Promise<string | undefined>;
  /** Keeps the key; an empty one removes it. */
  setKey(endpoint: string, key: string): Promise<void>;
  names(): readonly string[];
  /** Keeps a secret; an empty one removes it. */
  set(name: string, value: string): Promise<void>;
  /** The headers with `${secret:NAME}` filled in. Throws where a secret is not there, naming it. */
  fill(headers: readonly (readonly [string, string])[]): Promise<Record<string, string>>;
}

const reference = /\$\{secret:([^}]*)\}/g;

/** Whether a header's value names a secret. */
export function namesSecret(value: string): boolean {
  return value.search(reference) >= 0;
}

export function createSecrets({ secrets, globalState }: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>): Secrets {
  const keyName = (endpoint: string) => `meshrag.key:${endpoint.replace(/\/+$/, '')}`;
  const secretName = (name: string) => `meshrag.secret:${name}`;
  const store = async (name: string, value: string) => (value === '' ? secrets.delete(name) : secrets.store(name, value));
  const names = () => {
    const kept = globalState.get<unknown>(namesKey, []);
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
  };
  return {
    keyOf: async (endpoint) => secrets.get(keyName(endpoint)),
    setKey: (endpoint, key) => store(keyName(endpoint), key),
    names,
    async set(name, value) {
      await store(secretName(name), value);
      const others = names().filter((other) => other !== name);
      await globalState.update(namesKey, value === '' ? others : [...others, name].sort());
    },
    async fill(headers) {
      const filled: Record<string, string> = {};
      for (const [name, value] of headers) {
        let text = value;
        for (const [whole, secret = ''] of value.matchAll(reference)) {
          const kept = await secrets.get(secretName(secret));
          if (kept === undefined)
            throw new Error(
              vscode.l10n.t(
                'The header {0} names the secret {1}, which is not stored. “MeshRAG: Set or Delete Secret” stores it.',
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
