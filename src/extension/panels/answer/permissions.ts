/** The requests that wait for the user's permission, by card id. Independent of the editor. */

import type { AskPermission, Permission, PermissionRequest } from '../../models/requests/consent.ts';

export interface Permissions {
  /** Resolves with the user's decision; with false on abort. */
  readonly wait: AskPermission;
  find(card: string): PermissionRequest | undefined;
  /** Does nothing if the request no longer waits. */
  decide(card: string, permission: Permission): void;
}

export function createPermissions(): Permissions {
  const waiting = new Map<string, { readonly request: PermissionRequest; readonly settle: (permission: Permission) => void }>();
  return {
    async wait(request, signal) {
      const { promise, resolve: settle } = Promise.withResolvers<Permission>();
      const { id } = request.card;
      const leave = (): void => settle(false);
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) leave();
      waiting.set(id, { request, settle });
      try {
        return await promise;
      } finally {
        signal.removeEventListener('abort', leave);
        waiting.delete(id);
      }
    },
    find: (card) => waiting.get(card)?.request,
    decide: (card, permission) => waiting.get(card)?.settle(permission),
  };
}
