/** Common handling of our requests: validates parameters, provides a signal, converts errors to LSP errors. */

import { type CancellationToken, type Connection, ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { errorMessage, message, messagesOf } from '../messages/messages.ts';
import type { RequestName } from '../protocol/messageNames.ts';
import type { Failure } from '../protocol/messages.ts';
import { check, type Schema, TooLongError } from '../protocol/schema.ts';
import type { Log } from './session.ts';
import { Cancelled, withSignal } from './signals.ts';

/** Registers the handler of one request. */
export type Answering = <Params, Result>(
  name: RequestName<Params, Result>,
  schema: Schema<Params>,
  run: (params: Params, signal: AbortSignal) => Promise<Result>,
) => void;

/** Every request awaits `before` once its parameters are validated. */
export function createAnswering(connection: Connection, log: Log, before: () => Promise<void>): Answering {
  return (name, schema, run) => {
    connection.onRequest(name, async (raw: unknown, token: CancellationToken): Promise<unknown> => {
      const params = readOrRefuse(name, schema, raw);
      try {
        return await withSignal(token, async (signal) => {
          await before();
          return run(params, signal);
        });
      } catch (error) {
        throw toResponseError(name, error, log);
      }
    });
  };
}

function readOrRefuse<Params>(name: string, schema: Schema<Params>, raw: unknown): Params {
  try {
    return check(schema, raw ?? {});
  } catch (error) {
    const text = `${name}: ${errorMessage(error)}`;
    const what = error instanceof TooLongError ? message('tooLong', name, ...error.arguments) : message('verbatim', text);
    throw new ResponseError<Failure>(ErrorCodes.InvalidParams, text, { messages: [what] });
  }
}

function toResponseError(name: string, error: unknown, log: Log): ResponseError<Failure> {
  if (error instanceof Cancelled) return new ResponseError(LSPErrorCodes.RequestCancelled, error.message);
  log('error', `${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return new ResponseError(LSPErrorCodes.RequestFailed, errorMessage(error), { messages: messagesOf(error) });
}
