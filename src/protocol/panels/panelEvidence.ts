/** Messages between the evidence panel and the extension. */

import { connectedPaths, connectParams, evidenceResult } from '../evidence.ts';
import { lineRange } from '../places.ts';
import { anything, type Infer, integer, list, object, oneOf, optional, text, variants } from '../schema.ts';
import { colorsAnswer, colorsQuery } from './colors.ts';

/** The state of the panel: what two places share, or the paths between two ends. */
const evidenceState = variants('view', {
  loading: object({}),
  failed: object({ error: text() }),
  evidence: object({ result: evidenceResult, quoted: optional(lineRange) }),
  paths: object({ ends: connectParams, paths: connectedPaths, notes: list(text()) }),
});
export type EvidenceState = Infer<typeof evidenceState>;

/** Messages to the panel. */
export const toEvidence = variants('type', {
  show: object({
    state: evidenceState,
    /** Names both places, or both ends. */
    title: text(),
    /** The request. The panel keeps it as it came, for restoring after a window reload; it is validated then. */
    asked: anything,
  }),
  colors: colorsAnswer,
});
export type ToEvidence = Infer<typeof toEvidence>;

/** Messages from the panel: the user's actions. */
export const fromEvidence = variants('type', {
  ready: object({}),
  /** Opens one side, at one of its lines. */
  open: object({ side: oneOf(['from', 'to']), line: integer(1, 1e9) }),
  /** Opens a line of a passage of a path; both by their position. */
  openPassage: object({ path: integer(0, 100), passage: integer(0, 100), line: integer(1, 1e9) }),
  retry: object({}),
  colors: colorsQuery,
});
export type FromEvidence = Infer<typeof fromEvidence>;
