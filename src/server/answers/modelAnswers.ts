/** Answers by one of the editor's models: composed and checked here, sent and streamed there. */

import { LookRefused } from '../../engine/answer/written/languageModel.ts';
import { maxSentTurns } from '../../engine/answer/written/prompt.ts';
import { type AnswerEvent, answerEventNotification, type PreviewedRequest, type RequestPreview } from '../../protocol/answer.ts';
import type { ModelInfo } from '../../protocol/model.ts';
import type { AskResult, LookStep, WireTurn, WrittenAnswer as WireWritten } from '../../protocol/places.ts';
import type { AskParams } from '../../protocol/server.ts';
import { type AskEvent, askModel, givenSources, type ModelAskOptions, type WrittenAnswer } from '../../service/ask/askModel.ts';
import { askRestated } from '../../service/ask/askRestated.ts';
import { rehearse } from '../../service/ask/rehearsal.ts';
import { lookInto } from '../../service/tools/lookInto.ts';
import type { ToolContext } from '../../service/tools/toolContext.ts';
import { type HostModel, type HostModels, Withheld } from '../hostModel.ts';
import { type Session, sessionConversion } from '../session.ts';
import { toAskResult, toSources } from './convert.ts';
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
  try {
    if (params.writes === false) return await quotedByHostModel(session, model, asked, turns);
    const send = (event: AskEvent): void => (event.kind === 'look' ? steps.add(event.looked) : follow(event, session, params));
    const answer = await askModel(
      service,
      model,
      params.question,
      { ...options, turns, find: lookInto(lookContext(session, options)), denial: session.clientOptions.words.notInSources },
      send,
    );
    return { ...toAskResult(answer, files, sessionConversion(session), options), written: toWritten(answer, model.sent, steps.all) };
  } catch (error) {
    if (!(error instanceof Withheld) && !(error instanceof LookRefused)) throw error;
    const quoted = await service.ask(params.question, { ...options, embedder: undefined });
    return { ...toAskResult(quoted, files, sessionConversion(session), options), notice: error.message };
  }
}

/** Quotes for the question as the model restates it, which gets nothing else. */
async function quotedByHostModel(
  session: Session,
  model: HostModel,
  { params, options, files }: ModelAsked,
  turns: readonly WireTurn[],
): Promise<AskResult> {
  const { failure = [], notes = [], ...answer } = await askRestated(session.service, model, params.question, { ...options, turns });
  return toAskResult({ ...answer, notes: [...notes, ...failure] }, files, sessionConversion(session), options);
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
    find: lookInto(lookContext(session, options)),
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

function follow(event: AskEvent, session: Session, params: AskParams): void {
  const send = (event: AnswerEvent): void => notify(session, params, event);
  if (event.kind === 'text') send(event);
  else if (event.kind === 'citation') send({ kind: 'citation', citation: toWire(event.citation, sessionConversion(session)) });
  else if (event.kind === 'prompt') {
    const { masked, tokens } = event.prompt;
    const sources = givenSources(event.pool, event.prompt.sources);
    send({ kind: 'sources', sources: toSources(sources, params.question, sessionConversion(session)), masked, tokens });
  }
}

function toWritten({ written }: WrittenAnswer, sent: string | undefined, looks: readonly LookStep[]): WireWritten {
  const { sources, unsupported, unknown, disarmed, masked, isCut } = written;
  const known = { given: sources.length, unsupported, unknown, disarmed, masked, isCut };
  return { ...known, ...(sent === undefined ? {} : { sent }), ...(looks.length === 0 ? {} : { looks }) };
}
