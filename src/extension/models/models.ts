/** Assembles everything about models: the choice, permissions, the log, and the commands. */

import * as vscode from 'vscode';
import type { WireTurn } from '../../protocol/places.ts';
import { check, hasField, object, optional, text } from '../../protocol/schema.ts';
import { t } from '../../protocol/text/translate.ts';
import type { ServerClient } from '../client/client.ts';
import { storageDirectory } from '../client/configuration.ts';
import { createSharedIndex } from '../client/sharedIndex.ts';
import type { Pages } from '../panels/answer/pages.ts';
import { type Answerer, createAnswerer } from './answerer.ts';
import { createChats } from './chats.ts';
import { chooseModel } from './chooseModel.ts';
import { answerEmbeddings } from './embeddings.ts';
import { createEnrichIndex } from './enrichIndex.ts';
import { createModelChoices, type ModelChoice } from './modelChoice.ts';
import { createConsent } from './requests/consent.ts';
import { consentsIn } from './requests/consents.ts';
import { createRequestPages } from './requests/requestPages.ts';
import { createSentLog } from './requests/sentLog.ts';
import { showRequest } from './requests/showRequest.ts';
import { createSecrets } from './secrets.ts';
import { setSecret } from './setSecret.ts';
import { testConnection } from './testConnection.ts';

export interface Models extends vscode.Disposable {
  readonly answerer: Answerer;
  /** By identifier. */
  readonly commands: Readonly<Record<string, (argument?: unknown) => unknown>>;
}

/**
 * @param turns of the thread that a question would continue.
 * @param pages of the answer panel, which is made after the models.
 */
export function createModels(
  context: vscode.ExtensionContext,
  client: ServerClient,
  log: vscode.LogOutputChannel,
  turns: () => readonly WireTurn[],
  pages: () => Pages,
): Models {
  const choices = createModelChoices(context.workspaceState);
  const secrets = createSecrets(context);
  const sent = createSentLog(storageDirectory(context).fsPath);
  const requests = createRequestPages(sent, pages);
  const consents = consentsIn(context.workspaceState);
  const consent = createConsent(consents);
  const shared = createSharedIndex({ context, client, consents, secrets });
  const chats = createChats({ client, consent, sent, log });
  const answerer = createAnswerer({ client, choices, secrets, chats, consent });
  answerEmbeddings({ client, choices, secrets, consent, sent });
  const enrichIndex = createEnrichIndex({ client, choices, answerer, chats, consents });
  return {
    answerer,
    commands: {
      'meshrag.enrichIndex': enrichIndex,
      // Returns the name of the choice for callers of the command.
      'meshrag.chooseModel': async (argument) => choiceName(await chooseModel(choices, secrets, context.extension, argument)),
      'meshrag.testModel': () => testConnection(choices, answerer, sent),
      'meshrag.setSecret': () => setSecret(secrets),
      'meshrag.showRequest': (argument) => showRequest({ client, choices, answerer, chats, requests, consent, turns }, argument),
      'meshrag.showSent': (argument) => requests.showSent(idIn(argument)),
      'meshrag.clearSent': async () => {
        await sent.clear();
        await requests.cleared();
        vscode.window.setStatusBarMessage(t('The log of what was sent is now empty'), 4000);
      },
      'meshrag.withdrawConsent': async () => {
        await consents.withdraw();
        vscode.window.setStatusBarMessage(t('MeshRAG will ask again before it sends anything from this workspace'), 4000);
      },
    },
    dispose() {
      choices.dispose();
      answerer.dispose();
      shared.dispose();
    },
  };
}

function choiceName(choice: ModelChoice | undefined): string | undefined {
  if (choice === undefined || choice.kind === 'none') return choice?.kind;
  return choice.kind === 'editor' ? choice.name : choice.model;
}

function idIn(argument: unknown): string | undefined {
  if (!hasField(argument, 'id')) return undefined;
  return check(object({ id: optional(text(100)) }), argument).id;
}
