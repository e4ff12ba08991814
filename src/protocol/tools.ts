/** Messages for running an agent's tool call on the language server. */

import { asObject, asString } from './check.ts';
import type { RequestName } from './names.ts';

export interface ToolParams {
  /** `mesh_search`, `mesh_related` or `mesh_communities`. */
  readonly name: string;
  /** As the model wrote it; validated by the server. */
  readonly input: unknown;
}

/** Plain data, cut by the extension, which alone can count the model's tokens. */
export interface ToolAnswer {
  /** Set if the call was rejected: one sentence that the model can read. */
  readonly refused?: string;
  readonly intro: readonly string[];
  /** Best first; without secrets. */
  readonly items: readonly { readonly lines: readonly string[]; readonly text?: string }[];
  /** Secrets that were masked. */
  readonly masked: number;
}

/** Passes on a tool call. */
export const toolRequest: RequestName<ToolParams, ToolAnswer> = 'meshrag/tool';

/** Validates a call from the wire; its input is validated by the tool. */
export function readToolParams(value: unknown): ToolParams {
  const params = asObject(value, 'params');
  return { name: asString(params.name, 'name', 100), input: params.input };
}
