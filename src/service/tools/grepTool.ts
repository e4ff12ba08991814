/** All lines that a pattern matches as a tool result: definitions, code, documents, tests, each line with the definition that it is in. */

import { readFields } from '../../engine/retrieval/steps/fields.ts';
import { MessageError, textOf } from '../../messages/messages.ts';
import type { grepTool } from '../../tools/definitions.ts';
import { InputError, type InputOf } from '../../tools/inputSchema.ts';
import type { ToolEntry, ToolResult } from '../../tools/toolResult.ts';
import { notesOn } from '../occurrences/notes.ts';
import { oneLine } from './passages.ts';
import { allowedScope, type ToolContext, visiblePath } from './toolContext.ts';

const limit = 10_000;

/** @param from the entry that the page begins with. Throws `InputError` for a rejected path or pattern. */
export async function findLines(
  { pattern, options: given = '', paths }: InputOf<typeof grepTool.inputSchema>,
  context: ToolContext,
  from: number,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const { text: flags, kind, ...fields } = readFields(given);
  const [[path], [language]] = [fields.paths, fields.languages];
  if (/[^\siwF,-]/.test(flags))
    throw new InputError(`"options" is ${JSON.stringify(given)}, expected i, w, F, path:, lang: or kind:, such as "iw lang:ts"`);
  const [ignoresCase, isWord, isFixed] = [...'iwF'].map((flag) => flags.includes(flag));
  const options = { ignoresCase, isWord, isFixed, path, language, kind, limit, scope: allowedScope(paths, context), signal };
  const answer = await context.service.occurrences(pattern, options).catch((error) => {
    throw error instanceof MessageError ? new InputError(error.message) : error;
  });
  const entries: ToolEntry[] = [];
  for (const file of answer.files) {
    for (const [i, { line, text: own, within }] of file.lines.entries()) {
      const head = i === 0 || entries.length === from ? `${oneLine(visiblePath(file, context))} (${file.kind}, ${file.count})\n` : '';
      entries.push({ text: `${head}${line}${within === undefined ? '' : ` (${oneLine(within)})`}: ${oneLine(own.trim())}`, file });
    }
  }
  return { intro: [textOf(notesOn(answer))], entries };
}
