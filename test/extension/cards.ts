// The cards of the answer panel that ask for permission, decided on as a person does.
import type { ConsentCard } from '../../src/protocol/consent.ts';
import { whenReady } from './workspace.ts';

export interface Cards {
  /** Those that were decided on, in order. */
  readonly seen: ConsentCard[];
  /** What is decided on the next ones; `look` is done before. */
  isAllowed: boolean;
  look?: (show: () => Promise<void>) => Promise<void>;
  /** Leaves cards alone again. */
  stop(): void;
}

/** Decides on each card that comes. */
export async function decideOnCards(isAllowed: boolean): Promise<Cards> {
  const { consent } = await whenReady();
  if (!consent) throw new Error('The extension does not run as under test');
  const cards: Cards = { seen: [], isAllowed, stop: () => clearInterval(timer) };
  const timer = setInterval(async () => {
    const [card] = consent.waiting;
    if (!card || cards.seen.some(({ id }) => id === card.id)) return;
    cards.seen.push(card);
    await cards.look?.(() => consent.show(card.id));
    consent.decide(card.id, cards.isAllowed);
  }, 20);
  return cards;
}
