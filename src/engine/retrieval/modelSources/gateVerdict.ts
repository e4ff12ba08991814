/** A model's verdicts on candidate gates between modules, an optional source of the systems (`systems/hug/verdicts.ts`). */

/**
 * The kinds of relations, by the evidence for them, strongest first. `cause` has no direction; `causes`, which has one, is a
 * model's.
 */
export const relationKinds = ['calls', 'extends', 'throws', 'imports', 'cause', 'causes'] as const;
export type RelationKind = (typeof relationKinds)[number];

/** Raised with every change of what is asked (systems/enrich/gatePrompt.ts): replies to another prompt are not used. */
export const gatePromptVersion = 1;

/** Direction from the first of two sides to the second, the other way, or both. */
export type Direction = 'forth' | 'back' | 'both';

export interface GateVerdict {
  readonly kind: RelationKind;
  readonly direction: Direction;
}

/** The verdicts on pairs, by one model and prompt. */
export interface GateVerdicts {
  /** Names the model, the prompt and the number of verdicts, so that what is derived from others is never used. */
  readonly version: string;
  /** `null` for a pair that is not related, `undefined` for one that was not judged. */
  get(key: string): GateVerdict | null | undefined;
}

/** Parses a kept verdict; `undefined` if it is not one. */
export function gateVerdictFrom(value: unknown): GateVerdict | undefined {
  const { kind, direction } = (value ?? {}) as { readonly kind?: unknown; readonly direction?: unknown };
  const isDirection = direction === 'forth' || direction === 'back' || direction === 'both';
  return isDirection && relationKinds.includes(kind as RelationKind) ? { kind: kind as RelationKind, direction } : undefined;
}
