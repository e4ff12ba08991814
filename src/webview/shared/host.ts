/** The panel's only way out: messages to the extension, and the state that survives a reload. */

interface VsCodeApi {
  postMessage(message: unknown): void;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();

/** Sends a message to the extension. `Message` is the panel's own type of messages. */
export function send<Message>(message: Message): void {
  api.postMessage(message);
}

/** Keeps plain data for the time when the window is opened again. */
export function keep(state: unknown): void {
  api.setState(state);
}

/** Calls the listener with what the extension sends. Messages of other origins do not reach a webview's window, but data is checked anyway. */
export function listen(listener: (message: unknown) => void): void {
  window.addEventListener('message', (event: MessageEvent) => listener(event.data));
}
