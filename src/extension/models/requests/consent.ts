/** Asks once per workspace and recipient for consent to send questions, or excerpts too, with all relevant information. */

import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import type { ConsentCard } from '../../../protocol/consent.ts';
import type { PagePart } from '../../../protocol/panels/panelPage.ts';
import { Page } from '../../panels/answer/page.ts';
import type { ShownRequest, UsableModel } from '../usableModel.ts';
import type { ConsentSize, Consents } from './consents.ts';
import { requestWords } from './requestPages.ts';
import { addRequest } from './requestParts.ts';
import type { RequestFacts } from './sentLog.ts';

/** A request that waits for the user's permission. */
export interface PermissionRequest {
  readonly card: ConsentCard;
  /** The exact request. */
  parts(): readonly PagePart[];
}

/** The user's decision; `questions` allows no more than questions to be sent. */
export type Permission = boolean | 'questions';

/**
 * Shows the request to the user and resolves with whether it may be sent. The signal is aborted when the answer no longer matters: the
 * question was stopped, or another request to the same recipient was allowed.
 */
export type AskPermission = (request: PermissionRequest, signal: AbortSignal) => Promise<Permission>;

export interface Consent extends Pick<Consents, 'isGiven' | 'sizeOf'> {
  /** Whether this request may be sent; asks if that is unknown. A `no` is not stored: the next question asks again. */
  request(model: UsableModel, request: ShownRequest, facts: RequestFacts, asked: Asked): Promise<boolean>;
}

/** How the user is asked, and until when. */
export interface Asked {
  /** What the request holds. */
  readonly size: ConsentSize;
  /** Whether the user may allow questions alone: the request is for one. */
  readonly offersQuestions: boolean;
  /** Whether the user wants to be asked although the recipient is allowed. */
  readonly isEach: boolean;
  readonly ask: AskPermission;
  readonly token: vscode.CancellationToken;
}

export function createConsent({ isGiven, sizeOf, give }: Consents): Consent {
  /** The waiting requests, each with its recipient. */
  const waiting = new Map<AbortController, string>();

  async function allow(recipient: string): Promise<void> {
    const kept = give(recipient);
    for (const [over, other] of waiting) if (other === recipient) over.abort();
    await kept;
  }

  return {
    isGiven,
    sizeOf,
    async request({ recipient, recipientName }, request, facts, { size, offersQuestions, isEach, ask, token }) {
      const isAllowed = (): boolean => isGiven(recipient) || sizeOf(recipient) === size;
      if (isAllowed() && !isEach) return true;
      const over = new AbortController();
      const stopping = token.onCancellationRequested(() => over.abort());
      if (!isEach) waiting.set(over, recipient);
      try {
        const card = {
          ...facts,
          id: randomUUID(),
          recipient: recipientName,
          ...(offersQuestions ? { offersQuestions } : {}),
          ...(isEach ? { isLook: true } : {}),
        };
        const parts = (): readonly PagePart[] => {
          const page = new Page();
          addRequest(page, request, requestWords(facts));
          return page.parts;
        };
        const permission = await ask({ card, parts }, over.signal);
        waiting.delete(over);
        if (isEach) return permission === true && isAllowed();
        if (permission === 'questions') await give(recipient, permission);
        else if (permission) await allow(recipient);
        return isAllowed();
      } finally {
        waiting.delete(over);
        stopping.dispose();
      }
    },
  };
}
