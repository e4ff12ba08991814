/** Validates the parameters of our requests. Each throws a `TypeError` or `RangeError` that names the field. */

import { asArray, asBoolean, asInteger, asObject, asString, optional } from '../protocol/check.ts';
import type { ClosenessParams } from '../protocol/communities.ts';
import type { EvidenceParams, ExcerptParams } from '../protocol/evidence.ts';
import { readModelInfo } from '../protocol/model.ts';
import type { WirePlace, WireTurn } from '../protocol/places.ts';
import {
  type AskParams,
  type CommunityParams,
  type ConfigureParams,
  type FolderConfig,
  type FolderParams,
  maxQuestionLength,
  maxTurns,
  type RelatedParams,
  type SearchParams,
} from '../protocol/server.ts';

const maxUriLength = 10_000;
const maxNames = 200;

export function readAskParams(value: unknown): AskParams {
  const params = asObject(value, 'params');
  return {
    question: asString(params.question, 'question', maxQuestionLength),
    context: optional(params.context, (text) => asString(text, 'context')),
    about: optional(params.about, (place) => readPlace(place, 'about')),
    ...readScopeAndLimit(params),
    turns: optional(params.turns, readTurns),
    model: optional(params.model, (model) => readModelInfo(model, 'model')),
    mayRewrite: optional(params.mayRewrite, (may) => asBoolean(may, 'mayRewrite')),
    stream: optional(params.stream, (name) => asString(name, 'stream', 100)),
  };
}

function readTurns(value: unknown): WireTurn[] {
  const turns = asArray(value, 'turns', readTurn);
  if (turns.length > maxTurns) throw new RangeError(`"turns" is too long: ${turns.length} questions, at most ${maxTurns}`);
  return turns;
}

function readTurn(value: unknown, name: string): WireTurn {
  const turn = asObject(value, name);
  return {
    question: asString(turn.question, `${name}.question`, maxQuestionLength),
    answer: optional(turn.answer, (text) => asString(text, `${name}.answer`)),
    quoted: asArray(turn.quoted, `${name}.quoted`, (item, at) => {
      const file = asObject(item, at);
      return { uri: readUri(file.uri, `${at}.uri`), fileHash: asString(file.fileHash, `${at}.fileHash`, 100) };
    }),
  };
}

export function readSearchParams(value: unknown): SearchParams {
  const params = asObject(value, 'params');
  return { query: asString(params.query, 'query', maxQuestionLength), ...readScopeAndLimit(params) };
}

function readScopeAndLimit(params: Readonly<Record<string, unknown>>) {
  return {
    scope: optional(params.scope, (scope) => asArray(scope, 'scope', readUri)),
    system: optional(params.system, (system) => asString(system, 'system', 100)),
    limit: optional(params.limit, (limit) => asInteger(limit, 'limit', 1, 100)),
  };
}

export function readRelatedParams(value: unknown): RelatedParams {
  const params = asObject(value, 'params');
  return {
    uri: readUri(params.uri, 'uri'),
    line: asInteger(params.line, 'line', 0, 2 ** 31),
    character: asInteger(params.character, 'character', 0, 2 ** 31),
    limit: optional(params.limit, (limit) => asInteger(limit, 'limit', 1, 100)),
  };
}

export function readExcerptParams(value: unknown): ExcerptParams {
  const params = asObject(value, 'params');
  return {
    place: readPlace(params.place, 'place'),
    question: asString(params.question, 'question', maxQuestionLength),
    names: asArray(params.names, 'names', (item, name) => asString(item, name, 1000)).slice(0, maxNames),
    maxLines: asInteger(params.maxLines, 'maxLines', 1, 1000),
  };
}

export function readEvidenceParams(value: unknown): EvidenceParams {
  const params = asObject(value, 'params');
  const from = optional(params.from, (place) => readPlace(place, 'from'));
  const question = optional(params.question, (text) => asString(text, 'question', maxQuestionLength));
  if (from === undefined && question === undefined) throw new TypeError('"from" and "question" are both missing, expected one of them');
  return { from, question, to: readPlace(params.to, 'to') };
}

function readPlace(value: unknown, name: string): WirePlace {
  const place = asObject(value, name);
  const startLine = asInteger(place.startLine, `${name}.startLine`, 1, 2 ** 31);
  return {
    uri: readUri(place.uri, `${name}.uri`),
    path: asString(place.path, `${name}.path`, maxUriLength),
    startLine,
    endLine: asInteger(place.endLine, `${name}.endLine`, startLine, 2 ** 31),
    startColumn: optional(place.startColumn, (column) => asInteger(column, `${name}.startColumn`, 0, 2 ** 31)),
    endColumn: optional(place.endColumn, (column) => asInteger(column, `${name}.endColumn`, 0, 2 ** 31)),
  };
}

export function readClosenessParams(value: unknown): ClosenessParams {
  const params = asObject(value, 'params');
  return { uri: readUri(params.uri, 'uri'), line: asInteger(params.line, 'line', 0, 2 ** 31) };
}

export function readCommunityParams(value: unknown): CommunityParams {
  return { id: asString(asObject(value, 'params').id, 'id', maxUriLength) };
}

export function readFolderParams(value: unknown): FolderParams {
  const params = asObject(value ?? {}, 'params');
  return { folder: optional(params.folder, (folder) => readUri(folder, 'folder')) };
}

export function readConfigureParams(value: unknown): ConfigureParams {
  const params = asObject(value, 'params');
  return {
    folders: asArray(params.folders, 'folders', readFolderConfig),
    hover: asBoolean(params.hover, 'hover'),
    system: asString(params.system, 'system', 100),
    synonyms: asArray(params.synonyms ?? [], 'synonyms', asString),
    memoryBudget: asInteger(params.memoryBudget ?? 1024, 'memoryBudget', 1, 2 ** 20),
  };
}

function readFolderConfig(value: unknown, name: string): FolderConfig {
  const config = asObject(value, name);
  return {
    uri: readUri(config.uri, `${name}.uri`),
    name: asString(config.name, `${name}.name`, 1000),
    enabled: asBoolean(config.enabled, `${name}.enabled`),
    indexFile: optional(config.indexFile, (file) => asString(file, `${name}.indexFile`, maxUriLength)),
    folderList: optional(config.folderList, (directory) => asString(directory, `${name}.folderList`, maxUriLength)),
    runGit: asBoolean(config.runGit, `${name}.runGit`),
    settings: asObject(config.settings, `${name}.settings`),
  };
}

function readUri(value: unknown, name: string): string {
  return asString(value, name, maxUriLength);
}
