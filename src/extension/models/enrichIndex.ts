/**
 * The command Enrich Index…: asks for the subject, shows an estimate, asks for consent, then has the chosen model read the workspace's
 * passages or verify the gates between modules, with progress. Cancelling pauses; running the command again continues. All requests go
 * through `chats.ts`.
 */

import * as vscode from 'vscode';
import {
  type EnrichEstimate,
  type EnrichProgress,
  type EnrichSubject,
  enrichEstimateRequest,
  enrichProgressNotification,
  enrichProgressParams,
  enrichRequest,
} from '../../protocol/model.ts';
import { check } from '../../protocol/schema.ts';
import { t } from '../../protocol/text/translate.ts';
import type { ServerClient } from '../client/client.ts';
import { textIn } from '../client/strings.ts';
import { count } from '../editor/numbers.ts';
import type { Answerer } from './answerer.ts';
import type { Chats } from './chats.ts';
import { type ModelChoices, modelSettings } from './modelChoice.ts';
import type { Consents } from './requests/consents.ts';
import { whyWithheld } from './requests/gate.ts';
import { offerChoice } from './requests/showRequest.ts';
import type { UsableModel } from './usableModel.ts';

export interface EnrichContext {
  readonly client: ServerClient;
  readonly choices: ModelChoices;
  readonly answerer: Answerer;
  readonly chats: Chats;
  readonly consents: Consents;
}

/** Returns how far it came; `undefined` if nothing was to be done or the user did not agree. Without a subject the user is asked. */
export type EnrichIndex = (subject?: unknown) => Promise<EnrichProgress | undefined>;

/** The texts for one subject. */
interface Wording {
  readonly title: string;
  readonly allDone: (total: string) => string;
  readonly question: (requests: string) => string;
  readonly sent: string;
  readonly agree: string;
  readonly progress: (done: string, requests: string) => string;
  readonly ended: (done: string, skipped: string) => string;
  readonly paused: (done: string) => string;
}

/** Who is asked. */
interface Reader {
  /** Shown. */
  readonly name: string;
  /** As the server knows it: of a model its name, of an embedder the endpoint, too. */
  readonly id: string;
  readonly model: UsableModel;
}

function createWording(subject: EnrichSubject, { name, model: { recipientName } }: Reader): Wording {
  if (subject === 'vectors')
    return {
      title: t('Embedding passages with {0}', name),
      allDone: (total) => t('{0} has embedded all {1} passages.', name, total),
      question: (requests) => t('Have {0} embed the passages of this workspace, in {1} requests?', name, requests),
      sent: t('The text of all of them is sent to {0}, with secrets masked, and later each question.', recipientName),
      agree: t('Embed'),
      progress: (done, total) => t('{0} of {1} passages', done, total),
      ended: (done, skipped) =>
        `${t('{0} passages were embedded, {1} skipped.', done, skipped)} ${t('MeshRAG also ranks its first hundred results by them.')}`,
      paused: (done) => t('Paused: {0} passages were embedded.', done),
    };
  if (subject === 'gates')
    return {
      title: t('Verifying gates with {0}', name),
      allDone: (total) => t('{0} has verified all {1} pairs of passages.', name, total),
      question: (requests) => t('Have {0} verify {1} pairs of passages of this workspace?', name, requests),
      sent: t('The text of both is sent to {0}, with secrets masked, one request per pair.', recipientName),
      agree: t('Verify'),
      progress: (done, requests) => t('{0} of {1} pairs', done, requests),
      ended: (done, skipped) => `${t('{0} pairs were verified, {1} skipped.', done, skipped)} ${t('The retriever HugRAG uses them.')}`,
      paused: (done) => t('Paused: {0} pairs were verified.', done),
    };
  return {
    title: t('Enriching the index with {0}', name),
    allDone: (total) => t('{0} has read all {1} passages.', name, total),
    question: (requests) => t('Have {0} read {1} passages of this workspace?', name, requests),
    sent: t('The text of all of them is sent to {0}, with secrets masked, one request per passage.', recipientName),
    agree: t('Enrich'),
    progress: (done, requests) => t('{0} of {1} passages', done, requests),
    ended: (done, skipped) =>
      `${t('{0} passages were enriched, {1} skipped.', done, skipped)} ${t('Hovers of names and the retrievers that read entities use them.')}`,
    paused: (done) => t('Paused: {0} passages were enriched.', done),
  };
}

export function createEnrichIndex({ client, choices, answerer, chats, consents }: EnrichContext): EnrichIndex {
  let onProgress: (progress: EnrichProgress) => void = () => undefined;
  let isRunning = false;
  client.onNotification(enrichProgressNotification, (raw) => onProgress(check(enrichProgressParams, raw)));

  async function run(subject: EnrichSubject, reader: Reader): Promise<EnrichProgress | undefined> {
    const { model } = reader;
    const wording = createWording(subject, reader);
    const options = { location: vscode.ProgressLocation.Notification, title: wording.title, cancellable: true };
    const looking = { ...options, title: t('Counting what {0} would read', reader.name) };
    const estimate = await vscode.window.withProgress(looking, (_, token) =>
      client.request(enrichEstimateRequest, { subject, model: reader.id }, token),
    );
    if (estimate.requests === 0) {
      vscode.window.showInformationMessage(wording.allDone(count(estimate.total)));
      return undefined;
    }
    if (!(await agrees(wording, estimate))) return undefined;
    // The dialog has asked for this recipient.
    if (subject === 'vectors') await consents.give(model.recipient);
    const { info, withdraw } = chats.offer(model, async () => true);
    const all = subject === 'vectors' ? estimate.total - estimate.known : estimate.requests;
    const asked = { subject, ...(subject === 'vectors' ? {} : { model: info }), tokens: estimate.tokensSent };
    let last: EnrichProgress = { total: estimate.total, known: estimate.known, done: 0, skipped: 0 };
    try {
      return await vscode.window.withProgress(options, async (shown, token) => {
        onProgress = (progress) => {
          const increment = (100 * (progress.done + progress.skipped - last.done - last.skipped)) / Math.max(1, all);
          last = progress;
          shown.report({
            message: wording.progress(count(progress.done + progress.skipped), count(all)),
            increment,
          });
        };
        try {
          const { failure, ...done } = await client.request(enrichRequest, asked, token);
          if (failure !== undefined) throw new Error(textIn(failure));
          vscode.window.showInformationMessage(wording.ended(count(done.done), count(done.skipped)));
          return done;
        } catch (error) {
          if (!token.isCancellationRequested) throw error;
          offerResume(subject, wording.paused(count(last.done)));
          return last;
        }
      });
    } finally {
      onProgress = () => undefined;
      withdraw();
    }
  }

  return async (asked) => {
    if (isRunning) throw new Error(t('The index is already being enriched.'));
    const withheld = whyWithheld();
    if (withheld !== undefined) throw new Error(withheld);
    const model = await answerer.open(choices.current);
    if (model === undefined) {
      offerChoice();
      return undefined;
    }
    const subject = asked === 'passages' || asked === 'vectors' || asked === 'gates' ? asked : await chosenSubject();
    if (subject === undefined) return undefined;
    const reader = subject === 'vectors' ? embedderAt(model) : { name: model.info.name, id: model.info.name, model };
    isRunning = true;
    try {
      return await run(subject, reader);
    } finally {
      isRunning = false;
    }
  };
}

/** The embedder of the settings, at the endpoint of the chosen model. Throws a sentence for users. */
function embedderAt(model: UsableModel): Reader {
  const { embedder } = modelSettings();
  if (embedder === '' || !URL.canParse(model.recipient))
    throw new Error(
      t('Choose a model at an endpoint, and name an embedding model of the same endpoint: `embedder` of `meshrag.model.options`.'),
    );
  return { name: embedder, id: `${model.recipient} ${embedder}`, model };
}

async function chosenSubject(): Promise<EnrichSubject | undefined> {
  const items: readonly (vscode.QuickPickItem & { readonly subject: EnrichSubject })[] = [
    {
      subject: 'passages',
      label: t('Read Passages'),
      detail: t('Entities, statements and summaries, for hovers of names, UnWeaver, MS-RAG, TopoRAG and HugRAG'),
    },
    { subject: 'vectors', label: t('Embed Passages'), detail: t('Vectors, by which MeshRAG also ranks its first hundred results') },
    { subject: 'gates', label: t('Verify Gates'), detail: t('Pairs of passages where one uses or causes the other, for HugRAG') },
  ];
  const picked = await vscode.window.showQuickPick(items, { title: t('What should the model do?') });
  return picked?.subject;
}

/** Shows the estimate and the recipient; returns whether the user agrees. */
async function agrees({ question, sent, agree }: Wording, { requests, tokensSent, tokensReceived }: EnrichEstimate): Promise<boolean> {
  const tokens =
    tokensReceived === undefined
      ? t('About {0} tokens are sent.', count(tokensSent))
      : t('About {0} tokens are sent and {1} received.', count(tokensSent), count(tokensReceived));
  const choice = await vscode.window.showWarningMessage(
    question(count(requests)),
    {
      modal: true,
      detail: [
        sent,
        tokens,
        t('MeshRAG will not ask again before it sends excerpts of this workspace there.'),
        t('You can pause at any time. Results are kept next to the index until you clear the index.'),
      ].join('\n'),
    },
    agree,
  );
  return choice === agree;
}

function offerResume(subject: EnrichSubject, paused: string): void {
  const resume = t('Resume');
  vscode.window.showInformationMessage(paused, resume).then((choice) => {
    if (choice === resume) vscode.commands.executeCommand('meshrag.enrichIndex', subject);
  });
}
