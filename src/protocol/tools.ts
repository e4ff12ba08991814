/** How the extension has the language server run a tool that an agent called. */

import { asObject, asString } from './check.ts';
import type { RequestName } from './names.ts';

export interface ToolParams {
  /** `mesh_search`, `mesh_related` or `mesh_communities`. */
  readonly name: string;
  /** As the model wrote it; the server checks it. */
  readonly input: unknown;
}

/** Plain data, so that the extension, which alone can count the model's tokens, cuts it. */
export interface ToolAnswer {
  /** Set where the call was refused: one sentence that the model can read. */
  readonly refused?: string;
  readonly intro: readonly string[];
  /** Best first; without secrets. */
  readonly items: readonly { readonly lines: readonly string[]; readonly text?: string }[];
  /** Secrets that were masked. */
  readonly masked: number;
}

/** The extension hands on the call of a tool. */
export const toolRequest: RequestName<ToolParams, ToolAnswer> = 'meshrag/tool';

/** Checks a call that came over the wire; the input is checked by who runs it. */
export function readToolParams(value: unknown): ToolParams {
  const params = asObject(value, 'params');
  return { name: asString(params.name, 'name', 100), input: params.input };
}
