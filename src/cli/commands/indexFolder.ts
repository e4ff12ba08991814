/** `meshrag index`: updates the index of a folder and prints its statistics. */

import type { FolderReport, MaskedPlace } from '../../service/types/results.ts';
import type { CommandContext, RunCommand } from '../command.ts';
import { type OpenFolder, withFolder } from '../openFolder.ts';
import { folderOptions, readArguments, withDirectory } from '../options.ts';
import { clean, formatBytes, formatCount, formatDuration, type Output } from '../output.ts';

export const runIndex: RunCommand = async (args, context) => {
  const options = {
    ...folderOptions,
    verify: { type: 'boolean' },
    digest: { type: 'boolean' },
    skipped: { type: 'boolean' },
    masked: { type: 'boolean' },
  } as const;
  const { values, positionals } = readArguments(args, options);
  return withFolder(withDirectory('index', values, positionals), context, (open) => printFigures(open, values, context));
};

/** Files named for one encoding. */
const maxNamed = 5;

interface Wanted {
  readonly verify?: boolean;
  readonly digest?: boolean;
  readonly skipped?: boolean;
  readonly masked?: boolean;
}

/** Returns the exit code: 1 if the index differs from a rebuild. */
async function printFigures(open: OpenFolder, wanted: Wanted, { output, signal }: CommandContext): Promise<number> {
  const { user, system } = process.cpuUsage();
  const cpuMs = (user + system) / 1000;
  // The unit is kilobytes on every platform.
  const peakRssBytes = process.resourceUsage().maxRSS * 1024;
  const report = open.report();
  // Of a large folder either takes seconds, for its communities.
  const digest = wanted.digest ? await open.service.digest(open.folder, signal) : undefined;
  const difference = wanted.verify ? ((await open.service.verify(open.folder, signal)) ?? null) : undefined;
  const masked = wanted.masked ? (await open.service.masked(open.folder, signal)).flatMap(({ places }) => places) : undefined;
  const { files, filesRead, filesUnchanged, chunks, entities, bytes, indexBytes } = report;
  const counts = {
    folder: open.folder,
    files,
    filesRead,
    filesUnchanged,
    chunks,
    entities,
    bytes,
    skipped: countSkipped(report),
    encodings: report.encodings,
  };
  const figures = {
    ...counts,
    indexBytes,
    ms: open.openMs,
    cpuMs,
    peakRssBytes,
    digest,
    ...(wanted.skipped && { skippedFiles: report.skipped }),
    masked,
  };
  if (output.isJson) output.json(difference === undefined ? figures : { ...figures, difference });
  else {
    output.line(
      `Indexed ${formatCount(files)} files in ${formatDuration(open.openMs)}: ${formatCount(filesRead)} read, ${formatCount(filesUnchanged)} unchanged.`,
    );
    output.line(
      `${formatCount(chunks)} chunks, ${formatCount(entities)} entities from ${formatBytes(bytes)}; the index takes ${formatBytes(indexBytes)}.`,
    );
    const skipped = Object.entries(figures.skipped).map(([reason, count]) => `${formatCount(count)} ${reason}`);
    if (skipped.length > 0) output.line(`Skipped: ${skipped.join(', ')}.`);
    const encodings = Object.entries(report.encodings ?? {}).map(([encoding, paths]) => {
      const names = [...paths.slice(0, maxNamed).map((path) => clean(path)), ...(paths.length > maxNamed ? ['…'] : [])];
      return `${formatCount(paths.length)} ${encoding} (${names.join(', ')})`;
    });
    if (encodings.length > 0) output.line(`Not UTF-8: ${encodings.join(', ')}.`);
    for (const { path, reason, detail } of wanted.skipped ? report.skipped : [])
      output.line(`    ${clean(path)}  ${reason}${detail === undefined ? '' : output.style.dim(`  ${clean(detail)}`)}`);
    if (masked !== undefined) printMasked(masked, output);
    if (report.indexDirectory) output.line(output.style.dim(clean(report.indexDirectory)));
    if (digest !== undefined) output.line(`Digest: ${digest}`);
    if (difference === null) output.line('The index equals a rebuild.');
  }
  if (typeof difference === 'string') output.note(`The index differs from a rebuild: ${clean(difference)}`);
  return typeof difference === 'string' ? 1 : 0;
}

function printMasked(places: readonly MaskedPlace[], output: Output): void {
  const files = new Set(places.map(({ path }) => path)).size;
  output.line(`Masked: ${formatCount(places.length)} in ${formatCount(files)} files.`);
  for (const { path, line, kind } of places) output.line(`    ${clean(path)}:${line}  ${kind}`);
}

/** Number of skipped files and directories by reason, most frequent first. */
function countSkipped({ skipped }: FolderReport): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}
