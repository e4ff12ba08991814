/**
 * The popup of a citation while it is hovered or focused: the place and its lines with highlights. It stays while the pointer is inside,
 * closes on Escape, and is the accessible description of the citation.
 */

import type { PanelItem } from '../../protocol/panels/panel.ts';
import { rangeText, type WirePlace } from '../../protocol/places.ts';
import { element } from '../shared/dom.ts';

const showAfterMs = 150;
const hideAfterMs = 200;
/** Minimum distance between the popup and the edges of the panel, in pixels. */
const margin = 8;

export interface Peek {
  readonly element: HTMLElement;
  /** Attaches a popup for the place to a citation; `ask` requests its excerpt. */
  attach(chip: HTMLElement, item: PanelItem, place: WirePlace, ask: () => void): void;
  /** Sets the requested excerpt, or the reason why there is none. */
  fill(item: PanelItem, excerpt: HTMLElement): void;
  /** Discards all excerpts: from now on the same number may mean another place. */
  forget(): void;
  hide(): void;
}

export function createPeek(): Peek {
  const popup = element('div', { id: 'peek', role: 'tooltip', hidden: true });
  const known = new Map<string, HTMLElement>();
  let shown: { readonly key: string; readonly chip: HTMLElement; readonly place: WirePlace } | undefined;
  let timer: number | undefined;
  /** The hovered citation, since when, and when that was last confirmed, in milliseconds. */
  let pointed = { key: '', sinceMs: 0, seenMs: 0 };

  function later(run: () => void, afterMs: number): void {
    clearTimeout(timer);
    timer = window.setTimeout(run, afterMs);
  }

  /** Streaming text gets new citation elements under a resting pointer: for the user it is the same one all the time. */
  function restMs(key: string): number {
    const nowMs = performance.now();
    const isSame = pointed.key === key && nowMs - pointed.seenMs < hideAfterMs;
    pointed = { key, sinceMs: isSame ? pointed.sinceMs : nowMs, seenMs: nowMs };
    return Math.max(0, pointed.sinceMs + showAfterMs - nowMs);
  }

  function hide(): void {
    clearTimeout(timer);
    shown?.chip.removeAttribute('aria-describedby');
    shown = undefined;
    popup.hidden = true;
  }

  function show(chip: HTMLElement, key: string, place: WirePlace, ask: () => void): void {
    if (!chip.isConnected) return;
    shown?.chip.removeAttribute('aria-describedby');
    shown = { key, chip, place };
    chip.setAttribute('aria-describedby', 'peek');
    if (!known.has(key)) ask();
    draw();
  }

  function draw(): void {
    if (!shown) return;
    const { chip, place, key } = shown;
    const body = known.get(key);
    const heading = element('p', { class: 'peekPlace' }, element('strong', {}, place.path), ` ${rangeText(place)}`);
    popup.replaceChildren(heading, ...(body ? [body] : []));
    popup.hidden = false;
    const at = chip.getBoundingClientRect();
    const { width, height } = popup.getBoundingClientRect();
    const left = Math.max(margin, Math.min(at.left, document.documentElement.clientWidth - width - margin));
    const below = at.bottom + 4;
    const top = below + height + margin > window.innerHeight && at.top - height - 4 > 0 ? at.top - height - 4 : below;
    popup.style.left = `${left}px`;
    popup.style.top = `${top}px`;
  }

  popup.addEventListener('pointerenter', () => clearTimeout(timer));
  popup.addEventListener('pointerleave', () => later(hide, hideAfterMs));
  window.addEventListener('scroll', hide, { passive: true });
  window.addEventListener('resize', hide);

  return {
    element: popup,
    hide,
    attach(chip, item, place, ask) {
      const key = keyOf(item);
      chip.addEventListener('pointerenter', () => later(() => show(chip, key, place, ask), restMs(key)));
      chip.addEventListener('pointerleave', () => later(hide, hideAfterMs));
      chip.addEventListener('focus', () => show(chip, key, place, ask));
      chip.addEventListener('blur', hide);
      chip.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape' || popup.hidden) return;
        event.stopPropagation();
        hide();
      });
    },
    fill(item, excerpt) {
      const key = keyOf(item);
      known.set(key, excerpt);
      if (known.size > 200) known.delete(known.keys().next().value as string);
      if (shown?.key === key) draw();
    },
    forget: () => known.clear(),
  };
}

function keyOf({ turn, list, index }: PanelItem): string {
  return `${turn} ${list} ${index}`;
}
