/** `meshrag symbol`: where a name is defined, who uses it and how, and the sentences that mention it. */

import { visiblePath } from '../../service/tools/toolContext.ts';
import type { NameFact, SymbolAnswer, SymbolUse } from '../../service/types/results.ts';
import type { RunCommand } from '../command.ts';
import { compactOptions, printCompact } from '../compact.ts';
import { type FolderNames, placeJson } from '../folderNames.ts';
import { withFolder } from '../openFolder.ts';
import { foldersOptions, joinedText, readArguments } from '../options.ts';
import { clean, counted, type Output } from '../output.ts';

/** Lines of one file that are printed; `--json` has all. */
const maxLines = 12;

export const runSymbol: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, { ...foldersOptions, ...compactOptions });
  const name = joinedText('The name', positionals);
  return withFolder(values, context, async ({ service, folders, openMs }) => {
    if (values.compact) return printCompact('mesh_symbol', { name, cursor: values.cursor }, { service, folders }, context);
    const started = performance.now();
    const answer = await service.symbol(name, { signal: context.signal });
    const facts = await service.nameFacts(answer.name || name, context.signal);
    const ms = performance.now() - started;
    if (context.output.isJson) {
      const read = facts.map(({ endLine: _, ...one }) => placeJson(one, folders));
      context.output.json({ ...symbolJson(answer, folders), ...(read.length === 0 ? {} : { facts: read }), ms, openMs });
    } else print(answer, facts, context.output, folders);
    return 0;
  });
};

function symbolJson({ definitions, uses, sentences, ...rest }: SymbolAnswer, folders: FolderNames): object {
  const toJson = (place: { readonly folder: string; readonly path: string }): object => placeJson(place, folders);
  return {
    ...rest,
    definitions: definitions.map(toJson),
    uses: uses.map(toJson),
    sentences: sentences.map(({ endLine: _, ...sentence }) => toJson(sentence)),
  };
}

function print(answer: SymbolAnswer, facts: readonly NameFact[], output: Output, folders: FolderNames): void {
  const { style } = output;
  const place = (spot: { readonly folder: string; readonly path: string }): string => style.accent(clean(visiblePath(spot, { folders })));
  const { name, otherNames, definitions, uses, sentences, nearest, unread } = answer;
  if (otherNames.length > 0) output.line(`${style.dim('also')}  ${otherNames.map((other) => clean(other)).join(', ')}`);
  for (const definition of definitions) {
    const { startLine, kind, container, scope, text } = definition;
    const owner = container === undefined ? '' : ` of ${clean(container)}`;
    output.line(`${place(definition)}:${startLine}  ${style.strong(`${scope === 'local' ? 'local ' : ''}${kind}${owner}`)}`);
    for (const line of text === '' ? [] : text.split('\n')) output.line(`    ${clean(line.replaceAll('\t', '  '))}`);
  }
  let heading = '';
  for (const use of uses) {
    const own = useHeading(use);
    if (own !== heading) output.line(style.strong(own));
    heading = own;
    const { lines } = use;
    const more = lines.length > maxLines ? `, … (${counted(lines.length, 'line')})` : '';
    output.line(`    ${place(use)}:${lines.slice(0, maxLines).join(',')}${more}`);
  }
  if (sentences.length > 0) output.line(style.strong('sentences'));
  for (const sentence of sentences) output.line(`    ${place(sentence)}:${sentence.startLine}  ${clean(sentence.text)}`);
  if (facts.length > 0) output.line(style.strong('read by a model'));
  for (const one of facts) {
    const text = one.kind === 'alias' ? `also ${one.text}` : one.text;
    output.line(`    ${place(one)}:${one.startLine}  ${clean(text)}`);
  }
  if (unread > 0) output.note(`meshrag: ${counted(unread, 'file')} with the name could not be read, so some users may be missing`);
  if (definitions.length + uses.length + sentences.length + facts.length > 0) return;
  const near = nearest.length === 0 ? '' : `; nearest: ${nearest.map((one) => clean(one)).join(', ')}`;
  output.line(`Nothing is known about ${JSON.stringify(clean(name))}${near}.`);
}

function useHeading({ kind, where }: SymbolUse): string {
  return where === 'comment' ? `${kind} in comments` : where === 'doc' && kind === 'mentions' ? 'mentions in documents' : kind;
}
