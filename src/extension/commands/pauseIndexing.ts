/** Pauses and resumes indexing. Meanwhile questions are answered from the current index. */

import * as vscode from 'vscode';
import { pauseRequest, resumeRequest } from '../../protocol/server.ts';
import type { CommandContext } from './context.ts';

export async function pauseIndexing({ client }: CommandContext): Promise<void> {
  await client.request(pauseRequest, {});
  await vscode.commands.executeCommand('setContext', 'meshrag.paused', true);
}

export async function resumeIndexing({ client }: CommandContext): Promise<void> {
  await client.request(resumeRequest, {});
  await vscode.commands.executeCommand('setContext', 'meshrag.paused', false);
}
