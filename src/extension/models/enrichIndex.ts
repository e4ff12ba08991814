/**
 * The command Enrich Index…: says what it would take, asks for consent, then has the chosen model read the passages of the workspace, with progress.
 * Cancelling pauses; the command goes on from there. Each request passes the one door for models (`chats.ts`).
 */

import * as vscode from 'vscode';
import {
  type EnrichEstimate,
  type EnrichProgress,
  enrichEstimateRequest,
  enrichProgressNotification,
  enrichProgressParams,
  enrichRequest,
} from '../../protocol/model.ts';
import { check } from '../../protocol/schema.ts';
import type { ServerClient } from '../client/client.ts';
import { textIn } from '../client/strings.ts';
import { count } from '../editor/numbers.ts';
import type { Answerer } from './answerer.ts';
import type { Chats } from './chats.ts';
import type { ModelChoices } from './modelChoice.ts';
import { whyWithheld } from './requests/gate.ts';
import { offerChoice } from './requests/showRequest.ts';
import type { UsableModel } from './usableModel.ts';

export interface EnrichContext {
  readonly client: ServerClient;
  readonly choices: ModelChoices;
  readonly answerer: Answerer;
  readonly chats: Chats;
}

/** Returns how far it came; `undefined` if nothing was to be done or the user did not agree. */
export type EnrichIndex = () => Promise<EnrichProgress | undefined>;

export function createEnrichIndex({ client, choices, answerer, chats }: EnrichContext): EnrichIndex {
  let onProgress: (progress: EnrichProgress) => void = () => undefined;
  let isRunning = false;
  client.onNotification(enrichProgressNotification, (raw) => onProgress(check(enrichProgressParams, raw)));

  async function run(model: UsableModel): Promise<EnrichProgress | undefined> {
    const { t } = vscode.l10n;
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: t('Enriching the index with {0}', model.info.name),
      cancellable: true,
    };
    const looking = { ...options, title: t('Counting what {0} would read', model.info.name) };
    const estimate = await vscode.window.withProgress(looking, (_, token) =>
      client.request(enrichEstimateRequest, { model: model.info.name }, token),
    );
    if (estimate.requests === 0) {
      vscode.window.showInformationMessage(t('{0} has read all {1} passages.', model.info.name, count(estimate.passages)));
      return undefined;
    }
    if (!(await agrees(model, estimate))) return undefined;
    // The dialog has asked for this recipient.
    const { info, withdraw } = chats.offer(model, async () => true);
    let last: EnrichProgress = { passages: estimate.passages, known: estimate.known, enriched: 0, skipped: 0 };
    try {
      return await vscode.window.withProgress(options, async (shown, token) => {
        onProgress = (progress) => {
          const increment = (100 * (progress.enriched + progress.skipped - last.enriched - last.skipped)) / estimate.requests;
          last = progress;
          shown.report({
            message: t('{0} of {1} passages', count(progress.enriched + progress.skipped), count(estimate.requests)),
            increment,
          });
        };
        try {
          const { failure, ...done } = await client.request(enrichRequest, { model: info }, token);
          if (failure !== undefined) throw new Error(textIn(failure));
          const ended = t('{0} passages were enriched, {1} skipped.', count(done.enriched), count(done.skipped));
          vscode.window.showInformationMessage(`${ended} ${t('The retrievers UnWeaver and MS-RAG use them.')}`);
          return done;
        } catch (error) {
          if (!token.isCancellationRequested) throw error;
          offerResume(last);
          return last;
        }
      });
    } finally {
      onProgress = () => undefined;
      withdraw();
    }
  }

  return async () => {
    if (isRunning) throw new Error(vscode.l10n.t('The index is being enriched already.'));
    const withheld = whyWithheld();
    if (withheld !== undefined) throw new Error(withheld);
    const model = await answerer.open(choices.current);
    if (model === undefined) {
      offerChoice();
      return undefined;
    }
    isRunning = true;
    try {
      return await run(model);
    } finally {
      isRunning = false;
    }
  };
}

/** Shows what it would take, and who would receive what. */
async function agrees({ info, recipientName }: UsableModel, estimate: EnrichEstimate): Promise<boolean> {
  const { t } = vscode.l10n;
  const enrich = t('Enrich');
  const choice = await vscode.window.showWarningMessage(
    t('Have {0} read {1} passages of this workspace?', info.name, count(estimate.requests)),
    {
      modal: true,
      detail: [
        t('The text of all of them is sent to {0}, with secrets masked, one request each.', recipientName),
        t('About {0} tokens are sent and {1} received.', count(estimate.tokensSent), count(estimate.tokensReceived)),
        t('MeshRAG does not ask again before it sends excerpts of this workspace there.'),
        t('It can be paused at any time. What it has read is kept beside the index until the index is cleared.'),
      ].join('\n'),
    },
    enrich,
  );
  return choice === enrich;
}

function offerResume({ enriched }: EnrichProgress): void {
  const { t } = vscode.l10n;
  const resume = t('Resume');
  vscode.window.showInformationMessage(t('Paused: {0} passages were enriched.', count(enriched)), resume).then((choice) => {
    if (choice === resume) vscode.commands.executeCommand('meshrag.enrichIndex');
  });
}
