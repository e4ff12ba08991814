/** The chat participant `@mesh`. */

import * as vscode from 'vscode';
import { errorMessage } from '../../messages/messages.ts';
import { reference, type WireCommunity } from '../../protocol/places.ts';
import { communitiesRequest, communityRequest } from '../../protocol/server.ts';
import { t } from '../../protocol/text/translate.ts';
import type { ServerClient } from '../client/client.ts';
import { localFolders } from '../client/configuration.ts';
import { messageOf } from '../client/strings.ts';
import { count } from '../editor/numbers.ts';
import { namedText, plainText } from '../editor/plainText.ts';
import type { Answerer } from '../models/answerer.ts';
import { answerQuestion, type ChatAnswerer, type ChatTurn } from './answer.ts';
import { toLocation } from './chatPlaces.ts';
import { findPlaces } from './findPlaces.ts';
import { nameToFollow } from './nameToFollow.ts';
import { listRelated } from './relatedCommand.ts';
import { type AnswerNotes, lastNotes, type NumberedSource, notesIn, participantId, takeNotes } from './thread.ts';

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
    response.markdown(plainText(t('No folder is open. MeshRAG answers from the files of a folder.')));
    return {};
  }
  try {
    if (request.command === 'related') return await listRelated(options, turn);
    if (request.command === 'communities') return await listCommunities(client, turn);
    if (request.command === 'why') return await explainSources(options, turn);
    if (request.prompt.trim() === '') {
      response.markdown(plainText(t('Ask something about this workspace: how a thing works, where it is defined, who uses it.')));
      return {};
    }
    return await answerQuestion(options, turn);
  } catch (error) {
    if (token.isCancellationRequested) return {};
    log.error(`@mesh: ${errorMessage(error)}`);
    return { errorDetails: { message: messageOf(error) } };
  }
}

function followups(result: vscode.ChatResult): vscode.ChatFollowup[] {
  const notes = notesIn(result);
  if (notes === undefined || notes.sources.length === 0) return [];
  const name = nameToFollow(notes);
  const all: vscode.ChatFollowup[] = [
    ...(notes.answer === '' ? [] : [{ prompt: '', command: 'why', label: t('Why these sources?') }]),
    ...(name ? [{ prompt: name, command: 'related', label: t('What is related to {0}?', name) }] : []),
  ];
  return all.filter(({ command }) => command !== result.metadata?.command);
}

/** `/communities`: the subjects of the workspace, or those containing a word, each with places to start from. */
const maxListed = 10;
const maxPlaces = 3;

async function listCommunities(client: ServerClient, { request, response, token }: ChatTurn): Promise<vscode.ChatResult> {
  const { communities } = await client.request(communitiesRequest, {}, token);
  const words = request.prompt.toLowerCase().match(/[\p{L}\p{M}\p{N}_$]{2,}/gu) ?? [];
  const wanted = words.length === 0 ? communities : communities.filter((one) => words.some((word) => isNamed(one, word)));
  if (wanted.length === 0) {
    response.markdown(plainText(words.length === 0 ? t('There are no communities yet.') : t('No community matches these words.')));
    return {};
  }
  const shown = wanted.slice(0, maxListed);
  response.markdown(plainText(`${t('{0} of {1} communities', count(shown.length), count(wanted.length))}\n`));
  for (const { id, name, size, files, entities } of shown) {
    const facts = t('{0} passages in {1} files', count(size), count(files));
    response.markdown(namedText(name, ` · ${facts}\n${t('shares {0}', entities.slice(0, 6).join(', '))}`));
    const { chunks } = await client.request(communityRequest, { id }, token);
    for (const chunk of chunks.slice(0, maxPlaces)) {
      response.anchor(toLocation(chunk), reference(chunk));
      response.markdown('  ');
    }
    response.markdown('\n');
  }
  return {};
}

function isNamed({ name, entities }: WireCommunity, word: string): boolean {
  return [name, ...entities].some((text) => text.toLowerCase().includes(word));
}

/** Explains the sources of the last answer, or the one with the given number; with a question, its results. */
async function explainSources({ answerer }: ChatAnswerer, turn: ChatTurn): Promise<vscode.ChatResult> {
  const { request, context, response } = turn;
  const asked = request.prompt.trim();
  const number = /^\[?(\d{1,3})\]?$/.exec(asked)?.[1];
  const notes = asked !== '' && number === undefined ? await found(answerer, asked, turn) : lastNotes(context);
  if (notes === undefined || notes.sources.length === 0) {
    response.markdown(
      plainText(
        asked === '' || number
          ? t('There is no answer to explain yet. Ask @mesh a question first, or type one after /why.')
          : t('Nothing in this workspace matches the question.'),
      ),
    );
    return {};
  }
  const wanted = number === undefined ? notes.sources : notes.sources.filter(({ n }) => n === Number(number));
  if (wanted.length === 0) response.markdown(plainText(t('The last answer has no source {0}.', number ?? '')));
  else response.markdown(plainText(`${t('How “{0}” leads to its sources:', notes.question)}\n`));
  for (const source of wanted) showLinks(response, source);
  return { metadata: { meshrag: notes, command: 'why' } };
}

async function found(answerer: Answerer, query: string, turn: ChatTurn): Promise<AnswerNotes> {
  const sources = await findPlaces(answerer, query, 8, turn);
  return takeNotes(
    query,
    sources.map((source, i) => ({ ...source, n: i + 1 })),
  );
}

/** One line: number and place, the steps that led there, the evidence in words. */
function showLinks(response: vscode.ChatResponseStream, source: NumberedSource): void {
  response.markdown(plainText(`\n${source.n} `));
  response.anchor(toLocation(source), reference(source));
  response.markdown(plainText(` ${source.why}\n`));
  if (source.steps.length === 0) return;
  response.markdown(plainText(`    ${t('question')}`));
  for (const { label, place } of source.steps) {
    response.markdown(plainText(' → '));
    if (place) response.anchor(toLocation(place), reference(place));
    else response.markdown(plainText(label));
  }
  response.markdown('\n');
}
