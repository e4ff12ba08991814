/** `/related`: what shares names with the place that the user named or selected, or with the cursor. */

import * as vscode from 'vscode';
import { reference, type Source } from '../../protocol/places.ts';
import { relatedRequest } from '../../protocol/server.ts';
import { t } from '../../protocol/text/translate.ts';
import type { ServerClient } from '../client/client.ts';
import { plainText } from '../editor/plainText.ts';
import type { Answerer } from '../models/answerer.ts';
import type { ChatTurn } from './answer.ts';
import { toLocation } from './chatPlaces.ts';
import { findPlaces } from './findPlaces.ts';
import { takeNotes } from './thread.ts';

interface At {
  readonly uri: vscode.Uri;
  readonly position: vscode.Position;
}

const maxListed = 10;

export async function listRelated(
  { client, answerer }: { readonly client: ServerClient; readonly answerer: Answerer },
  { request, response, token }: ChatTurn,
): Promise<vscode.ChatResult> {
  const asked = request.prompt.trim();
  const at = asked === '' ? placeOf(request) : undefined;
  if (asked === '' && at === undefined) {
    response.markdown(plainText(t('Put the cursor on a name in an editor, or name something after /related.')));
    return {};
  }
  const found = at === undefined ? await findPlaces(answerer, asked, maxListed, { request, response, token }) : undefined;
  const sources = found === undefined ? await around(client, at as At, token) : await withRelated(client, found, token);
  const what = at === undefined ? asked : `${vscode.workspace.asRelativePath(at.uri)}:${at.position.line + 1}`;
  if (sources.length === 0) response.markdown(plainText(t('Nothing is related to {0}.', what)));
  else response.markdown(plainText(`${t('Related to {0}:', what)}\n`));
  for (const source of sources) {
    response.markdown(plainText('\n'));
    response.anchor(toLocation(source), reference(source));
    response.markdown(plainText(` ${source.why}\n`));
    response.reference(toLocation(source));
  }
  return {
    metadata: {
      command: 'related',
      meshrag: takeNotes(
        what,
        sources.map((source, i) => ({ ...source, n: i + 1 })),
      ),
    },
  };
}

/** An attached selection, otherwise the active editor's cursor. */
function placeOf({ references }: vscode.ChatRequest): At | undefined {
  for (const { value } of references) if (value instanceof vscode.Location) return { uri: value.uri, position: value.range.start };
  const editor = vscode.window.activeTextEditor;
  return editor && { uri: editor.document.uri, position: editor.selection.active };
}

async function around(client: ServerClient, { uri, position }: At, token: vscode.CancellationToken): Promise<readonly Source[]> {
  const at = { uri: uri.toString(), line: position.line, character: position.character, limit: maxListed };
  return (await client.request(relatedRequest, at, token)).sources;
}

/** The best results, and what is related to the first. */
async function withRelated(client: ServerClient, found: readonly Source[], token: vscode.CancellationToken): Promise<readonly Source[]> {
  const [best] = found;
  if (!best) return [];
  const at = { uri: vscode.Uri.parse(best.uri), position: new vscode.Position(best.startLine - 1, best.startColumn ?? 0) };
  const others = await around(client, at, token);
  const known = new Set(found.slice(0, 3).map(reference));
  return [...found.slice(0, 3), ...others.filter((source) => !known.has(reference(source)))].slice(0, maxListed);
}
