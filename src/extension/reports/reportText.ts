/** The report as markdown, and the diagnostics that a user can paste into an issue: the same numbers without paths or names. */

import { textOf } from '../../messages/messages.ts';
import type { FolderDetails } from '../../protocol/places.ts';
import type { MaskedResult, ReportResult } from '../../protocol/server.ts';
import type { Translate } from '../client/strings.ts';
import { gitChangeText } from './gitChangeText.ts';

/** Formats numbers and sentences of the report; injected, so that this file stays independent of the editor. */
export interface ReportFormat {
  readonly t: Translate;
  count(value: number): string;
  bytes(value: number): string;
  duration(ms: number): string;
  /** Formats an ISO 8601 time. */
  time(at: string): string;
}

/** Maximum number of files or places listed for one reason; the rest are counted. */
const maxListed = 1000;

/** Versions of the runtime components, by name. */
export type Versions = Readonly<Record<string, string>>;

/** `masked` is undefined while it is being looked for. */
export function reportText(report: ReportResult, masked: MaskedResult | undefined, versions: Versions, format: ReportFormat): string {
  const { t } = format;
  const parts = [`# ${t('MeshRAG report')}`];
  if (report.folders.length === 0) parts.push(t('No folder is open, so nothing is indexed.'));
  if (report.paused) parts.push(t('Indexing is paused. Questions are answered from the current index.'));
  for (const folder of report.folders) {
    parts.push(...folderParts(folder, format));
    if (masked === undefined) parts.push(t('Looking for masked secrets…'));
    else parts.push(...maskedParts(masked.folders.find(({ uri }) => uri === folder.uri)?.places ?? [], format));
  }
  parts.push(`## ${t('Versions')}`, table([...Object.entries(allVersions(report, versions))]));
  parts.push(t('The language server uses {0} of memory.', format.bytes(report.memoryBytes)));
  return `${parts.join('\n\n')}\n`;
}

function folderParts(folder: FolderDetails, format: ReportFormat): string[] {
  const { t, count, bytes, duration } = format;
  const parts = [
    `## ${escapeMarkdown(folder.name)}`,
    `${stateText(folder, format)}${folder.messages ? ` ${escapeMarkdown(textOf(folder.messages, t))}` : ''}`,
  ];
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
    rows.push([t('Agents'), t('{0} calls, {1} characters given; the files named take {2}', count(calls), count(given), bytes(whole))]);
  if (folder.git) rows.push([t('Last change'), gitChangeText(folder.git, t, count)]);
  parts.push(table(rows));
  parts.push(
    folder.indexFile ? `${t('Index file:')} \`${folder.indexFile.replaceAll('`', "'")}\`` : t('The index is held in memory only.'),
  );
  if (folder.skippedFiles.length > 0) parts.push(`### ${t('Skipped files')}`);
  for (const group of folder.skippedFiles) {
    parts.push(`#### ${escapeMarkdown(t(group.reason))}: ${count(group.files.length)}`);
    parts.push(list(group.files, (file) => `${file.path}${file.detail ? `: ${file.detail}` : ''}`, format));
  }
  if (folder.encodings.length > 0) parts.push(`### ${t('Files that are not UTF-8')}`);
  for (const { encoding, paths } of folder.encodings) {
    parts.push(
      `#### ${escapeMarkdown(encoding)}: ${count(paths.length)}`,
      list(paths, (path) => path, format),
    );
  }
  return parts;
}

/** The places where credentials are masked, by kind. */
function maskedParts(places: MaskedResult['folders'][number]['places'], format: ReportFormat): string[] {
  const { t, count } = format;
  if (places.length === 0) return [];
  const kinds = [...Map.groupBy(places, ({ kind }) => kind)].sort(([, a], [, b]) => b.length - a.length);
  return [
    `### ${t('Masked secrets')}: ${count(places.length)}`,
    ...kinds.flatMap(([kind, own]) => [
      `#### ${escapeMarkdown(t(kind))}: ${count(own.length)}`,
      list(own, ({ path, line }) => `${path}:${line}`, format),
    ]),
  ];
}

/** One line of text for each item, up to a maximum. */
function list<T>(items: readonly T[], textOfItem: (item: T) => string, { t, count }: ReportFormat): string {
  const lines = items.slice(0, maxListed).map((item) => `- ${escapeMarkdown(textOfItem(item))}`);
  if (items.length > maxListed) lines.push(`- ${t('and {0} more', count(items.length - maxListed))}`);
  return lines.join('\n');
}

function stateText(folder: FolderDetails, { t, count }: ReportFormat): string {
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
    stored: folder.indexFile !== undefined,
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

function table(rows: readonly (readonly [string, string])[]): string {
  return `| | |\n|:--|:--|\n${rows.map(([name, value]) => `| ${escapeMarkdown(name)} | ${escapeMarkdown(value)} |`).join('\n')}`;
}

function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~&$]/g, (sign) => `\\${sign}`);
}
