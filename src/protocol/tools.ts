/** Messages for running an agent's tool call on the language server. */

import type { RequestName } from './messageNames.ts';
import { anything, type Infer, object, text } from './schema.ts';

export const toolParams = object({
  /** One of `toolDefinitions`. */
  name: text(100),
  /** As the model wrote it; validated by the server. */
  input: anything,
});
export type ToolParams = Infer<typeof toolParams>;

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
