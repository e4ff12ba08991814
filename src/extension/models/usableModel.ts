/** A model that messages can be sent to, whoever offers it. */

import type { ModelInfo, WireMessage } from '../../protocol/model.ts';

/** How an answer ended. */
export interface ChatEnd {
  /** The model stopped at its limit. */
  readonly isCut: boolean;
}

/** A request as it leaves, for those who want to see it. */
export interface ShownRequest {
  /** Where it goes: a URL, or the editor's provider. */
  readonly to: string;
  /** Header lines; the values of secrets are left out. */
  readonly headers: readonly string[];
  readonly body: unknown;
}

export interface UsableModel {
  readonly info: ModelInfo;
  /** Whom the user lets it be sent to: the base URL, or the vendor of an editor's model. Consent is kept under it. */
  readonly recipient: string;
  /** The recipient as a person knows it: a host name, or the vendor. */
  readonly recipientName: string;
  /** Exactly what `chat` sends for these messages. */
  show(messages: readonly WireMessage[]): ShownRequest;
  /** Sends the messages; when the signal fires the connection is closed. Throws an `Error` with a sentence for people. */
  chat(messages: readonly WireMessage[], signal: AbortSignal): AsyncGenerator<string, ChatEnd | undefined>;
  countTokens?(text: string): Promise<number>;
}
