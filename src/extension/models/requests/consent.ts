/** Asks once per workspace and recipient for consent to send excerpts, with all relevant information. */

import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import type { ConsentCard } from '../../../protocol/consent.ts';
import type { ShownRequest, UsableModel } from '../usableModel.ts';
import type { Consents } from './consents.ts';
import type { RequestDocuments } from './requestDocuments.ts';
import type { RequestFacts } from './sentLog.ts';

/** A request that waits for the user's permission. */
export interface PermissionRequest {
  readonly card: ConsentCard;
  /** Opens the exact request as a text in this editor column; it is closed when the request no longer waits. */
  show(column: vscode.ViewColumn): Promise<void>;
}

/**
 * Shows the request to the user and resolves with whether it may be sent. The signal is aborted when the answer no longer matters: the
 * question was stopped, or another request to the same recipient was allowed.
 */
export type AskPermission = (request: PermissionRequest, signal: AbortSignal) => Promise<boolean>;

export interface Consent extends Pick<Consents, 'isGiven'> {
  /** Whether this request may be sent; asks if that is unknown. A `no` is not stored: the next question asks again. */
  request(model: UsableModel, request: ShownRequest, facts: RequestFacts, asked: Asked): Promise<boolean>;
}

/** How the user is asked, and until when. */
export interface Asked {
  readonly ask: AskPermission;
  readonly token: vscode.CancellationToken;
}

export function createConsent({ isGiven, give }: Consents, documents: RequestDocuments): Consent {
  /** The waiting requests, each with its recipient. */
  const waiting = new Map<AbortController, string>();

  async function allow(recipient: string): Promise<void> {
    const kept = give(recipient);
    for (const [over, other] of waiting) if (other === recipient) over.abort();
    await kept;
  }

  return {
    isGiven,
    async request({ recipient, recipientName }, request, facts, { ask, token }) {
      if (isGiven(recipient)) return true;
      const over = new AbortController();
      const close: (() => Promise<void>)[] = [];
      const stopping = token.onCancellationRequested(() => over.abort());
      waiting.set(over, recipient);
      try {
        const card = { ...facts, id: randomUUID(), recipient: recipientName };
        const show = async (column: vscode.ViewColumn): Promise<void> => void close.push(await documents.preview(request, facts, column));
        const isAllowed = await ask({ card, show }, over.signal);
        waiting.delete(over);
        if (isAllowed) await allow(recipient);
        return isGiven(recipient);
      } finally {
        waiting.delete(over);
        stopping.dispose();
        for (const closeOne of close) closeOne();
      }
    },
  };
}
