/** Runs the tools called by the editor's agents. */

import type { ToolAnswer, ToolParams } from '../../protocol/tools.ts';
import { runTool } from '../../service/tools/runTool.ts';
import type { ToolContext } from '../../service/tools/toolContext.ts';
import { InputError } from '../../tools/inputSchema.ts';
import { type Session, sessionRetriever } from '../session.ts';

/** The tool's answer; a rejected call is an answer too, since the model can correct it. */
export async function answerTool(session: Session, { name, input, maxCharacters }: ToolParams, signal: AbortSignal): Promise<ToolAnswer> {
  const refusal = (refused: string): ToolAnswer => ({ refused, text: '' });
  if (session.folders.names.size === 0) return refusal('No folder is open that could be searched');
  try {
    return { text: (await runTool(name, input, await createContext(session), { maxCharacters, signal })).text };
  } catch (error) {
    if (error instanceof InputError) return refusal(error.message);
    throw error;
  }
}

async function createContext(session: Session): Promise<ToolContext> {
  const { service, folders, uris, documents } = session;
  return {
    service,
    folders: folders.names,
    retriever: await sessionRetriever(session),
    unsavedText: (file) => documents.unsavedText(uris.toUri(file)),
  };
}
