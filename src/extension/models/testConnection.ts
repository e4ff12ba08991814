/** Tests the chosen model with two words, none of them from the workspace, and shows what is wrong if it does not answer. */

import * as vscode from 'vscode';
import { t } from '../../protocol/text/translate.ts';
import { messageOf } from '../client/strings.ts';
import { duration } from '../editor/numbers.ts';
import type { Answerer } from './answerer.ts';
import type { ModelChoices } from './modelChoice.ts';
import { isOffline } from './requests/gate.ts';
import type { SentLog } from './requests/sentLog.ts';
import { offerTrust, whyRestricted } from './requests/trust.ts';
import type { UsableModel } from './usableModel.ts';

const messages = [{ role: 'user', content: 'Say OK.' }] as const;

/** Resolves with whether the model answered; shows the result in a notification. */
export async function testConnection(choices: ModelChoices, answerer: Answerer, sent: SentLog): Promise<boolean> {
  const choose = t('Choose model');
  const warn = async (text: string): Promise<false> => {
    // Not awaited: the test is over whether or not it is read.
    vscode.window.showErrorMessage(text, choose).then((choice) => {
      if (choice === choose) vscode.commands.executeCommand('meshrag.chooseModel');
    });
    return false;
  };
  if (choices.current.kind === 'none') return warn(t('No model is chosen: answers are quoted from the sources.'));
  if (isOffline()) return warn(t('MeshRAG is set to offline (meshrag.offline).'));
  const why = whyRestricted();
  if (why !== undefined) {
    offerTrust(why);
    return false;
  }
  try {
    const model = await answerer.open(choices.current);
    if (!model) return false;
    const title = t('Asking {0} at {1}', model.info.name, model.recipientName);
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    const firstMs = await vscode.window.withProgress(options, (_, token) => ask(model, sent, token));
    if (firstMs === undefined) return false;
    const text = t('{0} at {1} answers; the first word came after {2}.', model.info.name, model.recipientName, duration(firstMs));
    vscode.window.showInformationMessage(text);
    return true;
  } catch (error) {
    return warn(messageOf(error));
  }
}

/** Milliseconds to the first piece; undefined if the user stopped it. */
async function ask(model: UsableModel, sent: SentLog, token: vscode.CancellationToken): Promise<number | undefined> {
  const stop = new AbortController();
  token.onCancellationRequested(() => stop.abort(new vscode.CancellationError()));
  await sent.add({ ...model.show(messages), model: model.info.name, sources: 0, earlier: 0, leftOut: 0, masked: 0, tokens: 3 });
  const startedMs = performance.now();
  let firstMs: number | undefined;
  try {
    for await (const _ of model.chat(messages, stop.signal)) firstMs ??= performance.now() - startedMs;
  } catch (error) {
    if (token.isCancellationRequested) return undefined;
    throw error;
  }
  return firstMs ?? performance.now() - startedMs;
}
