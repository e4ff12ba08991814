/** The store of a folder whose index does not outlive the process. */

import type { Message } from '../engine/message.ts';
import type { IndexStore } from './store.ts';

/** A store that keeps nothing. `messages` explain why, if the user should know. */
export function createMemoryStore(messages?: readonly Message[]): IndexStore {
  let basis: string | undefined;
  return {
    status: () => ({ messages, isFollowing: false }),
    basis: () => basis,
    *read() {
      yield;
      return { rows: [], saved: [] };
    },
    commit: (change) => {
      basis = change.basis ?? basis;
    },
    isDue: () => false,
    *save() {},
    isBehind: () => false,
    news: () => ({ kind: 'nothing' }),
    clear: () => {
      basis = undefined;
    },
    sizeBytes: () => 0,
    close: () => undefined,
  };
}
