/** `meshrag impact`: what a change of a name, a file, a line, or of all uncommitted changes reaches. */

import { pushTo } from '../../../engine/util/pushTo.ts';
import { textOf } from '../../../messages/messages.ts';
import { togetherText } from '../../../service/relations/answers/togetherText.ts';
import { visiblePath } from '../../../service/tools/toolContext.ts';
import type { ImpactAnswer, ImpactRow, ImpactSource } from '../../../service/types/relations.ts';
import { UsageError } from '../../cliError.ts';
import type { RunCommand } from '../../command.ts';
import { compactOptions, printCompact } from '../../compact.ts';
import { type FolderNames, placeJson } from '../../folderNames.ts';
import { withFolder } from '../../openFolder.ts';
import { foldersOptions, readArguments, readInteger } from '../../options.ts';
import { clean, counted, formatDuration, type Output } from '../../output.ts';

/** Lines of one file, files of one kind and changed names that are printed; `--json` has all. */
const maxLines = 12;
const maxFiles = 20;
const maxNames = 12;

export const runImpact: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, {
    ...foldersOptions,
    ...compactOptions,
    diff: { type: 'boolean' },
    depth: { type: 'string' },
  });
  const [asked, ...more] = positionals;
  if (more.length > 0) throw new UsageError('One name, file or PATH:LINE is expected; put a name of several words in quotes');
  if (asked !== undefined && values.diff) throw new UsageError('Either a name or file is expected, or --diff');
  if (asked?.trim() === '') throw new UsageError('The name is empty');
  const maxDepth = readInteger('--depth', values.depth, 1, 3, 2);
  return withFolder(values, context, async ({ service, folders, openMs }) => {
    if (values.compact) return printCompact('mesh_impact', { of: asked, cursor: values.cursor }, { service, folders }, context);
    const { output, signal } = context;
    const answer = await service.impact(asked, { maxDepth, signal });
    if (output.isJson) output.json({ ...answerJson(answer, folders), openMs });
    else print(answer, folders, output);
    return 0;
  });
};

function answerJson({ sources, names, rows, notes, ...rest }: ImpactAnswer, folders: FolderNames): object {
  const toJson = (place: { readonly folder: string; readonly path: string }): object => placeJson(place, folders);
  return {
    ...rest,
    sources: sources.map(toJson),
    names: names.map(toJson),
    rows: rows.map(toJson),
    notes: notes.map((note) => textOf([note])),
  };
}

function print({ sources, names, rows, notes, ms }: ImpactAnswer, folders: FolderNames, output: Output): void {
  const { style } = output;
  for (const source of sources) output.line(style.strong(sourceLine(source, folders)));
  const unique = [...new Set(names.map(({ name }) => name))];
  const more = unique.length > maxNames ? `, … (${counted(unique.length, 'name')})` : '';
  if (unique.length > 0)
    output.line(
      style.dim(
        `names  ${unique
          .slice(0, maxNames)
          .map((name) => clean(name))
          .join(', ')}${more}`,
      ),
    );
  for (const note of notes) output.line(style.dim(clean(textOf([note]))));
  for (const group of groupRows(rows)) {
    const [first] = group as readonly [ImpactRow];
    output.line(style.strong(groupHeading(first)));
    for (const row of group.slice(0, maxFiles)) output.line(`    ${rowText(row, folders)}`);
    if (group.length > maxFiles) output.line(style.dim(`    and ${counted(group.length - maxFiles, 'more file')}; --json has all`));
  }
  if (rows.length === 0 && sources.length > 0) output.line('Nothing here uses it, and nothing is related.');
  output.line(style.dim(formatDuration(ms)));
}

/** Rows of one depth and kind; they follow each other. */
function groupRows(rows: readonly ImpactRow[]): readonly (readonly ImpactRow[])[] {
  const groups = new Map<string, ImpactRow[]>();
  for (const row of rows) {
    const heading = groupHeading(row);
    pushTo(groups, heading, row);
  }
  return [...groups.values()];
}

function groupHeading({ kind, depth }: ImpactRow): string {
  if (depth === 0) return kind === 'tests' ? 'tests that may be affected' : kind === 'together' ? 'changed together' : 'related';
  return depth === 1 ? kind : `${kind}, ${depth} steps away`;
}

function sourceLine(source: ImpactSource, folders: FolderNames): string {
  return `${clean(visiblePath(source, { folders }))}${source.status === undefined ? '' : `  ${source.status}`}`;
}

function rowText(row: ImpactRow, folders: FolderNames): string {
  const path = clean(visiblePath(row, { folders }));
  if (row.together !== undefined) return `${path}  ${clean(togetherText(row.together))}`;
  if (row.depth === 0) return `${path}  ${row.shared.length === 0 ? 'a similar name' : row.shared.map((name) => clean(name)).join(', ')}`;
  const lines = [...new Set(row.lines.map(({ line }) => line))];
  const used = [...new Set(row.lines.map(({ name }) => name))].slice(0, maxNames);
  const more = lines.length > maxLines ? `, … (${counted(lines.length, 'line')})` : '';
  return `${path}:${lines.slice(0, maxLines).join(',')}${more}  ${used.map((name) => clean(name)).join(', ')}`;
}
