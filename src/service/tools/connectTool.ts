/** `mesh_connect`: how two names, files or places are connected, for agents. */

import { MessageError, textOf } from '../../messages/messages.ts';
import type { connectTool } from '../../tools/definitions.ts';
import { InputError, type InputOf } from '../../tools/inputSchema.ts';
import type { ToolItem, ToolResult } from '../../tools/toolResult.ts';
import type { ConnectAnswer, ConnectedPath } from '../types/relations.ts';
import { placeText, SecretMask } from './passages.ts';
import type { ToolContext } from './toolContext.ts';

export async function connectEnds(
  { from, to }: InputOf<typeof connectTool.inputSchema>,
  context: ToolContext,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const { service, retriever, within: scope } = context;
  const answer = await service.connect(from, to, { ...retriever, scope, signal }).catch((error) => {
    throw error instanceof MessageError ? new InputError(error.message) : error;
  });
  const [best, ...others] = answer.paths;
  const mask = new SecretMask();
  const { line } = mask;
  const items = best === undefined ? [] : pathItems(best, context, line);
  const further = others.map((path) => line(`Another path: ${oneLinePath(path, context)}`));
  return { intro: [...introduction(answer).map(line), ...further], items, masked: mask.count };
}

function introduction({ paths: [best], notes }: ConnectAnswer): readonly string[] {
  const count = best?.passages.length ?? 0;
  const lead =
    count === 1 ? 'One passage holds both.' : `Connected by ${count} passages, in order; each shares a name with the one before.`;
  return [...(best === undefined ? [] : [lead]), ...notes.map((note) => textOf([note]))];
}

function pathItems({ passages, links }: ConnectedPath, context: ToolContext, line: (text: string) => string): ToolItem[] {
  return passages.map((passage, i) => {
    const link = links[i - 1];
    const by = link === undefined ? [] : [line(`by ${link.name}, which ${link.holders} passages hold`)];
    const names = passage.names.map(({ name, use, text, line: at }) =>
      line(`${use} ${name}${at === undefined ? '' : ` (line ${at})`}: ${text}`),
    );
    return {
      lines: [line(`${placeText(passage, context)}${passage.title === '' ? '' : ` ${JSON.stringify(passage.title)}`}`), ...by, ...names],
    };
  });
}

function oneLinePath({ passages, links }: ConnectedPath, context: ToolContext): string {
  return passages.map((passage, i) => `${i === 0 ? '' : ` by ${links[i - 1]?.name} to `}${placeText(passage, context)}`).join('');
}
