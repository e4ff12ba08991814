/** The tools for VS Code's agents. Their descriptions are in `package.json`; the language server validates inputs and runs them. */

import * as vscode from 'vscode';
import { t } from '../../protocol/text/translate.ts';
import { toolRequest } from '../../protocol/tools.ts';
import { grepTool, impactTool, overviewTool, searchTool, symbolTool, toolDefinitions } from '../../tools/definitions.ts';
import type { ServerClient } from '../client/client.ts';
import { plainText } from '../editor/plainText.ts';
import { isOffline } from '../models/requests/gate.ts';

/** A page that takes more tokens than the model has is made smaller, this often, by more than it is too long. */
const maxShrinks = 3;
const margin = 0.9;
const minCharacters = 100;

type Invocation = vscode.LanguageModelToolInvocationOptions<unknown>;

export function registerTools(client: ServerClient): vscode.Disposable[] {
  return toolDefinitions.map(({ name }) =>
    vscode.lm.registerTool<unknown>(name, {
      invoke: (invocation, token) => invoke(client, name, invocation, token),
      prepareInvocation: ({ input }) => prepareInvocation(name, input),
    }),
  );
}

/** Throws a sentence that the model can read if the call is rejected. */
async function invoke(
  client: ServerClient,
  name: string,
  { input, tokenizationOptions: tokens }: Invocation,
  token: vscode.CancellationToken,
) {
  // The calling model may be remote, and the offline switch overrides everything.
  if (isOffline()) throw new Error(t('MeshRAG is set to offline, so it shows models nothing from this workspace.'));
  const ask = async (maxCharacters?: number): Promise<string> => {
    const { refused, text } = await client.request(toolRequest, { name, input, maxCharacters }, token);
    if (refused !== undefined) throw new Error(refused);
    return text;
  };
  let text = await ask();
  for (let tries = 0; tokens !== undefined && tries < maxShrinks; tries++) {
    const counted = await tokens.countTokens(text, token);
    if (counted <= tokens.tokenBudget) break;
    text = await ask(Math.max(minCharacters, Math.floor((text.length * tokens.tokenBudget * margin) / counted)));
  }
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}

function toFields(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
}

/** The texts shown to the user before and while a tool runs. The input is not validated yet. */
export function prepareInvocation(name: string, input: unknown): vscode.PreparedToolInvocation {
  const { question: first, also, name: symbol, to, why, of, path, pattern } = toFields(input);
  const question = [first, ...(Array.isArray(also) ? also : [])].join('” · “');
  const shortened = (value: unknown) => String(value ?? '').slice(0, 200);
  switch (name) {
    case searchTool.name:
      return prepared(
        t('Searching the workspace for “{0}”', shortened(question)),
        t('Search the workspace?'),
        t('MeshRAG looks for “{0}” in its index.', shortened(question)),
      );
    case symbolTool.name:
      if (to !== undefined)
        return prepared(
          t('Looking for how “{0}” and “{1}” are connected', shortened(symbol), shortened(to)),
          t('Look for a connection?'),
          t('MeshRAG looks for passages that connect “{0}” with “{1}”.', shortened(symbol), shortened(to)),
        );
      if (why === true)
        return prepared(
          t('Looking for why “{0}” is so', shortened(symbol)),
          t('Look for reasons?'),
          t('MeshRAG looks for commits, records and comments that say why “{0}” is so.', shortened(symbol)),
        );
      return prepared(
        t('Looking for who defines and uses “{0}”', shortened(symbol)),
        t('Look for a name?'),
        t('MeshRAG looks for who defines “{0}” and who uses it.', shortened(symbol)),
      );
    case impactTool.name:
      return prepared(
        of === undefined
          ? t('Looking for what the uncommitted changes reach')
          : t('Looking for what a change of “{0}” reaches', shortened(of)),
        t('Look for what a change reaches?'),
        of === undefined
          ? t('MeshRAG looks for what uses the uncommitted changes, or is related to them.')
          : t('MeshRAG looks for what uses “{0}”, or is related to it.', shortened(of)),
      );
    case grepTool.name:
      return prepared(
        t('Looking for every line with “{0}”', shortened(pattern)),
        t('Look for lines?'),
        t('MeshRAG looks for every line with “{0}”.', shortened(pattern)),
      );
    case overviewTool.name:
      return path === undefined
        ? prepared(
            t('Describing the workspace'),
            t('Describe the workspace?'),
            t('MeshRAG lists its parts, with what their authors say about them.'),
          )
        : prepared(
            t('Outlining {0}', shortened(path)),
            t('Outline a file or folder?'),
            t('MeshRAG lists what {0} defines or contains.', shortened(path)),
          );
    default:
      return {};
  }
}

/** @param progress shown while the tool runs. @param title of the question that the user confirms. @param what the tool does. */
function prepared(progress: string, title: string, what: string): vscode.PreparedToolInvocation {
  const leaves = t('The passages found are sent to the requesting model; values that look like secrets are masked.');
  return { invocationMessage: plainText(progress), confirmationMessages: { title, message: plainText(`${what} ${leaves}`) } };
}
