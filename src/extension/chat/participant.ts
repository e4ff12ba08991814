/** The chat participant `@mesh`. */

import * as vscode from 'vscode';
import type { ServerClient } from '../client/client.ts';
import { localFolders } from '../client/configuration.ts';
import { messageOf } from '../client/strings.ts';
import { plainText } from '../editor/plainText.ts';
import { answerQuestion, type ChatAnswerer, type ChatTurn } from './answer.ts';
import { listCommunities } from './communities.ts';
import { explainSources } from './explain.ts';
import { nameToFollow } from './nameToFollow.ts';
import { listRelated } from './related.ts';
import { notesIn, participantId } from './thread.ts';

export interface ParticipantOptions extends ChatAnswerer {
  readonly client: ServerClient;
  readonly log: vscode.LogOutputChannel;
}

/** Registers `@mesh`; also returns the handler, for tests. */
export function createParticipant(options: ParticipantOptions): {
  readonly handler: vscode.ChatRequestHandler;
  readonly disposable: vscode.Disposable;
} {
  const handler: vscode.ChatRequestHandler = (request, context, response, token) => respond(options, { request, context, response, token });
  // Editors derived from VS Code may lack a chat.
  if (typeof vscode.chat?.createChatParticipant !== 'function') return { handler, disposable: new vscode.Disposable(() => undefined) };
  const participant = vscode.chat.createChatParticipant(participantId, handler);
  participant.iconPath = new vscode.ThemeIcon('type-hierarchy-sub');
  participant.followupProvider = { provideFollowups: followups };
  return { handler, disposable: participant };
}

async function respond(options: ParticipantOptions, turn: ChatTurn): Promise<vscode.ChatResult> {
  const { client, log } = options;
  const { request, response, token } = turn;
  if (localFolders().length === 0) {
    response.markdown(plainText(vscode.l10n.t('No folder is open. MeshRAG answers from the files of a folder.')));
    return {};
  }
  try {
    if (request.command === 'related') return await listRelated(client, turn);
    if (request.command === 'communities') return await listCommunities(client, turn);
    if (request.command === 'why') return await explainSources(client, turn);
    if (request.prompt.trim() === '') {
      response.markdown(
        plainText(vscode.l10n.t('Ask something about this workspace: how a thing works, where it is defined, who uses it.')),
      );
      return {};
    }
    return await answerQuestion(options, turn);
  } catch (error) {
    if (token.isCancellationRequested) return {};
    log.error(`@mesh: ${error instanceof Error ? error.message : String(error)}`);
    return { errorDetails: { message: messageOf(error) } };
  }
}

function followups(result: vscode.ChatResult): vscode.ChatFollowup[] {
  const notes = notesIn(result);
  const { t } = vscode.l10n;
  if (notes === undefined || notes.sources.length === 0) return [];
  const name = nameToFollow(notes);
  const all: vscode.ChatFollowup[] = [
    ...(notes.answer === '' ? [] : [{ prompt: '', command: 'why', label: t('Why these sources?') }]),
    ...(name ? [{ prompt: name, command: 'related', label: t('What is related to {0}?', name) }] : []),
  ];
  return all.filter(({ command }) => command !== result.metadata?.command);
}
