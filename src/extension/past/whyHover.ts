/**
 * One line below the hover of a name that is defined once: the strongest reason for it. It comes from git, so it is a hover of its own, which no
 * other waits for.
 */

import * as vscode from 'vscode';
import { type WireReason, whyRequest } from '../../protocol/impact.ts';
import { escapeMarkdown, shorten } from '../../protocol/text/markdown.ts';
import { nameLink, showPlaceCommand } from '../../protocol/text/nameLink.ts';
import { openPlaceCommand, placeLink } from '../../protocol/text/placeLink.ts';
import { t } from '../../protocol/text/translate.ts';
import type { ServerClient } from '../client/client.ts';
import { toLinkedPlace } from '../editor/linkedPlaces.ts';
import { isHistoryOn, reasonWords } from './reasonWords.ts';

const maxQuote = 120;
/** In prose a word is a name if it is written like one. */
const proseLanguages: ReadonlySet<string> = new Set(['markdown', 'plaintext', 'restructuredtext', 'asciidoc', 'latex', 'org']);
const writtenLikeCode = /[a-z\d][A-Z]|_|^[A-Z][a-z]+[A-Z]/;

export function createWhyHover(client: ServerClient): vscode.Disposable {
  return vscode.languages.registerHoverProvider(
    { scheme: 'file' },
    {
      async provideHover(document, position, token) {
        const range = document.getWordRangeAtPosition(position);
        const name = range === undefined ? '' : document.getText(range);
        const isName = /^[\p{L}_$]/u.test(name) && (!proseLanguages.has(document.languageId) || writtenLikeCode.test(name));
        const isOn = vscode.workspace.getConfiguration('meshrag').get('hover', true) && isHistoryOn();
        if (!isName || !isOn || vscode.workspace.getWorkspaceFolder(document.uri) === undefined) return undefined;
        const place = { uri: document.uri.toString(), line: position.line };
        // No error is shown while the server restarts.
        const found = await client.request(whyRequest, { place, name, isBrief: true }, token).catch(() => undefined);
        const [reason] = found?.reasons ?? [];
        return reason === undefined || token.isCancellationRequested ? undefined : new vscode.Hover(lineFor(name, reason), range);
      },
    },
  );
}

/** The commit's link shows the name in This Place, where all reasons are; that of a line opens it. */
function lineFor(name: string, reason: WireReason): vscode.MarkdownString {
  const quote = `“${shorten('commit' in reason ? reason.commit.subject : reason.text, maxQuote)}”`;
  const place = 'commit' in reason ? undefined : toLinkedPlace(reason.place);
  const link = place === undefined ? nameLink(name) : placeLink(place);
  const line = new vscode.MarkdownString(`${t('Why')} · [${escapeMarkdown(quote)}](${link}) — ${escapeMarkdown(reasonWords(reason))}`);
  line.isTrusted = { enabledCommands: [showPlaceCommand, openPlaceCommand] };
  return line;
}
