/** The cards with which the answer panel asks for permission: brings them into view, and handles their buttons. */

import type * as vscode from 'vscode';
import type { ConsentCard } from '../../../protocol/consent.ts';
import type { AskPermission, Permission } from '../../models/requests/consent.ts';
import type { Conversation } from './conversation.ts';

export interface ConsentCards {
  /** The requests that wait for permission. */
  readonly waiting: readonly ConsentCard[];
  decide(card: string, permission: Permission): void;
  /** Opens the exact request beside the panel. */
  show(card: string): Promise<void>;
  /** Asks with the panel in view. */
  inSight(ask: AskPermission): AskPermission;
}

export interface ConsentCardsOptions {
  readonly conversation: Conversation;
  /** Shows the panel without moving the keyboard focus. */
  readonly reveal: () => void;
  /** The column for a text beside the panel. */
  readonly columnBeside: () => vscode.ViewColumn;
}

export function createConsentCards({ conversation, reveal, columnBeside }: ConsentCardsOptions): ConsentCards {
  return {
    get waiting() {
      const own = conversation.turns.at(-1)?.consent;
      return [...(own ? [own] : []), ...conversation.state.requests];
    },
    decide: conversation.decide,
    show: async (card) => conversation.request(card)?.show(columnBeside()),
    inSight: (ask) => (request, signal) => {
      if (!signal.aborted) reveal();
      return ask(request, signal);
    },
  };
}
