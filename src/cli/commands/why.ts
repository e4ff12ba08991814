/** `meshrag why`: why a name, a file or a line is as it is: the commits, decision records, change-log entries and comments that say so. */

import { MessageError, textOf } from '../../messages/messages.ts';
import { reasonHeadings, shownDigits } from '../../service/past/reasonText.ts';
import { visiblePath } from '../../service/tools/toolContext.ts';
import type { WhyAnswer } from '../../service/types/past.ts';
import { CliError } from '../cliError.ts';
import type { RunCommand } from '../command.ts';
import { compactOptions, printCompact } from '../compact.ts';
import { type FolderNames, placeJson } from '../folderNames.ts';
import { withFolder } from '../openFolder.ts';
import { foldersOptions, joinedText, readArguments } from '../options.ts';
import { clean, type Output } from '../output.ts';

export const runWhy: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, { ...foldersOptions, ...compactOptions });
  const asked = joinedText('NAME, FILE or PATH:LINE', positionals);
  return withFolder(values, context, async ({ service, folders, openMs }) => {
    if (values.compact) {
      const input = { name: asked, why: true, cursor: values.cursor };
      return printCompact('mesh_symbol', input, { service, folders }, context);
    }
    const started = performance.now();
    const answer = await service.why(asked, { signal: context.signal }).catch((error) => {
      throw error instanceof MessageError ? new CliError(error.message) : error;
    });
    const ms = performance.now() - started;
    if (context.output.isJson) context.output.json({ ...whyJson(answer, folders), ms, openMs });
    else print(answer, context.output, folders);
    return answer.reasons.length > 0 ? 0 : 1;
  });
};

function whyJson({ about, place, reasons, notes }: WhyAnswer, folders: FolderNames): object {
  return {
    about,
    ...(place === undefined ? {} : { place: placeJson(place, folders) }),
    reasons: reasons.map((reason) => ('place' in reason ? { ...reason, place: placeJson(reason.place, folders) } : reason)),
    notes: notes.map((note) => textOf([note])),
  };
}

function print({ about, place, reasons, notes }: WhyAnswer, output: Output, folders: FolderNames): void {
  const { style } = output;
  const shown = place === undefined ? '' : `  ${style.dim(`${clean(visiblePath(place, { folders }))}:${place.startLine}`)}`;
  output.line(`${style.strong(clean(about))}${shown}`);
  for (const reason of reasons) {
    const at =
      'commit' in reason
        ? `${style.accent(reason.commit.id.slice(0, shownDigits))}  ${reason.commit.day}  ${clean(reason.commit.subject)}`
        : style.accent(`${clean(visiblePath(reason.place, { folders }))}:${reason.place.startLine}`);
    const renamed = 'commit' in reason && reason.newName !== undefined ? `, renamed to ${clean(reason.newName)}` : '';
    output.line(`${reasonHeadings[reason.kind]}  ${at}${renamed}`);
    if (reason.text !== '') output.line(`    ${clean(reason.text)}`);
  }
  if (reasons.length === 0) output.line(`Nothing was found that says why ${JSON.stringify(clean(about))} is so.`);
  for (const note of notes) output.note(`meshrag: ${clean(textOf([note]))}`);
}
