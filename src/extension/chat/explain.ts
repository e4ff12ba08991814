/** `/why`: the path of links from the question to each source of the last answer, or to the results of a new question. */

import * as vscode from 'vscode';
import { searchRequest } from '../../protocol/server.ts';
import type { ServerClient } from '../client/client.ts';
import { plainText } from '../editor/plainText.ts';
import type { ChatTurn } from './answer.ts';
import { locationOf, placeName } from './places.ts';
import { type AnswerNotes, lastNotes, type NumberedSource, notesOf } from './thread.ts';

/** Explains the sources of the last answer, or the one with the given number; with a question, its results. */
export async function explainSources(client: ServerClient, { request, context, response, token }: ChatTurn): Promise<vscode.ChatResult> {
  const asked = request.prompt.trim();
  const number = /^\[?(\d{1,3})\]?$/.exec(asked)?.[1];
  const notes = asked !== '' && number === undefined ? await found(client, asked, token) : lastNotes(context);
  if (notes === undefined || notes.sources.length === 0) {
    response.markdown(
      plainText(
        asked === '' || number
          ? vscode.l10n.t('There is no answer yet whose sources could be explained. Ask @mesh a question first, or put one after /why.')
          : vscode.l10n.t('Nothing in this workspace mentions that.'),
      ),
    );
    return {};
  }
  const wanted = number === undefined ? notes.sources : notes.sources.filter(({ n }) => n === Number(number));
  if (wanted.length === 0) response.markdown(plainText(vscode.l10n.t('The last answer has no source {0}.', number ?? '')));
  else response.markdown(plainText(`${vscode.l10n.t('How “{0}” leads to its sources:', notes.question)}\n`));
  for (const source of wanted) showLinks(response, source);
  return { metadata: { meshrag: notes, command: 'why' } };
}

async function found(client: ServerClient, query: string, token: vscode.CancellationToken): Promise<AnswerNotes> {
  const { sources } = await client.request(searchRequest, { query, limit: 8 }, token);
  return notesOf(
    query,
    sources.map((source, i) => ({ ...source, n: i + 1 })),
  );
}

/** One line: number and place, the steps that led there, the evidence in words. */
function showLinks(response: vscode.ChatResponseStream, source: NumberedSource): void {
  response.markdown(plainText(`\n${source.n} `));
  response.anchor(locationOf(source), placeName(source));
  response.markdown(plainText(` ${source.why}\n`));
  if (source.way.length === 0) return;
  response.markdown(plainText(`    ${vscode.l10n.t('question')}`));
  for (const { label, place } of source.way) {
    response.markdown(plainText(' → '));
    if (place) response.anchor(locationOf(place), placeName(place));
    else response.markdown(plainText(label));
  }
  response.markdown('\n');
}
