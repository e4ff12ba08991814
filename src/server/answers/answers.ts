/** Handlers of our own requests. */

import nodePath from 'node:path';
import type { Message } from '../../engine/message.ts';
import { visible } from '../../engine/text/visible.ts';
import { MessageError, message } from '../../messages/messages.ts';
import { previewRequest } from '../../protocol/answer.ts';
import { driftRequest } from '../../protocol/drift.ts';
import { connectParams, connectRequest, evidenceParams, excerptParams } from '../../protocol/evidence.ts';
import { figuresRequest, paperReportRequest } from '../../protocol/figures.ts';
import { impactParams, impactRequest, nameFactsParams, nameFactsRequest, whyParams, whyRequest } from '../../protocol/impact.ts';
import { mapInsideRequest, mapRequest, mapUsesParams, mapUsesRequest } from '../../protocol/map.ts';
import { colorsParams, colorsRequest } from '../../protocol/panels/colors.ts';
import type { WirePlace } from '../../protocol/places.ts';
import {
  type AskParams,
  askParams,
  askRequest,
  clearRequest,
  communitiesRequest,
  communityParams,
  communityRequest,
  evidenceRequest,
  examplesRequest,
  excerptRequest,
  exportParams,
  exportRequest,
  type FolderParams,
  folderParams,
  importRequest,
  maskedRequest,
  pauseRequest,
  rebuildRequest,
  relatedParams,
  relatedRequest,
  reportRequest,
  resumeRequest,
  searchParams,
  searchRequest,
  transferParams,
} from '../../protocol/server.ts';
import { mapRanges } from '../../protocol/text/rangeMapping.ts';
import { toolParams, toolRequest } from '../../protocol/tools.ts';
import {
  closenessParams,
  closenessRequest,
  linkTargetParams,
  linkTargetRequest,
  outlineParams,
  outlineRequest,
  overviewRequest,
  partParams,
  partRequest,
  topicsRequest,
} from '../../protocol/treeRows.ts';
import { communityList, communityPassages } from '../../service/treeRows/communityRows.ts';
import { folderSummaries, outlineRows, partCommunities, partFiles, placeAt } from '../../service/treeRows/overviewRows.ts';
import type { FileRange } from '../../service/types/results.ts';
import { shownBefore } from '../documents.ts';
import { answerEnrichment } from '../enrichment.ts';
import { createHostEmbedders } from '../hostEmbedder.ts';
import { createHostModels } from '../hostModel.ts';
import { type Answering, createAnswering } from '../requests.ts';
import { fileInFolder, pathsOf, relatedAt, type Session, sessionConversion, sessionRetriever } from '../session.ts';
import type { StatusNotifier } from '../status.ts';
import { communityProximity } from './communityProximity.ts';
import { toAskResult, toEvidence, toExcerpt, toFolderDetails, toRelated, toSearchResult } from './convert.ts';
import { exampleQuestions } from './examples.ts';
import { toMap, toMapInside, toMapUses } from './map.ts';
import { answerByHostModel, previewRequests, searchByHostModel } from './modelAnswers.ts';
import { answerTool } from './tools.ts';
import { answerTyping } from './typing.ts';
import { toWire, toWirePlace } from './wire.ts';
import { toFigures } from './wireFigures.ts';

const noParams = () => ({});

/** Registers a handler for every request of `protocol/server.ts`. */
export function answerRequests(session: Session, status: StatusNotifier): void {
  // A question that follows a configuration uses its folders.
  const answer = createAnswering(session.connection, session.log, () => session.folders.settled());
  answerQuestions(session, status, answer);
  answerTyping(session, answer);
  answerViews(session, status, answer);
  answerCommands(session, status, answer);
}

function answerQuestions(session: Session, status: StatusNotifier, answer: Answering): void {
  const { service, clientOptions } = session;
  const scopeOf = (scope: readonly string[] | undefined) => scope && pathsOf(session, scope);
  const whereOf = ({ scope, near }: Pick<AskParams, 'scope' | 'near'>) => ({
    scope: scopeOf(scope),
    near: near && pathsOf(session, [near])[0],
  });
  const models = createHostModels(session.connection);
  const embedders = createHostEmbedders(session.connection, () => session.service.hasVectors());
  const retrieverFor = async (system = clientOptions.system) => ({
    ...(await sessionRetriever(session, system)),
    embedder: await embedders.for(system),
  });
  const optionsOf = async (params: AskParams, signal: AbortSignal) => {
    const { context, limit, turns = [], restated, mayRestate, maxRestateSeconds, system } = params;
    const about = params.about && rangeOf(session, params.about);
    const earlier = turns.map((turn) => turn.question);
    const restating = { restated, mayRestate, maxRestateSeconds };
    return { ...(await retrieverFor(system)), context, about, earlier, ...restating, limit, ...whereOf(params), signal };
  };
  answer(askRequest, askParams, async (params, signal) => {
    const { question, model } = params;
    const options = await optionsOf(params, signal);
    const files = status.reports().reduce((sum, report) => sum + report.files, 0);
    if (model !== undefined) return answerByHostModel(session, models, { params, info: model, options, files });
    return toAskResult(await service.ask(question, options), files, sessionConversion(session), options);
  });
  answer(previewRequest, askParams, async (params, signal) => {
    if (params.model === undefined) throw new RangeError('"model" is missing: without a model nothing is sent');
    return previewRequests(session, models, { params, info: params.model, options: await optionsOf(params, signal) });
  });
  answerEnrichment(session, models, embedders, answer);
  answer(searchRequest, searchParams, async ({ query, system, scope, near, model, ...more }, signal) => {
    const options = { ...(await retrieverFor(system)), ...more, ...whereOf({ scope, near }), signal };
    if (model !== undefined) return searchByHostModel(session, models, model, query, options);
    const found = await service.search(query, options);
    return toSearchResult(found, sessionConversion(session));
  });
  answer(excerptRequest, excerptParams, async ({ place, ...options }) => {
    const text = await session.documents.unsavedText(place.uri);
    return toExcerpt(service.excerpt(await rangeNow(session, place, text), { ...options, text }), place.path);
  });
  answer(evidenceRequest, evidenceParams, async ({ from, question, to }, signal) => {
    const options = { ...(await retrieverFor()), from: from && rangeOf(session, from), question, signal };
    return toEvidence(await service.evidence(rangeOf(session, to), options), question, sessionConversion(session));
  });
  answer(relatedRequest, relatedParams, async ({ limit, ...at }, signal) => {
    return toRelated(await relatedAt(session, at, { limit }, signal), sessionConversion(session));
  });
  answer(connectRequest, connectParams, async ({ from, to }, signal) => {
    const answered = await service.connect(from, to, { ...(await retrieverFor()), signal });
    const conversion = sessionConversion(session);
    const files = answered.ends.flatMap(({ file }) => (file === undefined ? [] : toWire(file, conversion)));
    const notes = (await Promise.all(files.map(({ uri, path }) => unsavedNotes(session, uri, path)))).flat();
    return toWire({ paths: answered.paths, notes: [...answered.notes, ...notes] }, conversion);
  });
  answer(impactRequest, impactParams, async ({ place, name, maxDepth }, signal) => {
    const file = place && pathsOf(session, [place.uri])[0];
    const asked = file === undefined || place?.line === undefined ? file : `${file}:${place.line + 1}`;
    const answered = await service.impact(asked ?? name, { name, maxDepth, signal });
    const notes = place === undefined || file === undefined ? [] : await unsavedNotes(session, place.uri, file);
    return toWire({ ...answered, notes: [...notes, ...answered.notes] }, sessionConversion(session));
  });
  answer(nameFactsRequest, nameFactsParams, async ({ name }, signal) => ({
    facts: toWire(await service.nameFacts(name, signal), sessionConversion(session)),
  }));
  answer(whyRequest, whyParams, async ({ place, name, isBrief }, signal) => {
    const file = place && pathsOf(session, [place.uri])[0];
    const line = place?.line === undefined ? undefined : place.line + 1;
    const at = file === undefined || line === undefined ? undefined : { file, line };
    const asked = name ?? (at === undefined ? file : `${at.file}:${at.line}`);
    if (asked === undefined) throw new RangeError('"place" and "name" are missing, one is expected');
    return toWire(await service.why(asked, { at, isBrief, signal }), sessionConversion(session));
  });
  answer(toolRequest, toolParams, (params, signal) => answerTool(session, params, signal));
  answer(examplesRequest, noParams, async (_, signal) => ({ questions: await exampleQuestions(service, signal) }));
}

/** Says that a file has unsaved changes. */
async function unsavedNotes({ documents }: Session, uri: string, path: string): Promise<readonly Message[]> {
  return (await documents.unsavedText(uri)) === undefined ? [] : [message('unsaved', JSON.stringify(path))];
}

function answerViews(session: Session, status: StatusNotifier, answer: Answering): void {
  const { service, clientOptions } = session;
  answer(communitiesRequest, noParams, async (_, signal) => toWire(await communityList(service, signal), sessionConversion(session)));
  answer(communityRequest, communityParams, async ({ id }, signal) => {
    return toWire(await communityPassages(service, id, signal), sessionConversion(session));
  });
  answer(closenessRequest, closenessParams, async ({ uri, line }, signal) => {
    const file = session.uris.toPath(uri);
    if (file === undefined) return { closeness: {}, here: [] };
    return communityProximity(await service.communities(undefined, signal), file, line + 1, session.uris);
  });
  answer(overviewRequest, noParams, async (_, signal) => ({
    folders: toWire(await folderSummaries(service, signal), sessionConversion(session)),
  }));
  answer(partRequest, partParams, async ({ id }, signal) => ({
    files: toWire(await partFiles(service, id, signal), sessionConversion(session)),
  }));
  answer(topicsRequest, partParams, async ({ id }, signal) => ({
    topics: toWire(await partCommunities(service, id, signal), sessionConversion(session)),
  }));
  answer(outlineRequest, outlineParams, async ({ uri }, signal) => {
    const file = fileInFolder(session, uri);
    return {
      entries: file === undefined ? [] : toWire(await outlineRows(service, file.folder, file.path, signal), sessionConversion(session)),
    };
  });
  answer(linkTargetRequest, linkTargetParams, async ({ uri, target }, signal) => {
    const from = fileInFolder(session, uri);
    const found = from && (await service.linkTarget(from.folder, from.path, target, signal));
    if (from === undefined || found === undefined) return {};
    return { place: toWirePlace(placeAt(from.folder, found.path, found.line), sessionConversion(session)) };
  });
  answer(mapRequest, noParams, async (_, signal) =>
    toMap(await service.overview(undefined, signal), await service.fileUses(signal), sessionConversion(session)),
  );
  answer(mapInsideRequest, partParams, async ({ id }, signal) =>
    toMapInside(id, await service.overview(undefined, signal), await service.fileUses(signal), sessionConversion(session)),
  );
  answer(mapUsesRequest, mapUsesParams, async ({ from, to }, signal) =>
    toMapUses([from, to], await service.overview(undefined, signal), await service.fileUses(signal), sessionConversion(session)),
  );
  answer(figuresRequest, noParams, async (_, signal) =>
    toFigures(await service.sketches(signal), await service.communities(undefined, signal), sessionConversion(session)),
  );
  answer(paperReportRequest, noParams, async (_, signal) => {
    const reports = await service.paperReports(signal);
    const title = (folder: string): string => (reports.length > 1 ? `${session.folders.names.get(folder) ?? folder}\n\n` : '');
    return { text: visible(reports.map(({ folder, text }) => `${title(folder)}${text}`).join('\n')) };
  });
  answer(colorsRequest, colorsParams, async ({ items }) => {
    // The grammars are loaded on first use.
    const { highlight } = await import('./highlighter.ts');
    return { colors: items.map(highlight) };
  });
  answer(driftRequest, noParams, async (_, signal) => {
    const answers = await service.drift(undefined, { signal });
    return { folders: toWire(answers, sessionConversion(session)).map(({ mentions, missing }) => ({ mentions, missing })) };
  });
  answer(maskedRequest, noParams, async (_, signal) => ({
    folders: (await service.masked(undefined, signal)).map(({ folder, places }) => ({
      uri: sessionConversion(session).uris.toUri(folder),
      places: places.map((place) => ({ ...place, path: visible(place.path) })),
    })),
  }));
  answer(reportRequest, noParams, async () => ({
    folders: status.reports().map((report) => toFolderDetails(report, sessionConversion(session))),
    paused: clientOptions.paused,
    node: process.versions.node,
    memoryBytes: process.memoryUsage().rss,
  }));
}

function answerCommands(session: Session, status: StatusNotifier, answer: Answering): void {
  const { service, clientOptions } = session;
  answer(rebuildRequest, folderParams, (params) => eachFolder(session, params, (folder) => service.rebuild(folder)));
  answer(exportRequest, exportParams, async ({ folder, directory, withReplies }, signal) => {
    if (!nodePath.isAbsolute(directory)) throw new MessageError(message('notOnDisk', directory));
    const exported = await service.exportIndex(openFolder(session, folder), directory, { withReplies, signal });
    const { files, writtenBytes, repliesLeftOut } = exported;
    return { files, writtenBytes, repliesLeftOut };
  });
  answer(importRequest, transferParams, async ({ folder, directory }) => {
    const { same, analysed } = await service.importIndex(openFolder(session, folder), directory);
    return { same, analysed };
  });
  answer(clearRequest, folderParams, (params) => eachFolder(session, params, (folder) => service.clear(folder)));
  const setPaused = async (paused: boolean): Promise<null> => {
    clientOptions.paused = paused;
    if (paused) service.pause();
    else service.resume();
    status.notify();
    return null;
  };
  answer(pauseRequest, noParams, () => setPaused(true));
  answer(resumeRequest, noParams, () => setPaused(false));
}

async function eachFolder(session: Session, { folder }: FolderParams, run: (folder: string) => Promise<void>): Promise<null> {
  const { names } = session.folders;
  const failures: unknown[] = [];
  // A failure of one folder does not stop the others.
  for (const path of folder === undefined ? [...names.keys()] : pathsOf(session, [folder])) {
    if (!names.has(path)) throw new MessageError(message('notOpen', folder ?? path));
    await run(path).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  return null;
}

/** The path of an open folder. */
function openFolder(session: Session, folder: string): string {
  const [path] = pathsOf(session, [folder]);
  if (path === undefined || !session.folders.names.has(path)) throw new MessageError(message('notOpen', folder));
  return path;
}

/** A wire place as a range of a file; throws unless it is on disk. */
function rangeOf({ uris }: Session, { uri, path, ...range }: WirePlace): FileRange {
  const file = uris.toPath(uri);
  if (file === undefined) throw new MessageError(message('notOnDisk', path));
  return { ...range, file };
}

/** The same, moved to the position of its lines in the editor's unsaved text. */
async function rangeNow(session: Session, place: WirePlace, text: string | undefined): Promise<FileRange> {
  const range = rangeOf(session, place);
  if (text === undefined) return range;
  return { ...range, ...mapRanges((await shownBefore(range.file, text)) ?? text, text).map(range) };
}
