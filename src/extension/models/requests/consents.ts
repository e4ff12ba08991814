/** The recipients to which the user allows content of this workspace to be sent. */

import * as vscode from 'vscode';

const key = 'meshrag.consents';
const changed = new vscode.EventEmitter<void>();

export interface Consents {
  /** Whether the user has agreed that this recipient may receive something of this workspace. */
  isGiven(recipient: string): boolean;
  give(recipient: string): Promise<void>;
  /** Revokes every consent of this workspace. */
  withdraw(): Promise<void>;
}

/** Fires when a consent was given or withdrawn. */
export const onDidChangeConsents = changed.event;

export function consentsIn(storage: vscode.Memento): Consents {
  const recipients = (): string[] => {
    const kept = storage.get<unknown>(key, []);
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  };
  const keep = async (kept: readonly string[] | undefined): Promise<void> => {
    await storage.update(key, kept);
    changed.fire();
  };
  return {
    isGiven: (recipient) => recipients().includes(recipient),
    give: (recipient) => keep([...new Set([...recipients(), recipient])]),
    withdraw: () => keep(undefined),
  };
}
