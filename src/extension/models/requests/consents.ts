/** The recipients to which the user allows something of this workspace to be sent, and how much. */

import * as vscode from 'vscode';

/** The storage key of each size: recipients of excerpts may receive questions too. */
const keys = { excerpts: 'meshrag.consents', questions: 'meshrag.consents.questions' } as const;
const changed = new vscode.EventEmitter<void>();

/** `questions`: only what the user types, for other words to look for. `excerpts`: also passages of files, to be answered from. */
export type ConsentSize = keyof typeof keys;

export interface Consents {
  /** Whether the user has agreed that this recipient may receive excerpts of this workspace. */
  isGiven(recipient: string): boolean;
  /** What the recipient may receive; undefined if nothing. */
  sizeOf(recipient: string): ConsentSize | undefined;
  give(recipient: string, size?: ConsentSize): Promise<void>;
  /** Revokes every consent of this workspace. */
  withdraw(): Promise<void>;
}

/** Fires when a consent was given or withdrawn. */
export const onDidChangeConsents = changed.event;

export function consentsIn(storage: vscode.Memento): Consents {
  const recipients = (size: ConsentSize): string[] => {
    const kept = storage.get<unknown>(keys[size], []);
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  };
  const isGiven = (recipient: string): boolean => recipients('excerpts').includes(recipient);
  return {
    isGiven,
    sizeOf: (recipient) => (isGiven(recipient) ? 'excerpts' : recipients('questions').includes(recipient) ? 'questions' : undefined),
    async give(recipient, size = 'excerpts') {
      await storage.update(keys[size], [...new Set([...recipients(size), recipient])]);
      changed.fire();
    },
    async withdraw() {
      for (const key of Object.values(keys)) await storage.update(key, undefined);
      changed.fire();
    },
  };
}
