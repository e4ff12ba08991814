/** Messages between the evidence panel and the extension. */

import { asInteger, asObject, asString, oneOf } from '../check.ts';
import { type EvidenceResult, readEvidenceResult } from '../evidence.ts';
import { type ColorsAnswer, type ColorsQuery, readColorsAnswer, readColorsQuery } from './colors.ts';
import type { PanelWords } from './panelWords.ts';

/** The state of the panel. */
export type EvidenceState =
  | { readonly view: 'loading' }
  | { readonly view: 'failed'; readonly error: string }
  | { readonly view: 'evidence'; readonly result: EvidenceResult };

/** Messages to the panel. */
export type ToEvidence = ShowEvidence | ColorsAnswer;

export interface ShowEvidence {
  readonly type: 'show';
  readonly state: EvidenceState;
  readonly words: PanelWords;
  /** The request. The panel keeps it as it came, for restoring after a window reload; it is validated then. */
  readonly asked?: unknown;
}

/** Messages from the panel: the user's actions. */
export type FromEvidence =
  | { readonly type: 'ready' }
  /** Opens one side, at one of its lines. */
  | { readonly type: 'open'; readonly side: 'from' | 'to'; readonly line: number }
  | { readonly type: 'retry' }
  | ColorsQuery;

/** Validates a message from the panel; throws if it is invalid. */
export function readFromEvidence(value: unknown): FromEvidence {
  const message = asObject(value, 'message');
  if (message.type === 'ready' || message.type === 'retry') return { type: message.type };
  if (message.type === 'colors') return readColorsQuery(message);
  if (message.type === 'open') {
    return { type: 'open', side: oneOf(message.side, 'side', ['from', 'to']), line: asInteger(message.line, 'line', 1, 1e9) };
  }
  throw new TypeError(`"type" is ${JSON.stringify(message.type)}, which no message of the evidence panel has`);
}

/** Validates a message to the panel; throws if it is invalid. */
export function readToEvidence(value: unknown): ToEvidence {
  const message = asObject(value, 'message');
  if (message.type === 'colors') return readColorsAnswer(message);
  if (message.type !== 'show') throw new TypeError(`"type" is ${JSON.stringify(message.type)}, which no message of the extension has`);
  const state = asObject(message.state, 'state');
  return { type: 'show', state: readState(state), words: asObject(message.words, 'words') as PanelWords, asked: message.asked };
}

function readState(state: Readonly<Record<string, unknown>>): EvidenceState {
  switch (oneOf(state.view, 'view', ['loading', 'failed', 'evidence'])) {
    case 'loading':
      return { view: 'loading' };
    case 'failed':
      return { view: 'failed', error: asString(state.error, 'error') };
    case 'evidence':
      return { view: 'evidence', result: readEvidenceResult(state.result) };
  }
}
