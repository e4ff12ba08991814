/** The requests that wait for the user's permission, each by the name of its card. Knows nothing of the editor. */

import type { AskPermission, PermissionRequest } from '../../models/requests/consent.ts';

export interface Permissions {
  /** Resolves with what the user decides; with false when the signal fires. */
  readonly wait: AskPermission;
  find(card: string): PermissionRequest | undefined;
  /** Does nothing where the request no longer waits. */
  decide(card: string, isAllowed: boolean): void;
}

export function createPermissions(): Permissions {
  const waiting = new Map<string, { readonly request: PermissionRequest; readonly settle: (isAllowed: boolean) => void }>();
  return {
    async wait(request, signal) {
      const { promise, resolve: settle } = Promise.withResolvers<boolean>();
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
    decide: (card, isAllowed) => waiting.get(card)?.settle(isAllowed),
  };
}
