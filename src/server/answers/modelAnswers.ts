/** Answers by one of the editor's models: composed and checked here, sent and streamed there. */

import { maxSentTurns, preparePrompt } from '../../engine/index.ts';
import { type AnswerEvent, answerEventNotification, type RequestPreview } from '../../protocol/answer.ts';
import type { ModelInfo } from '../../protocol/model.ts';
import type { AskResult, WireTurn, WrittenAnswer as WireWritten } from '../../protocol/places.ts';
import type { AskParams } from '../../protocol/server.ts';
import { type AskEvent, askModel, givenSources, type ModelAskOptions, type WrittenAnswer } from '../../service/ask/askModel.ts';
import { type HostModel, type HostModels, Withheld } from '../hostModel.ts';
import { conversionOf, type Session } from '../session.ts';
import { toAskResult, toSources, toWireCitation } from './convert.ts';

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
  const model = models.model(info);
  const { turns, leftOut } = turnsToSend(session, params);
  try {
    const send = (event: AskEvent): void => follow(event, { model, leftOut }, session, params);
    const answer = await askModel(service, model, params.question, { ...options, turns }, send);
    return { ...toAskResult(answer, files, conversionOf(session), options), written: toWritten(answer, model.sent) };
  } catch (error) {
    if (!(error instanceof Withheld)) throw error;
    const quoted = await service.ask(params.question, { ...options, embedder: undefined });
    return { ...toAskResult(quoted, files, conversionOf(session), options), notice: error.message };
  }
}

/**
 * A preview of the request, without sending anything. A follow-up is completed with the names of its thread, since nothing may be sent to
 * rewrite it, and what a model has read is compared by words, since no question may be embedded.
 */
export async function previewOf(
  session: Session,
  models: HostModels,
  { params, info, options }: Omit<ModelAsked, 'files'>,
): Promise<RequestPreview> {
  const { turns, leftOut } = turnsToSend(session, params);
  const { chunks } = await session.service.pool(params.question, { ...options, embedder: undefined });
  const asked = { question: params.question, turns, chunks };
  const { messages, sources, earlier, masked, tokens } = await preparePrompt(models.model(info), asked, undefined, options.signal);
  return { messages, sources: sources.length, earlier, leftOut, masked, tokens };
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

interface Sending {
  readonly model: HostModel;
  readonly leftOut: number;
}

function follow(event: AskEvent, { model, leftOut }: Sending, session: Session, { stream, question }: AskParams): void {
  const send = (event: AnswerEvent): void => {
    if (stream !== undefined) session.connection.sendNotification(answerEventNotification, { stream, event });
  };
  if (event.kind === 'text') send(event);
  else if (event.kind === 'citation') send({ kind: 'citation', citation: toWireCitation(event.citation, conversionOf(session)) });
  else if (event.kind === 'judge') model.about = { purpose: 'judge', earlier: 0, leftOut: 0, ...event.facts };
  else {
    const { masked, tokens, earlier } = event.prompt;
    const sources = event.kind === 'prompt' ? givenSources(event.pool, event.prompt.sources) : [];
    model.about = { purpose: event.kind === 'prompt' ? 'answer' : 'rewrite', sources: sources.length, earlier, leftOut, masked, tokens };
    if (event.kind === 'prompt') send({ kind: 'sources', sources: toSources(sources, question, conversionOf(session)), masked, tokens });
  }
}

function toWritten({ written }: WrittenAnswer, sent: string | undefined): WireWritten {
  const { sources, unsupported, unknown, disarmed, masked, isCut, rewritten } = written;
  const known = { given: sources.length, unsupported, unknown, disarmed, masked, isCut };
  return { ...known, ...(sent === undefined ? {} : { sent }), ...(rewritten === undefined ? {} : { rewritten }) };
}
