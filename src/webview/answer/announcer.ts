/**
 * Announces events to screen readers: that a question is being answered, the sentences of the answer as they arrive, and that it is
 * complete.
 */

import { lookText } from '../../protocol/panels/lookText.ts';
import { isOffered, type PanelTurn, shownTurn } from '../../protocol/panels/panelThread.ts';
import { usedSources } from '../../protocol/places.ts';
import { stateTexts } from '../../protocol/text/stateTexts.ts';
import { t } from '../../protocol/text/translate.ts';
import { count, element } from '../shared/dom.ts';
import { spokenBlock } from './brief.ts';
import type { Drawing } from './drawing.ts';

/** Minimum interval of announcements, which combine sentences, so that one is not cut off by the next. Milliseconds. */
const minIntervalMs = 1500;
/** Quotes that are announced; the rest are read on navigation. */
const maxBlocks = 3;

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
  /** The same thread is announced by another webview. */
  isQuiet = false;

  /** Follows the state of the thread's last turn. */
  follow(on: Drawing, whole: PanelTurn | undefined): void {
    if (!whole) return;
    const turn = shownTurn(whole);
    const isNew = turn.id !== this.#turn || (turn.state === 'asking' && this.#state !== 'asking');
    const changed = isNew || turn.state !== this.#state;
    const news = isOffered(whole)
      ? t('A better answer is here: show it')
      : isFoundFirst(turn)
        ? t('Found by your own words; {0} is asked for others', on.state.model ?? '')
        : '';
    if (news !== this.#news) this.#announce(news);
    this.#news = news;
    // Content that was already there when the panel opened is not announced.
    const isFirst = this.#state === undefined;
    if (isNew) this.#announced = this.#looks = 0;
    this.#turn = turn.id;
    this.#state = turn.state;
    for (const step of turn.looks?.slice(this.#looks) ?? []) this.#announce(lookText(step));
    this.#looks = Math.max(this.#looks, turn.looks?.length ?? 0);
    if (turn.state === 'streaming') this.#announceSentences(turn.text);
    if (!changed || news !== '' || (isFirst && turn.state === 'done')) return;
    if (turn.state === 'asking') this.#announce(t('Looking through the workspace'));
    else if (turn.consent)
      this.#announce(`${t('Waiting for your permission')}. ${t('Send excerpts of this workspace to {0}?', turn.consent.recipient)}`);
    else if (turn.state === 'failed') this.#announce(`${t('The question could not be answered.')} ${turn.error ?? ''}`);
    else if (turn.state === 'stopped') this.#announce(t('Stopped.'));
    else if (turn.state === 'done' && turn.result) {
      const { result } = turn;
      if (result.model !== null) this.#announce(plain(result.answer.slice(this.#announced)));
      else for (const text of [...stateTexts(result), ...result.blocks.slice(0, maxBlocks).map(spokenBlock)]) this.#announce(text);
      if (result.state === 'answer') this.#announce(t('Answered from {0} sources.', count(usedSources(result))));
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
    if (text.trim() === '' || this.isQuiet) return;
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
