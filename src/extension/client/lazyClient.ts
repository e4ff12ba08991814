/** Defers the cost of the server client: `vscode-languageclient` is loaded when the server is first needed. */

import * as vscode from 'vscode';
import type { ClientOptions, ServerClient } from './client.ts';

export function createLazyClient(options: ClientOptions): ServerClient {
  const changed = new vscode.EventEmitter<void>();
  let loading: Promise<ServerClient> | undefined;
  let loaded: ServerClient | undefined;
  /** Handlers to register once the client is loaded. */
  const handlers: ((client: ServerClient) => void)[] = [];
  function withLoaded(handle: (client: ServerClient) => void): void {
    if (loaded) handle(loaded);
    else handlers.push(handle);
  }

  function load(): Promise<ServerClient> {
    loading ??= import('./client.ts').then(({ createServerClient }) => {
      loaded = createServerClient(options);
      for (const handle of handlers.splice(0)) handle(loaded);
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
    onRequest: (name, handler) => withLoaded((client) => client.onRequest(name, handler)),
    onNotification: (name, handler) => withLoaded((client) => client.onNotification(name, handler)),
    notify: async (name, params) => loaded?.notify(name, params),
    stop: async () => (await loading)?.stop(),
    dispose() {
      loaded?.dispose();
      changed.dispose();
    },
  };
}
