/** Schema of the server's messages, worded by the extension. */

import type { Message } from '../engine/message.ts';
import { type Infer, list, number, object, type Schema, text } from './schema.ts';

const value: Schema<string | number | Message> = (given, path) => {
  if (typeof given === 'string') return anyText(given, path);
  return typeof given === 'number' ? number(given, path) : message(given, path);
};
const anyText = text();
export const message: Schema<Message> = object({ code: text(1000), arguments: list(value, 10) });

export const messages = list(message, 100);

/** The data of a response with an error. */
export const failure = object({ messages });
export type Failure = Infer<typeof failure>;
