/**
 * Announces events to screen readers: that a question is being answered, the sentences of the answer as they arrive, and that it is
 * complete.
 */

import { lookText } from '../../protocol/panels/lookText.ts';
import { isOffered, type PanelTurn, shownTurn } from '../../protocol/panels/panelThread.ts';
import { usedSources } from '../../protocol/places.ts';
import { fill } from '../../protocol/text/serverWords.ts';
import { stateTexts } from '../../protocol/text/stateTexts.ts';
import { count, element } from '../shared/dom.ts';
import { spokenBlock } from './brief.ts';
import type { Drawing } from './drawing.ts';

/** Minimum interval of announcements, which combine sentences, so that one is not cut off by the next. Milliseconds. */
const minIntervalMs = 1500;

export class Announcer {
  readonly element: HTMLElement = element('div', {
    class: 'visuallyHidden',
    role: 'log',
    'aria-live': 'polite',
    'aria-relevant': 'additions',
  });
  #turn = 0;
  #state: PanelTurn['state'] | undefined;
  #announced = 0;
  /** Looks that were announced. */
  #looks = 0;
  /** What was announced beside the state. */
  #news = '';
  #atMs = 0;

  /** Follows the state of the thread's last turn. */
  follow(on: Drawing, whole: PanelTurn | undefined): void {
    if (!whole) return;
    const turn = shownTurn(whole);
    const isNew = turn.id !== this.#turn || (turn.state === 'asking' && this.#state !== 'asking');
    const changed = isNew || turn.state !== this.#state;
    const news = isOffered(whole) ? on.words.offered : isFoundFirst(turn) ? fill(on.words.restating, on.state.model ?? '') : '';
    if (news !== this.#news) this.#announce(news);
    this.#news = news;
    // Content that was already there when the panel opened is not announced.
    const isFirst = this.#state === undefined;
    if (isNew) this.#announced = this.#looks = 0;
    this.#turn = turn.id;
    this.#state = turn.state;
    for (const step of turn.looks?.slice(this.#looks) ?? []) this.#announce(lookText(on.words, step));
    this.#looks = Math.max(this.#looks, turn.looks?.length ?? 0);
    if (turn.state === 'streaming') this.#announceSentences(turn.text);
    if (!changed || news !== '' || (isFirst && turn.state === 'done')) return;
    const { words } = on;
    if (turn.state === 'asking') this.#announce(words.asking);
    else if (turn.consent) this.#announce(`${words.consentWaiting}. ${fill(words.consentTitle, turn.consent.recipient)}`);
    else if (turn.state === 'failed') this.#announce(`${words.failed} ${turn.error ?? ''}`);
    else if (turn.state === 'stopped') this.#announce(words.stopped);
    else if (turn.state === 'done' && turn.result) {
      const { result } = turn;
      if (result.model !== null) this.#announce(plain(result.answer.slice(this.#announced)));
      else
        for (const text of [...stateTexts(words, result), ...result.blocks.map((block) => spokenBlock(words, block))]) this.#announce(text);
      if (result.state === 'answer') this.#announce(fill(words.finished, count(usedSources(result))));
    }
  }

  #announceSentences(text: string): void {
    const nowMs = performance.now();
    if (nowMs - this.#atMs < minIntervalMs) return;
    const end = Math.max(text.lastIndexOf('. '), text.lastIndexOf('.\n'), text.lastIndexOf('\n\n')) + 1;
    if (end <= this.#announced) return;
    this.#atMs = nowMs;
    this.#announce(plain(text.slice(this.#announced, end)));
    this.#announced = end;
  }

  #announce(text: string): void {
    if (text.trim() === '') return;
    this.element.append(element('p', {}, text));
    while (this.element.childElementCount > 20) this.element.firstElementChild?.remove();
  }
}

/** Whether quotes are shown before the model has said more. */
function isFoundFirst({ state, result }: PanelTurn): boolean {
  return state === 'asking' && result !== undefined;
}

function plain(text: string): string {
  return text.replace(/\[\d{1,4}(?:\s*,\s*\d{1,4})*\]|[`*#]/g, '');
}
