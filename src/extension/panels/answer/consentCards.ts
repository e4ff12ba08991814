/** The cards with which the answer panel asks for permission: brings them into view, and handles their buttons. */

import type { ConsentCard } from '../../../protocol/consent.ts';
import type { ToPanel } from '../../../protocol/panels/panel.ts';
import type { PagePart } from '../../../protocol/panels/panelPage.ts';
import type { AskPermission, Permission } from '../../models/requests/consent.ts';
import type { Conversation } from './conversation.ts';

export interface ConsentCards {
  /** The requests that wait for permission. */
  readonly waiting: readonly ConsentCard[];
  decide(card: string, permission: Permission): void;
  /** Shows the exact request on its card, and returns it. */
  show(card: string): readonly PagePart[];
  /** Asks with the panel in view. */
  inSight(ask: AskPermission): AskPermission;
}

export interface ConsentCardsOptions {
  readonly conversation: Conversation;
  /** Shows the panel without moving the keyboard focus. */
  readonly reveal: () => void;
  readonly post: (message: ToPanel) => void;
}

export function createConsentCards({ conversation, reveal, post }: ConsentCardsOptions): ConsentCards {
  return {
    get waiting() {
      const own = conversation.turns.at(-1)?.consent;
      return [...(own ? [own] : []), ...conversation.state.requests];
    },
    decide: conversation.decide,
    show(card) {
      const parts = conversation.request(card)?.parts() ?? [];
      post({ type: 'request', card, parts });
      return parts;
    },
    inSight: (ask) => (request, signal) => {
      if (!signal.aborted) reveal();
      return ask(request, signal);
    },
  };
}
