/** The server client without its cost at activation: `vscode-languageclient` is loaded when the server is first needed. */

import * as vscode from 'vscode';
import type { ClientOptions, ServerClient } from './client.ts';

export function createLazyClient(options: ClientOptions): ServerClient {
  const changed = new vscode.EventEmitter<void>();
  let loading: Promise<ServerClient> | undefined;
  let loaded: ServerClient | undefined;

  function load(): Promise<ServerClient> {
    loading ??= import('./client.ts').then(({ createServerClient }) => {
      loaded = createServerClient(options);
      loaded.onDidChange(() => changed.fire());
      return loaded;
    });
    return loading;
  }

  return {
    get status() {
      return loaded?.status;
    },
    get state() {
      return loaded?.state ?? 'idle';
    },
    onDidChange: changed.event,
    start: async () => (await load()).start(),
    request: async (name, params, token) => (await load()).request(name, params, token),
    notify: (name, params) => loaded?.notify(name, params),
    stop: async () => loaded?.stop(),
    dispose() {
      loaded?.dispose();
      changed.dispose();
    },
  };
}
