/** A request that waits for the user's permission: what is sent where, the exact request, and the decision. */

import type { ConsentCard } from '../../protocol/consent.ts';
import { t } from '../../protocol/text/translate.ts';
import { count, element, icon } from '../shared/dom.ts';
import { button } from '../shared/toolkit.ts';
import type { Drawing } from './drawing.ts';

/** Of a request to restate a question, with its reply: measured on recorded ones (`bench/quality/replies.ts`), rounded up. */
const questionTokens = 300;

/** Id of the element for the exact request of a card. */
export function requestId(card: string): string {
  return `request-${card}`;
}

export function consentCard({ send }: Drawing, card: ConsentCard): HTMLElement {
  const { id, question, recipient, model, sources, tokens, earlier, leftOut, masked, offersQuestions = false, isLook = false } = card;
  const title = `consent-${id}`;
  const facts = [
    t('Model: {0}', model),
    t('Your question and {0} excerpts, about {1} tokens', count(sources), count(tokens)),
    t('Earlier questions included, with answers: {0}', count(earlier)),
    ...(leftOut > 0 ? [t('Earlier questions left out because quoted files changed: {0}', count(leftOut))] : []),
    t('Masked secrets: {0}', count(masked)),
  ];
  const sizes = [
    t(
      '“Send”: a model writes the answer from excerpts, and may look for more; up to five requests per question, the first about {0} tokens.',
      count(tokens),
    ),
    t(
      '“Only my questions”: a model suggests other search terms, and answers are quoted; one request per question, about {0} tokens, nothing from files.',
      count(questionTokens),
    ),
  ];
  const questions = (): HTMLElement => button(t('Only my questions'), () => send({ type: 'permitQuestions', card: id }), true);
  const decide = (label: string, isAllowed: boolean): HTMLElement =>
    button(label, () => send({ type: 'permit', card: id, send: isAllowed }), !isAllowed);
  const request = element('div', { id: requestId(id), class: 'request text' });
  const show = element('details', { class: 'more' }, element('summary', {}, icon('chevron'), t('Show the exact request')), request);
  show.addEventListener('toggle', () => show.open && request.childElementCount === 0 && send({ type: 'showRequest', card: id }));
  return element(
    'section',
    // Focusable itself, so that it can receive the focus without further typing pressing a button.
    { class: 'consent', role: 'group', 'aria-labelledby': title, tabindex: -1 },
    question !== undefined && element('p', { class: 'asked' }, question),
    element('h3', { id: title }, t('Send excerpts of this workspace to {0}?', recipient)),
    element('ul', {}, ...facts.map((fact) => element('li', {}, fact))),
    ...(offersQuestions ? sizes.map((size) => element('p', { class: 'note' }, size)) : []),
    element(
      'p',
      { class: 'note' },
      isLook
        ? t('The model has looked for more. As you have set, you are asked before each such request.')
        : t('You will be asked once per workspace and recipient. Every request is kept in a log on this machine.'),
    ),
    element('p', { class: 'buttons' }, decide(t('Send'), true), offersQuestions && questions(), decide(t('Don’t send'), false)),
    show,
  );
}
