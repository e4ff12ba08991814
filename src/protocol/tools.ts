/** Messages for running an agent's tool call on the language server. */

import type { RequestName } from './messageNames.ts';
import { anything, type Infer, integer, object, optional, text } from './schema.ts';

export const toolParams = object({
  /** One of `toolDefinitions`. */
  name: text(100),
  /** As the model wrote it; validated by the server. */
  input: anything,
  /** Where the model has less room than a page takes. */
  maxCharacters: optional(integer(100, 100_000)),
});
export type ToolParams = Infer<typeof toolParams>;

export interface ToolAnswer {
  readonly text: string;
  /** Set if the call was rejected: one sentence that the model can read. */
  readonly refused?: string;
}

/** Passes on a tool call. */
export const toolRequest: RequestName<ToolParams, ToolAnswer> = 'meshrag/tool';
