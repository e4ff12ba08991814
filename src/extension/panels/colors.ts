import type * as vscode from 'vscode';
import { type ColorsAnswer, type ColorsQuery, colorsRequest } from '../../protocol/panels/colors.ts';
import type { ServerClient } from '../client/client.ts';

/** Answers a panel that asks for the colours of its code. Without an answer it stays as it is, so a failure is nobody's concern. */
export async function answerColors(client: ServerClient, webview: vscode.Webview, { id, items }: ColorsQuery): Promise<void> {
  const none = { colors: items.map(() => []) };
  const { colors } = await client.request(colorsRequest, { items }).catch(() => none);
  await webview.postMessage({ type: 'colors', id, colors } satisfies ColorsAnswer);
}
