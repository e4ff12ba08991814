/**
 * Answers questions for everything in the extension that shows answers: the panel, the chat, the tools. Finds out which model is to
 * write the answer, asks the server, and hands on what happens meanwhile.
 */

import * as vscode from 'vscode';
import type { AnswerEvent } from '../../protocol/answer.ts';
import type { AskResult, WireTurn } from '../../protocol/places.ts';
import { askRequest } from '../../protocol/server.ts';
import type { ServerClient } from '../client.ts';

/** What is to be answered, and by whom. */
export interface AnswerWish {
  readonly question: string;
  /** The selection, taken into account when ranking. */
  readonly context?: string;
  /** URIs of files or folders; absent means the whole workspace. */
  readonly scope?: readonly string[];
  /** What was asked and answered before, the oldest first. */
  readonly turns?: readonly WireTurn[];
  /** Number of sources, 1 to 100; 20 where absent. */
  readonly limit?: number;
  /** One of the editor's models, `none` for quotes alone; what the user chose for this workspace where absent. */
  readonly model?: vscode.LanguageModelChat | 'none';
}

export interface Answerer extends vscode.Disposable {
  /** Name of the model that the user chose for this workspace; undefined where answers are quoted. */
  readonly modelName: string | undefined;
  /** Fires when another model was chosen. */
  readonly onDidChangeModel: vscode.Event<void>;
  /**
   * Answers the question. `onEvent` hears what a model says while it says it. Rejects with a sentence for people where the model or the
   * server fails, and when the token fires; stopping closes the connection to the model.
   */
  answer(wish: AnswerWish, onEvent?: (event: AnswerEvent) => void, token?: vscode.CancellationToken): Promise<AskResult>;
}

const defaultLimit = 20;

export function createAnswerer({ client }: { readonly client: ServerClient }): Answerer {
  const changed = new vscode.EventEmitter<void>();
  return {
    modelName: undefined,
    onDidChangeModel: changed.event,
    answer: ({ question, context, scope, turns, limit = defaultLimit }, _onEvent, token) =>
      client.request(askRequest, { question, context, scope, turns, limit }, token),
    dispose: () => changed.dispose(),
  };
}
