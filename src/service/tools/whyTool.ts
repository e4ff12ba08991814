/** Why a name, a file or a line is as it is, for agents: commits, decision records, change-log entries and comments, as quotes. */

import { MessageError, textOf } from '../../messages/messages.ts';
import type { symbolTool } from '../../tools/definitions.ts';
import { InputError, type InputOf } from '../../tools/inputSchema.ts';
import type { ToolEntry, ToolResult } from '../../tools/toolResult.ts';
import { reasonHeadings, shownDigits } from '../past/reasonText.ts';
import type { Reason } from '../types/past.ts';
import { oneLine, placeText, safeLine } from './passages.ts';
import { allowedScope, askedOf, isVisible, type ToolContext, withoutFolders } from './toolContext.ts';

/** Throws `InputError` for a rejected path. */
export async function explain(
  { name, paths }: Pick<InputOf<typeof symbolTool.inputSchema>, 'name' | 'paths'>,
  context: ToolContext,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const asked = askedOf(name, context);
  const { about, place, reasons, notes } = await context.service
    .why(asked, { scope: allowedScope(paths, context), signal })
    .catch((error) => {
      throw error instanceof MessageError ? new InputError(withoutFolders(error.message, context)) : error;
    });
  if (place !== undefined && !isVisible(place, context)) throw new InputError(`${JSON.stringify(name)} lies outside of the client's roots`);
  const subject = `${JSON.stringify(oneLine(about))}${place === undefined ? '' : `, ${placeText(place, context)}`}`;
  const count = `${reasons.length} ${reasons.length === 1 ? 'reason' : 'reasons'}, the strongest first`;
  return {
    intro: [
      reasons.length === 0 ? `Nothing was found that says why ${subject} is so.` : safeLine(`${subject}: ${count}.`),
      ...notes.map((note) => withoutFolders(textOf([note]), context)),
    ],
    entries: reasons.map((reason) => reasonEntry(reason, context)),
  };
}

function reasonEntry(reason: Reason, context: ToolContext): ToolEntry {
  const heading = reasonHeadings[reason.kind];
  const text = reason.text === '' ? '' : `\n  ${safeLine(reason.text)}`;
  if (!('commit' in reason)) return { text: `${heading} ${safeLine(placeText(reason.place, context))}${text}`, file: reason.place };
  const { id, day, subject } = reason.commit;
  const renamed = reason.newName === undefined ? '' : `, renamed to ${reason.newName}`;
  return { text: `${heading} ${safeLine(`${id.slice(0, shownDigits)} ${day} ${subject}${renamed}`)}${text}` };
}
