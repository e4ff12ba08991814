/** A model that can be sent messages, whatever its provider. */

import type { ModelInfo, WireMessage } from '../../protocol/model.ts';

/** How an answer ended. */
export interface ChatEnd {
  /** The model stopped at its limit. */
  readonly isCut: boolean;
}

/** A request as sent, for display. */
export interface ShownRequest {
  /** The destination: a URL, or the editor's provider. */
  readonly to: string;
  /** Header lines; values of secrets are left out. */
  readonly headers: readonly string[];
  readonly body: unknown;
}

export interface UsableModel {
  readonly info: ModelInfo;
  /** The subject of the user's consent: the base URL, or the vendor of an editor's model. */
  readonly recipient: string;
  /** The recipient's display name: a host name, or the vendor. */
  readonly recipientName: string;
  /** Exactly what `chat` sends for these messages. */
  show(messages: readonly WireMessage[]): ShownRequest;
  /** Sends the messages; on abort the connection is closed. Throws an `Error` with a readable message. */
  chat(messages: readonly WireMessage[], signal: AbortSignal): AsyncGenerator<string, ChatEnd | undefined>;
  countTokens?(text: string): Promise<number>;
}
