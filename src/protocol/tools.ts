/** Messages for running an agent's tool call on the language server. */

import type { ToolResult } from '../tools/toolResult.ts';
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
export interface ToolAnswer extends ToolResult {
  /** Set if the call was rejected: one sentence that the model can read. */
  readonly refused?: string;
}

/** Passes on a tool call. */
export const toolRequest: RequestName<ToolParams, ToolAnswer> = 'meshrag/tool';
