/** The panel's only connection: messages to the extension, the sentences of the user's language, and the state that survives a reload. */

import { useTexts } from '../../protocol/text/translate.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;
/** Set by a script of the document. */
declare const meshragTexts: Readonly<Record<string, string>>;

const api = acquireVsCodeApi();
useTexts(meshragTexts);

/** Sends a message to the extension. `Message` is the panel's own type of messages. */
export function send<Message>(message: Message): void {
  api.postMessage(message);
}

/** Stores plain data for restoring the panel after a reload. */
export function keep(state: unknown): void {
  api.setState(state);
}

/** Calls the listener with messages from the extension. Messages of other origins cannot reach a webview, but data is validated anyway. */
export function listen(listener: (message: unknown) => void): void {
  window.addEventListener('message', (event: MessageEvent) => listener(event.data));
}
