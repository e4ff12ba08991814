/** Common handling of our requests: validates parameters, provides a signal, converts errors to LSP errors. */

import { type CancellationToken, type Connection, ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import type { RequestName } from '../protocol/names.ts';
import { messageOf } from './folders.ts';
import type { Log } from './session.ts';
import { Cancelled, withSignal } from './signals.ts';

/** Registers the handler of one request. */
export type Answering = <Params, Result>(
  name: RequestName<Params, Result>,
  read: (raw: unknown) => Params,
  run: (params: Params, signal: AbortSignal) => Promise<Result>,
) => void;

/** Every request awaits `before` once its parameters are validated. */
export function createAnswering(connection: Connection, log: Log, before: () => Promise<void>): Answering {
  return (name, read, run) => {
    connection.onRequest(name, async (raw: unknown, token: CancellationToken): Promise<unknown> => {
      const params = readOrRefuse(name, read, raw);
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

function readOrRefuse<Params>(name: string, read: (raw: unknown) => Params, raw: unknown): Params {
  try {
    return read(raw);
  } catch (error) {
    throw new ResponseError(ErrorCodes.InvalidParams, `${name}: ${messageOf(error)}`);
  }
}

function toResponseError(name: string, error: unknown, log: Log): ResponseError<void> {
  if (error instanceof Cancelled) return new ResponseError(LSPErrorCodes.RequestCancelled, error.message);
  log('error', `${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return new ResponseError(LSPErrorCodes.RequestFailed, messageOf(error));
}
