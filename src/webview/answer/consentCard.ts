/** A request that waits for the user's permission: what is sent where, the exact request, and the decision. */

import type { ConsentCard } from '../../protocol/consent.ts';
import { fill } from '../../protocol/text/serverWords.ts';
import { count, element, icon } from '../shared/dom.ts';
import { button } from '../shared/toolkit.ts';
import type { Drawing } from './drawing.ts';

/** Of a request to restate a question, with its reply: measured on recorded ones (`bench/quality/replies.ts`), rounded up. */
const questionTokens = 300;

/** Id of the element for the exact request of a card. */
export function requestId(card: string): string {
  return `request-${card}`;
}

export function consentCard({ words, send }: Drawing, card: ConsentCard): HTMLElement {
  const { id, question, recipient, model, sources, tokens, earlier, leftOut, masked, offersQuestions = false, isLook = false } = card;
  const title = `consent-${id}`;
  const facts = [
    fill(words.consentModel, model),
    fill(words.consentContent, count(sources), count(tokens)),
    fill(words.consentEarlier, count(earlier)),
    ...(leftOut > 0 ? [fill(words.consentLeftOut, count(leftOut))] : []),
    fill(words.consentMasked, count(masked)),
  ];
  const sizes = [fill(words.consentExcerpts, count(tokens)), fill(words.consentQuestionsMeans, count(questionTokens))];
  const questions = (): HTMLElement => button(words.consentQuestions, () => send({ type: 'permitQuestions', card: id }), true);
  const decide = (label: string, isAllowed: boolean): HTMLElement =>
    button(label, () => send({ type: 'permit', card: id, send: isAllowed }), !isAllowed);
  const request = element('div', { id: requestId(id), class: 'request text' });
  const show = element('details', { class: 'more' }, element('summary', {}, icon('chevron'), words.consentShow), request);
  show.addEventListener('toggle', () => show.open && request.childElementCount === 0 && send({ type: 'showRequest', card: id }));
  return element(
    'section',
    // Focusable itself, so that it can receive the focus without further typing pressing a button.
    { class: 'consent', role: 'group', 'aria-labelledby': title, tabindex: -1 },
    question !== undefined && element('p', { class: 'asked' }, question),
    element('h3', { id: title }, fill(words.consentTitle, recipient)),
    element('ul', {}, ...facts.map((fact) => element('li', {}, fact))),
    ...(offersQuestions ? sizes.map((size) => element('p', { class: 'note' }, size)) : []),
    element('p', { class: 'note' }, isLook ? words.consentLook : words.consentOnce),
    element('p', { class: 'buttons' }, decide(words.consentSend, true), offersQuestions && questions(), decide(words.consentRefuse, false)),
    show,
  );
}
