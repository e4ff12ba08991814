/** The report as a page, and the diagnostics that a user can paste into an issue: the same numbers without paths or names. */

import { textOf } from '../../messages/messages.ts';
import type { FolderDetails } from '../../protocol/places.ts';
import type { MaskedResult, ReportResult } from '../../protocol/server.ts';
import { t } from '../../protocol/text/translate.ts';
import { Page, type Piece } from '../panels/answer/page.ts';
import { gitChangeText } from './gitChangeText.ts';

/** Formats numbers and sentences of the report; injected, so that this file stays independent of the editor. */
export interface ReportFormat {
  count(value: number): string;
  bytes(value: number): string;
  duration(ms: number): string;
  /** Formats an ISO 8601 time. */
  time(at: string): string;
}

/** Maximum number of files or places listed for one reason; the rest are counted. */
const maxListed = 1000;
/** Longer lists are folded at first. */
const maxUnfolded = 10;

/** Versions of the runtime components, by name. */
export type Versions = Readonly<Record<string, string>>;

/** `masked` is undefined while it is being looked for. */
export function reportPage(report: ReportResult, masked: MaskedResult | undefined, versions: Versions, format: ReportFormat): Page {
  const page = new Page();
  if (report.folders.length === 0) page.line(t('No folder is open, so nothing is indexed.'));
  if (report.paused) page.line(t('Indexing is paused. Questions are answered from the current index.'));
  for (const folder of report.folders) {
    addFolder(folder, page, format);
    if (masked === undefined) page.line(t('Looking for masked secrets…'));
    else addMasked(folder.uri, masked.folders.find(({ uri }) => uri === folder.uri)?.places ?? [], page, format);
  }
  page.heading(2, t('Versions'));
  addTable(Object.entries(allVersions(report, versions)), page);
  page.line(t('The language server uses {0} of memory.', format.bytes(report.memoryBytes)));
  return page;
}

function addFolder(folder: FolderDetails, page: Page, format: ReportFormat): void {
  const { count, bytes, duration } = format;
  page.heading(2, folder.name);
  page.line(`${stateText(folder, format)}${folder.messages ? ` ${textOf(folder.messages, t)}` : ''}`);
  const skippedCount = Object.values(folder.skipped).reduce((sum, files) => sum + files, 0);
  const lastUpdate = `${format.time(folder.lastUpdateAt ?? '')} (${duration(folder.lastUpdateMs)}; ${t('files read: {0}', count(folder.filesRead))})`;
  const rows: [string, string][] = [
    [t('Files'), count(folder.files)],
    [t('Passages'), count(folder.chunks)],
    // Of a shared index only those of the files that differ are known.
    ...(folder.shared === 'used' ? [] : [[t('Entities'), count(folder.entities)] as [string, string]]),
    [t('Text'), bytes(folder.bytes)],
    [t('Skipped files'), count(skippedCount)],
    [t('Index'), bytes(folder.indexBytes)],
    ...(folder.lastUpdateAt ? [[t('Last update'), lastUpdate] as [string, string]] : []),
  ];
  const { calls, given, whole } = folder.given;
  if (calls > 0)
    rows.push([t('Agents'), t('{0} calls, {1} characters returned; the named files total {2}', count(calls), count(given), bytes(whole))]);
  if (folder.git) rows.push([t('Last change'), gitChangeText(folder.git, count)]);
  addTable(rows, page);
  page.line(folder.indexDirectory ? `${t('Index:')} ${folder.indexDirectory}` : t('The index is held in memory only.'));
  if (folder.skippedFiles.length > 0) page.heading(3, t('Skipped files'));
  for (const { reason, files } of folder.skippedFiles)
    addList(
      t(reason),
      files.map(({ path, detail }) => [`${path}${detail ? `: ${detail}` : ''}`]),
      page,
      format,
    );
  if (folder.encodings.length > 0) page.heading(3, t('Files that are not UTF-8'));
  for (const { encoding, paths } of folder.encodings)
    addList(
      encoding,
      paths.map((path) => [path]),
      page,
      format,
    );
}

/** The places where credentials are masked, by kind. */
function addMasked(folder: string, places: MaskedResult['folders'][number]['places'], page: Page, format: ReportFormat): void {
  const { count } = format;
  if (places.length === 0) return;
  page.heading(3, `${t('Masked secrets')}: ${count(places.length)}`);
  const kinds = [...Map.groupBy(places, ({ kind }) => kind)].sort(([, a], [, b]) => b.length - a.length);
  for (const [kind, own] of kinds)
    addList(
      t(kind),
      own.map(({ path, line }) => [
        {
          label: `${path}:${line}`,
          to: { uri: `${folder}/${path.split('/').map(encodeURIComponent).join('/')}`, path, startLine: line, endLine: line },
        },
      ]),
      page,
      format,
    );
}

/** One line for each item, up to a maximum; long lists are folded. */
function addList(name: string, items: readonly (readonly Piece[])[], page: Page, { count }: ReportFormat): void {
  const more = items.length > maxListed ? [[t('and {0} more', count(items.length - maxListed))]] : [];
  const fold = `${name}: ${count(items.length)}`;
  page.list([...items.slice(0, maxListed), ...more], { fold, isOpen: items.length <= maxUnfolded });
}

function addTable(rows: readonly (readonly [string, string])[], page: Page): void {
  page.table(
    [],
    rows.map((row) => row.map((cell) => [cell])),
  );
}

function stateText(folder: FolderDetails, { count }: ReportFormat): string {
  switch (folder.state) {
    case 'indexing':
      return t('Indexing: {0} of {1} files.', count(folder.progress?.filesDone ?? 0), count(folder.progress?.filesTotal ?? 0));
    case 'ready':
      return t('Ready.');
    case 'paused':
      return t('Paused.');
    case 'disabled':
      return t('Not indexed.');
    case 'problem':
      return t('There is a problem.');
  }
}

/** Counts and versions, never a path, a name or content. */
export function diagnosticsText(report: ReportResult, versions: Versions): string {
  const folders = report.folders.map((folder) => ({
    state: folder.state,
    files: folder.files,
    chunks: folder.chunks,
    entities: folder.entities,
    bytes: folder.bytes,
    indexBytes: folder.indexBytes,
    stored: folder.indexDirectory !== undefined,
    lastUpdateMs: Math.round(folder.lastUpdateMs),
    filesRead: folder.filesRead,
    filesUnchanged: folder.filesUnchanged,
    skipped: folder.skipped,
  }));
  return JSON.stringify(
    { versions: allVersions(report, versions), paused: report.paused, memoryBytes: report.memoryBytes, folders },
    undefined,
    2,
  );
}

function allVersions(report: ReportResult, versions: Versions): Record<string, string> {
  return Object.assign({}, ...report.folders.map((folder) => folder.versions), versions, { node: report.node });
}
