/**
 * Syntax colours: code is first drawn as text, its colours are requested, and the text gets spans when they arrive. One request at a time,
 * so a streaming answer never sends requests faster than they are answered; known code is coloured at once.
 */

import { type Colors, type ColorsAnswer, type ColorsQuery, colorClasses, colorLimits } from '../../protocol/panels/colors.ts';
import { send } from './host.ts';

const maxKnown = 300;

const known = new Map<string, Colors>();
/** Code that waits for its colours, with their cache key. */
let waiting: { readonly code: readonly Text[]; readonly key: string; readonly text: string; readonly language: string }[] = [];
let asked: { readonly id: number; readonly keys: readonly string[] } | undefined;
let isPlanned = false;
let lastId = 0;

/**
 * Colours the text of an element, except for `.omission`, which is not code. What follows an omission is coloured by itself: the end of a
 * comment or string may be among the omitted lines.
 */
export function color(element: HTMLElement, language: string): void {
  for (const code of runsOf(element)) colorRun(code, language);
}

function colorRun(code: readonly Text[], language: string): void {
  const text = code.map(({ data }) => data).join('');
  if (language === '' || text.trim() === '' || text.length > colorLimits.text) return;
  const key = `${language}\n${text}`;
  const colors = known.get(key);
  if (colors !== undefined) paint(code, colors);
  else {
    waiting.push({ code, key, text, language });
    plan();
  }
}

/** Applies received colours. */
export function receiveColors({ id, colors }: ColorsAnswer): void {
  if (asked?.id !== id) return;
  for (const [i, key] of asked.keys.entries()) known.set(key, colors[i] ?? []);
  asked = undefined;
  for (const key of [...known.keys()].slice(0, Math.max(0, known.size - maxKnown))) known.delete(key);
  for (const { code, key } of waiting) {
    const found = known.get(key);
    if (found !== undefined && isShown(code)) paint(code, found);
  }
  waiting = waiting.filter(({ key }) => !known.has(key));
  plan();
}

function plan(): void {
  if (isPlanned || asked !== undefined || waiting.length === 0) return;
  isPlanned = true;
  // Current drawing is painted first.
  requestAnimationFrame(() => setTimeout(ask));
}

function ask(): void {
  isPlanned = false;
  waiting = waiting.filter(({ code }) => isShown(code));
  const wanted = [...new Map(waiting.map((one) => [one.key, one])).values()].slice(0, colorLimits.items);
  if (wanted.length === 0) return;
  asked = { id: ++lastId, keys: wanted.map(({ key }) => key) };
  send<ColorsQuery>({ type: 'colors', id: lastId, items: wanted.map(({ text, language }) => ({ text, language })) });
}

function isShown([first]: readonly Text[]): boolean {
  return first?.isConnected === true;
}

function paint(code: readonly Text[], colors: Colors): void {
  let start = 0;
  let i = 0;
  for (const node of code) {
    const { data } = node;
    const end = start + data.length;
    const parts: (Node | string)[] = [];
    let at = start;
    for (; i < colors.length && (colors[i] as number) < end; i += 3) {
      const from = Math.max(colors[i] as number, start);
      const to = Math.min(colors[i + 1] as number, end);
      const span = document.createElement('span');
      span.className = `code-${colorClasses[colors[i + 2] as number]}`;
      span.textContent = data.slice(from - start, to - start);
      parts.push(data.slice(at - start, from - start), span);
      at = to;
      // The rest of it is in the next node.
      if ((colors[i + 1] as number) > end) break;
    }
    if (parts.length > 0) node.replaceWith(...[...parts, data.slice(at - start)].filter((part) => part !== ''));
    start = end;
  }
}

/** The text between omissions. */
function runsOf(element: HTMLElement): Text[][] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const runs: Text[][] = [[]];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (node.parentElement?.closest('.omission')) runs.push([]);
    else runs.at(-1)?.push(node);
  }
  return runs;
}
