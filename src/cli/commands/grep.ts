/** `meshrag grep`: every line of the indexed files that a regular expression or a text matches. */

import { isKind } from '../../engine/question/operators.ts';
import { MessageError, textOf } from '../../messages/messages.ts';
import { notesOn } from '../../service/occurrences/notes.ts';
import { visiblePath } from '../../service/tools/toolContext.ts';
import type { OccurrenceOptions } from '../../service/types/options.ts';
import type { OccurrencesAnswer } from '../../service/types/results.ts';
import { CliError, UsageError } from '../cliError.ts';
import type { RunCommand } from '../command.ts';
import { type FolderNames, placeJson } from '../folderNames.ts';
import { withFolder } from '../openFolder.ts';
import { foldersOptions, joinedText, readArguments, readInteger } from '../options.ts';
import { clean, type Output } from '../output.ts';

const grepOptions = {
  'ignore-case': { type: 'boolean', short: 'i' },
  word: { type: 'boolean', short: 'w' },
  fixed: { type: 'boolean', short: 'F' },
  path: { type: 'string' },
  lang: { type: 'string' },
  kind: { type: 'string' },
  before: { type: 'string', short: 'B' },
  after: { type: 'string', short: 'A' },
  context: { type: 'string', short: 'C' },
  limit: { type: 'string' },
} as const;
const maxContext = 100;
const maxLimit = 1_000_000;

export const runGrep: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, { ...foldersOptions, ...grepOptions });
  const pattern = joinedText('The pattern', positionals);
  const { kind } = values;
  if (kind !== undefined && !isKind(kind)) throw new UsageError(`--kind is ${JSON.stringify(kind)}, expected code or doc`);
  const around = readInteger('--context', values.context, 0, maxContext, 0);
  const options: OccurrenceOptions = {
    ...{ ignoresCase: values['ignore-case'], isWord: values.word, isFixed: values.fixed },
    ...{ path: values.path, language: values.lang, kind },
    before: readInteger('--before', values.before, 0, maxContext, around),
    after: readInteger('--after', values.after, 0, maxContext, around),
    limit: readInteger('--limit', values.limit, 1, maxLimit, 1000),
    onProgress: (done, total) => context.output.progress('Searching', done, total),
    signal: context.signal,
  };
  return withFolder(values, context, async ({ service, folders, openMs }) => {
    const answer = await service.occurrences(pattern, options).catch((error) => {
      throw error instanceof MessageError ? new CliError(error.message) : error;
    });
    context.output.progress();
    if (context.output.isJson) context.output.json({ ...answer, files: answer.files.map((file) => placeJson(file, folders)), openMs });
    else print(answer, context.output, folders);
    return 0;
  });
};

function print(answer: OccurrencesAnswer, output: Output, folders: FolderNames): void {
  const { style } = output;
  for (const file of answer.files) {
    output.line(`${style.accent(clean(visiblePath(file, { folders })))}  ${style.dim(`${file.kind}, ${file.count}`)}`);
    let before = '';
    for (const { line, text, within = '', isContext } of file.lines) {
      if (within !== before && within !== '') output.line(`  ${style.strong(clean(within))}`);
      before = within;
      output.line(`${String(line).padStart(6)}${isContext ? '-' : ':'} ${clean(text.replaceAll('\t', '  '))}`);
    }
  }
  const shown = answer.files.reduce((sum, { lines }) => sum + lines.filter(({ isContext }) => !isContext).length, 0);
  output.line(clean(textOf(notesOn(answer))));
  if (shown < answer.lines) output.line(`The first ${shown} are shown; --limit shows more.`);
}
