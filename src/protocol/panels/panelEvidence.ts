/** What the evidence panel and the extension say to each other. */

import { asInteger, asObject, asString, oneOf } from '../check.ts';
import { type EvidenceResult, readEvidenceResult } from '../evidence.ts';
import { type AskColors, readAskColors, readTellColors, type TellColors } from './colors.ts';
import type { PanelWords } from './panelWords.ts';

/** What the panel shows. */
export type EvidenceState =
  | { readonly view: 'loading' }
  | { readonly view: 'failed'; readonly error: string }
  | { readonly view: 'evidence'; readonly result: EvidenceResult };

/** What the extension sends. */
export type ToEvidence = ShowEvidence | TellColors;

export interface ShowEvidence {
  readonly type: 'show';
  readonly state: EvidenceState;
  readonly words: PanelWords;
  /** What was asked. The panel keeps it as it came, for the time when the window is opened again; it is checked then. */
  readonly asked?: unknown;
}

/** What the panel sends: what the user did. */
export type FromEvidence =
  | { readonly type: 'ready' }
  /** Open one side, at a line of it. */
  | { readonly type: 'open'; readonly side: 'from' | 'to'; readonly line: number }
  | { readonly type: 'retry' }
  | AskColors;

/** Checks a message of the panel; throws where it is not one. */
export function readFromEvidence(value: unknown): FromEvidence {
  const message = asObject(value, 'message');
  if (message.type === 'ready' || message.type === 'retry') return { type: message.type };
  if (message.type === 'colors') return readAskColors(message);
  if (message.type === 'open') {
    return { type: 'open', side: oneOf(message.side, 'side', ['from', 'to']), line: asInteger(message.line, 'line', 1, 1e9) };
  }
  throw new TypeError(`"type" is ${JSON.stringify(message.type)}, which no message of the evidence panel has`);
}

/** Checks a message of the extension; throws where it is not one. */
export function readToEvidence(value: unknown): ToEvidence {
  const message = asObject(value, 'message');
  if (message.type === 'colors') return readTellColors(message);
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
