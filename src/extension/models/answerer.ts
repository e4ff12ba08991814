/**
 * Answers questions for every part of the extension that shows answers: the panel, threads under a line, the chat. Selects the model, asks
 * the server, and passes on events.
 */

import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { type AnswerEvent, answerEventNotification, answerEventParams } from '../../protocol/answer.ts';
import type { AskResult, RestatedQuestion, SearchResult, WirePlace, WireTurn } from '../../protocol/places.ts';
import { check } from '../../protocol/schema.ts';
import { type AskParams, askRequest, type SearchParams, searchRequest } from '../../protocol/server.ts';
import { stateTexts } from '../../protocol/text/stateTexts.ts';
import { t } from '../../protocol/text/translate.ts';
import type { ServerClient } from '../client/client.ts';
import { textIn } from '../client/strings.ts';
import type { Chats } from './chats.ts';
import { editorModel } from './editorModel.ts';
import { endpointModel } from './endpointModel.ts';
import { type ModelChoice, type ModelChoices, modelSettings } from './modelChoice.ts';
import type { AskPermission, Consent } from './requests/consent.ts';
import type { ConsentSize } from './requests/consents.ts';
import { isOffline, whyWithheld } from './requests/gate.ts';
import { offerTrust, whyRestricted } from './requests/trust.ts';
import type { Secrets } from './secrets.ts';
import type { UsableModel } from './usableModel.ts';

/** One of the editor's models, or `none`. */
type WishedModel = vscode.LanguageModelChat | 'none';

/** A question and its options. */
export interface AnswerQuery {
  readonly question: string;
  /** The selection, taken into account when ranking. */
  readonly context?: string;
  /** The lines that the question is about: they are not its answer. */
  readonly about?: WirePlace;
  /** URIs of files or folders; absent means the whole workspace. */
  readonly scope?: readonly string[];
  /** URI of a file: it and what is related to it are preferred. */
  readonly near?: string;
  /** Earlier questions and answers, oldest first. */
  readonly turns?: readonly WireTurn[];
  /** What is looked for as well, in place of what the model would say. */
  readonly restated?: RestatedQuestion;
  /** Number of sources, 1 to 100; 20 by default. */
  readonly limit?: number;
  /** One of the editor's models, or `none` for quotes alone; by default the user's choice for this workspace. */
  readonly model?: WishedModel;
  /** Asks the user for permission before the first request to a recipient. */
  readonly askPermission: AskPermission;
}

export interface Answerer extends vscode.Disposable {
  /** Name of the model chosen for this workspace; undefined if answers are quoted. */
  readonly modelName: string | undefined;
  /** Fires when another model is chosen. */
  readonly onDidChangeModel: vscode.Event<void>;
  /**
   * Answers the question. `onEvent` receives events while a model answers. Rejects with a readable error if the model or the server fails,
   * and on cancellation, which closes the connection to the model. If nothing may be sent (offline, Restricted Mode, no consent) the answer
   * is quoted, and its `notice` gives the reason.
   */
  answer(query: AnswerQuery, onEvent?: (event: AnswerEvent) => void, token?: vscode.CancellationToken): Promise<AskResult>;
  /**
   * Searches for a query. If it is a question and questions may be sent to the model without asking, it is restated; where that fails, `notes`
   * say why.
   */
  search(query: Pick<SearchParams, 'query' | 'limit'>, model: WishedModel, token: vscode.CancellationToken): Promise<SearchResult>;
  /** Opens the chosen model; undefined for `none`. Throws if it is no longer available. */
  open(choice: ModelChoice): Promise<UsableModel | undefined>;
}

export interface AnswererOptions {
  readonly client: ServerClient;
  readonly choices: ModelChoices;
  readonly secrets: Secrets;
  readonly chats: Chats;
  readonly consent: Pick<Consent, 'sizeOf'>;
}

const defaultLimit = 20;

export function createAnswerer({ client, choices, secrets, chats, consent }: AnswererOptions): Answerer {
  const listeners = new Map<string, (event: AnswerEvent) => void>();
  client.onNotification(answerEventNotification, (raw) => {
    const { stream, event } = check(answerEventParams, raw);
    listeners.get(stream)?.(event);
  });

  let hasOffered = false;
  /** Each answer shows it too; repeated notifications would be intrusive. */
  function offerOnce(why: string): void {
    if (!hasOffered) offerTrust(why);
    hasOffered = true;
  }

  async function open(choice: ModelChoice): Promise<UsableModel | undefined> {
    if (choice.kind === 'none') return undefined;
    if (choice.kind === 'endpoint') return endpointModel(choice, secrets);
    const [found] = await vscode.lm.selectChatModels({ vendor: choice.vendor, id: choice.id });
    if (!found) throw new Error(t('VS Code no longer offers {0}. Choose another model.', choice.name));
    return editorModel(found);
  }

  async function answerBy(model: UsableModel, params: AskParams, { askPermission, onEvent, token }: Asker): Promise<AskResult> {
    const stream = randomUUID();
    let decidedMs: number | undefined;
    const { info, withdraw } = chats.offer(model, async (request, signal) => {
      const isAllowed = await askPermission(request, signal);
      decidedMs = performance.now();
      return isAllowed;
    });
    listeners.set(stream, (event) => onEvent(event.kind === 'quoted' ? { ...event, result: worded(event.result) } : event));
    try {
      const ask = (size: ConsentSize | undefined) =>
        client.request(askRequest, { ...params, ...allowedBy(size), model: info, stream }, token);
      const size = consent.sizeOf(model.recipient);
      const first = await ask(size);
      // The user has just allowed questions alone.
      const isSmaller = size === undefined && consent.sizeOf(model.recipient) === 'questions';
      const result = isSmaller ? await ask('questions') : first;
      // The user's time to decide is not counted.
      return decidedMs === undefined ? result : { ...result, ms: performance.now() - decidedMs };
    } finally {
      listeners.delete(stream);
      withdraw();
    }
  }

  return {
    get modelName() {
      const choice = choices.current;
      return choice.kind === 'none' ? undefined : choice.kind === 'editor' ? choice.name : choice.model;
    },
    onDidChangeModel: choices.onDidChange,
    open,
    async answer(query, onEvent = () => undefined, token) {
      const { model: wished, question, context, about, scope, near, turns, restated, limit = defaultLimit, askPermission } = query;
      const params = { question, context, about, scope, near, turns, restated, limit };
      // An explicit request also restarts a server that had stopped for good.
      await client.start();
      const isNone = wished === 'none' || (wished === undefined && choices.current.kind === 'none');
      const withheld = isNone ? undefined : whyWithheld();
      if (isNone || withheld !== undefined) {
        const why = isNone || isOffline() ? undefined : whyRestricted();
        if (why !== undefined) offerOnce(why);
        const quoted = await client.request(askRequest, params, token);
        if (withheld === undefined) return worded(quoted);
        return worded({ ...quoted, notice: withheld, ...(why === undefined ? {} : { isRestricted: true }) });
      }
      const model = typeof wished === 'object' ? editorModel(wished) : await open(choices.current);
      const asked =
        model === undefined ? client.request(askRequest, params, token) : answerBy(model, params, { askPermission, onEvent, token });
      return worded(await asked);
    },
    async search(query, wished, token) {
      const model = wished === 'none' || whyWithheld() !== undefined ? undefined : editorModel(wished);
      if (model === undefined || consent.sizeOf(model.recipient) === undefined) return client.request(searchRequest, query, token);
      const { info, withdraw } = chats.offer(model, async () => false);
      try {
        const { maxRestateSeconds } = modelSettings();
        return await client.request(searchRequest, { ...query, model: info, maxRestateSeconds }, token);
      } finally {
        withdraw();
      }
    },
    dispose() {
      listeners.clear();
    },
  };
}

/** Before the user has agreed, the model is not asked to restate a question: the permission is for the request that answers it. */
export function allowedBy(size: ConsentSize | undefined): Pick<AskParams, 'mayRestate' | 'maxRestateSeconds' | 'writes'> {
  const { maxRestateSeconds } = modelSettings();
  return { mayRestate: size !== undefined, maxRestateSeconds, writes: size !== 'questions' };
}

/**
 * The answer in the user's language: a message in place of quotes, its notes as part of the notice that every view shows, its lead, and the
 * headings of its listings as subjects.
 */
function worded(result: AskResult): AskResult {
  const { notes = [], notice, lead, found, model } = result;
  const notices = [...(notice === undefined ? [] : [notice]), ...(notes.length === 0 ? [] : [textIn(notes)])];
  return {
    ...result,
    ...(found || model !== null ? {} : { answer: stateTexts(result).join(' ') }),
    blocks: result.blocks.map((block) => (block.heading === undefined ? block : { ...block, subject: textIn([block.heading]) })),
    ...(notices.length === 0 ? {} : { notice: notices.join(' ') }),
    ...(lead === undefined ? {} : { summary: textIn(lead) }),
  };
}

/** The pending question. */
interface Asker {
  readonly askPermission: AskPermission;
  readonly onEvent: (event: AnswerEvent) => void;
  readonly token: vscode.CancellationToken | undefined;
}
