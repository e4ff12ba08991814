/** Answers by one of the editor's models: composed and checked here, sent and streamed there. */

import { LookRefused } from '../../engine/answer/written/languageModel.ts';
import { maxSentTurns } from '../../engine/answer/written/prompt.ts';
import type { Message } from '../../engine/message.ts';
import { type AnswerEvent, answerEventNotification, type PreviewedRequest, type RequestPreview } from '../../protocol/answer.ts';
import type { ModelInfo } from '../../protocol/model.ts';
import type { AskResult, LookStep, SearchResult, WireTurn, WrittenAnswer as WireWritten } from '../../protocol/places.ts';
import type { AskParams } from '../../protocol/server.ts';
import { t } from '../../protocol/text/translate.ts';
import { type AskEvent, askModel, givenSources, type ModelAskOptions, type WrittenAnswer } from '../../service/ask/askModel.ts';
import { askRestated, searchRestated } from '../../service/ask/askRestated.ts';
import { rehearse } from '../../service/ask/rehearsal.ts';
import type { RestateOptions } from '../../service/ask/restated.ts';
import { lookInto } from '../../service/tools/lookInto.ts';
import type { ToolContext } from '../../service/tools/toolContext.ts';
import type { AskAnswer } from '../../service/types/results.ts';
import { type HostModel, type HostModels, Withheld } from '../hostModel.ts';
import { type Session, sessionConversion } from '../session.ts';
import { toAskResult, toSearchResult, toSources } from './convert.ts';
import { LookSteps } from './lookSteps.ts';
import { toWire } from './wire.ts';

/** The options of the question, and the model. */
export interface ModelAsked {
  readonly params: AskParams;
  readonly info: ModelInfo;
  /** Without the turns of the thread: which of them are sent is decided later. */
  readonly options: Omit<ModelAskOptions, 'turns'>;
  /** Number of indexed files. */
  readonly files: number;
}

/** The written answer; quotes with a notice if nothing was sent. Rethrows the model's errors. */
export async function answerByHostModel(session: Session, models: HostModels, asked: ModelAsked): Promise<AskResult> {
  const { service } = session;
  const { params, info, options, files } = asked;
  const { turns, leftOut } = turnsToSend(session, params);
  const steps = new LookSteps((looks) => notify(session, params, { kind: 'looks', looks }));
  const model = models.model(info, leftOut, (id) => steps.sent(id));
  const denial = t('The sources do not say.');
  let failure: readonly Message[] = [];
  const onEvent = (event: AskEvent): void => {
    if (event.kind === 'restated') failure = event.failure ?? [];
    if (event.kind === 'look') steps.add(event.looked);
    else follow(event, session, asked);
  };
  try {
    if (params.writes === false) return await quotedByHostModel(session, model, asked, turns);
    const looks = lookInto(lookContext(session, options));
    const answer = await askModel(service, model, params.question, { ...options, turns, looks, denial }, onEvent);
    return {
      ...toAskResult(withNotes(answer, failure), files, sessionConversion(session), options),
      written: toWritten(answer, model.sent, steps.all),
    };
  } catch (error) {
    if (!(error instanceof Withheld) && !(error instanceof LookRefused)) throw error;
    return { ...(await quoteAsIs(session, asked)), notice: error.message };
  }
}

/** Quotes for the question as the model restates it, which gets nothing else. */
async function quotedByHostModel(session: Session, model: HostModel, asked: ModelAsked, turns: readonly WireTurn[]): Promise<AskResult> {
  const { params, options, files } = asked;
  const onEvent = (event: AskEvent): void => follow(event, session, asked);
  const { failure = [], ...answer } = await askRestated(session.service, model, params.question, { ...options, turns }, onEvent);
  return toAskResult(withNotes(answer, failure), files, sessionConversion(session), options);
}

/** Quotes for the question as it is, without any request. */
async function quoteAsIs(session: Session, { params, options, files }: ModelAsked): Promise<AskResult> {
  const quoted = await session.service.ask(params.question, { ...options, embedder: undefined });
  return toAskResult(quoted, files, sessionConversion(session), options);
}

/** An answer with further notes, such as why the question could not be restated. */
function withNotes<T extends Pick<AskAnswer, 'notes'>>(answer: T, more: readonly Message[]): T {
  return more.length === 0 ? answer : { ...answer, notes: [...(answer.notes ?? []), ...more] };
}

/** Places for a question, which the model may restate. */
export async function searchByHostModel(
  session: Session,
  models: HostModels,
  info: ModelInfo,
  query: string,
  options: RestateOptions,
): Promise<SearchResult> {
  const { failure, ...found } = await searchRestated(session.service, models.model(info), query, options);
  return toSearchResult(withNotes(found, failure ?? []), sessionConversion(session));
}

/** The requests that a question would take, without sending any. */
export async function previewRequests(
  session: Session,
  models: HostModels,
  { params, info, options }: Omit<ModelAsked, 'files'>,
): Promise<RequestPreview> {
  const { turns, leftOut } = turnsToSend(session, params);
  const { certain, possible } = await rehearse(session.service, models.model(info), params.question, {
    ...options,
    turns,
    looks: lookInto(lookContext(session, options)),
    writes: params.writes,
  });
  const requests = certain.map((one): PreviewedRequest => {
    return 'texts' in one ? { ...one, sources: one.texts.length, earlier: 0, leftOut: 0, masked: 0 } : { ...one, leftOut };
  });
  return { requests, possible, ...(options.embedder === undefined ? {} : { embedder: options.embedder.name }) };
}

/** What a model may look at: what the question is asked of. */
function lookContext({ service, folders }: Session, options: ModelAskOptions): ToolContext {
  return { service, folders: folders.names, retriever: options, ...(options.scope === undefined ? {} : { within: options.scope }) };
}

/** The last turns of the thread without those that quote a file that has changed since, and the number of the latter. */
function turnsToSend({ service, uris }: Session, { turns = [] }: AskParams): { turns: readonly WireTurn[]; leftOut: number } {
  const recent = turns.slice(-maxSentTurns);
  const kept = recent.filter(({ quoted }) =>
    quoted.every(({ uri, fileHash }) => {
      const file = uris.toPath(uri);
      return file !== undefined && service.isUnchanged(file, fileHash);
    }),
  );
  return { turns: kept, leftOut: recent.length - kept.length };
}

function notify({ connection }: Session, { stream }: AskParams, event: AnswerEvent): void {
  if (stream !== undefined) connection.sendNotification(answerEventNotification, { stream, event });
}

function follow(event: AskEvent, session: Session, asked: ModelAsked): void {
  const { params } = asked;
  const send = (event: AnswerEvent): void => notify(session, params, event);
  if (event.kind === 'text') send(event);
  else if (event.kind === 'citation') send({ kind: 'citation', citation: toWire(event.citation, sessionConversion(session)) });
  else if (event.kind === 'prompt') {
    const { masked, tokens } = event.prompt;
    const sources = givenSources(event.pool, event.prompt.sources);
    send({ kind: 'sources', sources: toSources(sources, params.question, sessionConversion(session)), masked, tokens });
  } else if (event.kind === 'restated') {
    if (event.restated) send({ kind: 'restated', restated: toWire(event.restated, sessionConversion(session)) });
  } else if (event.kind === 'request' && event.request.purpose === 'restate' && params.stream !== undefined) {
    // What fails here fails for the question itself, too.
    void quoteAsIs(session, asked).then(
      (result) => send({ kind: 'quoted', result }),
      () => undefined,
    );
  }
}

function toWritten({ written }: WrittenAnswer, sent: string | undefined, looks: readonly LookStep[]): WireWritten {
  const { sources, unsupported, unknown, disarmed, masked, isCut } = written;
  const known = { given: sources.length, unsupported, unknown, disarmed, masked, isCut };
  return { ...known, ...(sent === undefined ? {} : { sent }), ...(looks.length === 0 ? {} : { looks }) };
}
