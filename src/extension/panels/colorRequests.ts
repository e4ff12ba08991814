import type * as vscode from 'vscode';
import { type ColorsAnswer, type ColorsQuery, colorsRequest } from '../../protocol/panels/colors.ts';
import type { ServerClient } from '../client/client.ts';

/** Answers a panel's request for syntax colours. Without them the code stays uncoloured, so failures are ignored. */
export async function answerColors(client: ServerClient, webview: vscode.Webview, { id, items }: ColorsQuery): Promise<void> {
  const none = { colors: items.map(() => []) };
  const { colors } = await client.request(colorsRequest, { items }).catch(() => none);
  await webview.postMessage({ type: 'colors', id, colors } satisfies ColorsAnswer);
}
