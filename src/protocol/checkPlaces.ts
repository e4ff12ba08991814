/** Validates places and answers from the wire or from the workspace's storage. Each throws if code that relies on them could fail. */

import { answerStates, type FilesProgress } from '../engine/index.ts';
import { asArray, asBoolean, asInteger, asNumber, asObject, asString, oneOf, optional } from './check.ts';
import type { AskResult, Source, WireCitation, WirePlace, WrittenAnswer } from './places.ts';

/** Validates what drawing an answer and opening its places rely on. */
export function readAskResult(value: unknown, name: string): AskResult {
  const result = asObject(value, name);
  asString(result.question, `${name}.question`);
  asString(result.answer, `${name}.answer`);
  asString(result.system, `${name}.system`);
  asBoolean(result.found, `${name}.found`);
  asNumber(result.ms, `${name}.ms`);
  asInteger(result.files, `${name}.files`, 0, 1e12);
  optional(result.model, (model) => asString(model, `${name}.model`, 1000));
  optional(result.notice, (notice) => asString(notice, `${name}.notice`));
  optional(result.isRestricted, (restricted) => asBoolean(restricted, `${name}.isRestricted`));
  optional(result.partial, (partial) => readProgress(partial, `${name}.partial`));
  optional(result.written, (written) => readWrittenAnswer(written, `${name}.written`));
  oneOf(result.state, `${name}.state`, answerStates);
  asArray(result.blocks, `${name}.blocks`, readBlock);
  asArray(result.seeAlso, `${name}.seeAlso`, (n, at) => asInteger(n, at, 1, 10_000));
  asArray(result.lookedFor, `${name}.lookedFor`, (word, at) => asString(word, at));
  asArray(result.missing, `${name}.missing`, (word, at) => asString(word, at));
  asArray(result.citations, `${name}.citations`, readCitation);
  asArray(result.sources, `${name}.sources`, readSource);
  return result as unknown as AskResult;
}

/** Validates what drawing a citation and opening its place rely on. */
export function readCitation(item: unknown, name: string): WireCitation {
  readPlace(item, name);
  const citation = asObject(item, name);
  asInteger(citation.n, `${name}.n`, 1, 10_000);
  asString(citation.quote, `${name}.quote`);
  asString(citation.fileHash, `${name}.fileHash`, 100);
  return item as WireCitation;
}

/** Validates what drawing a block and opening its place rely on. */
function readBlock(item: unknown, name: string): void {
  readPlace(item, name);
  const block = asObject(item, name);
  asInteger(block.n, `${name}.n`, 1, 10_000);
  asString(block.subject, `${name}.subject`);
  oneOf(block.kind, `${name}.kind`, ['doc', 'code']);
  asArray(block.pieces, `${name}.pieces`, (piece, at) => {
    const { startLine, text } = asObject(piece, at);
    asInteger(startLine, `${at}.startLine`, 1, 1e9);
    asString(text, `${at}.text`);
  });
}

/** Validates what drawing a source and opening its places rely on. */
export function readSource(item: unknown, name: string): Source {
  readPlace(item, name);
  const source = asObject(item, name);
  asInteger(source.rank, `${name}.rank`, 1, 10_000);
  asString(source.title, `${name}.title`);
  asString(source.why, `${name}.why`);
  asArray(source.way, `${name}.way`, (step, at) => {
    const { label, names, place } = asObject(step, at);
    asString(label, `${at}.label`);
    optional(place, (where) => readPlace(where, `${at}.place`));
    optional(names, (groups) =>
      asArray(groups, `${at}.names`, (group, groupName) => {
        const { kind, label, list } = asObject(group, groupName);
        asString(kind, `${groupName}.kind`, 40);
        optional(label, (one) => asString(one, `${groupName}.label`, 100));
        asArray(list, `${groupName}.list`, (one, oneName) => asString(one, oneName));
      }),
    );
  });
  return item as Source;
}

/** Validates a place; other fields are dropped. */
export function readPlace(value: unknown, name: string): WirePlace {
  const place = asObject(value, name);
  const startLine = asInteger(place.startLine, `${name}.startLine`, 1, 1e9);
  return {
    uri: asString(place.uri, `${name}.uri`, 10_000),
    path: asString(place.path, `${name}.path`, 10_000),
    startLine,
    endLine: asInteger(place.endLine, `${name}.endLine`, startLine, 1e9),
    startColumn: optional(place.startColumn, (column) => asInteger(column, `${name}.startColumn`, 0, 1e9)),
    endColumn: optional(place.endColumn, (column) => asInteger(column, `${name}.endColumn`, 0, 1e9)),
  };
}

/** Validates the progress of a build. */
export function readProgress(value: unknown, name: string): FilesProgress {
  const { filesDone, filesTotal } = asObject(value, name);
  return {
    filesDone: asInteger(filesDone, `${name}.filesDone`, 0, 1e12),
    filesTotal: asInteger(filesTotal, `${name}.filesTotal`, 0, 1e12),
  };
}

/** Validates what marking up an answer relies on. */
function readWrittenAnswer(value: unknown, name: string): WrittenAnswer {
  const written = asObject(value, name);
  asInteger(written.given, `${name}.given`, 0, 10_000);
  asArray(written.unsupported, `${name}.unsupported`, (item, at) => {
    const span = asObject(item, at);
    asInteger(span.from, `${at}.from`, 0, 1e9);
    asInteger(span.to, `${at}.to`, 0, 1e9);
  });
  asArray(written.unknown, `${name}.unknown`, (item, at) => asInteger(item, at, 0, 10_000));
  asInteger(written.masked, `${name}.masked`, 0, 1e9);
  return written as unknown as WrittenAnswer;
}
