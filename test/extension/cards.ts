// Decides on the answer panel's permission cards, like a user.
import type { ConsentCard } from '../../src/protocol/consent.ts';
import type { PagePart } from '../../src/protocol/panels/panelPage.ts';
import { whenReady } from './workspace.ts';

export interface Cards {
  /** The cards decided on, in order. */
  readonly seen: ConsentCard[];
  /** The decision for the next ones; `look` runs before it. */
  isAllowed: boolean;
  look?: (request: readonly PagePart[]) => Promise<void> | void;
  /** Stops deciding. */
  stop(): void;
}

/** Decides on each card that appears. */
export async function decideOnCards(isAllowed: boolean): Promise<Cards> {
  const { consent } = await whenReady();
  if (!consent) throw new Error('The extension does not run as under test');
  const cards: Cards = { seen: [], isAllowed, stop: () => clearInterval(timer) };
  const timer = setInterval(async () => {
    const [card] = consent.waiting;
    if (!card || cards.seen.some(({ id }) => id === card.id)) return;
    cards.seen.push(card);
    await cards.look?.(consent.show(card.id));
    consent.decide(card.id, cards.isAllowed);
  }, 20);
  return cards;
}
