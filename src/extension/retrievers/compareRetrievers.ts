/** Compare Retrievers: one question, asked of up to four systems, as a page of the answer panel with a column for each. */

import * as vscode from 'vscode';
import { check, hasField, list, object, optional, text } from '../../protocol/schema.ts';
import { searchRequest } from '../../protocol/server.ts';
import { t } from '../../protocol/text/translate.ts';
import type { ServerClient } from '../client/client.ts';
import { messageOf, textIn } from '../client/strings.ts';
import type { QuestionHistory } from '../editor/history.ts';
import type { Page } from '../panels/answer/page.ts';
import type { Pages } from '../panels/answer/pages.ts';
import { type ComparedSystem, comparisonPage } from './comparisonPage.ts';
import { checkSystem, currentSystem, type OfferedSystem } from './offered.ts';

const maxSystems = 4;
const maxPlaces = 10;

export interface RetrieverComparison {
  /** `argument` may be `{ question, systems? }`; otherwise both are asked for. Returns the page. */
  show(argument: unknown): Promise<Page | undefined>;
}

interface Asked {
  readonly question: string;
  readonly systems: readonly string[];
}

export function createRetrieverComparison(
  client: ServerClient,
  history: QuestionHistory,
  offered: readonly OfferedSystem[],
  pages: Pages,
): RetrieverComparison {
  async function ask({ question, systems }: Asked, token: vscode.CancellationToken): Promise<readonly ComparedSystem[]> {
    const compared: ComparedSystem[] = [];
    for (const system of systems) {
      if (token.isCancellationRequested) return compared;
      try {
        const found = await client.request(searchRequest, { query: question, system, limit: maxPlaces }, token);
        compared.push({ system, found: found.notes === undefined ? found : { problem: textIn(found.notes) } });
      } catch (error) {
        // The others are compared nevertheless.
        compared.push({ system, found: { problem: messageOf(error) } });
      }
    }
    return compared;
  }

  return {
    async show(argument) {
      const asked = readArgument(argument, offered) ?? (await askUser(history, offered));
      if (asked === undefined) return undefined;
      const progress = { location: vscode.ProgressLocation.Notification, title: t('Comparing retrievers'), cancellable: true };
      const compared = await vscode.window.withProgress(progress, async (_, token) => {
        const found = await ask(asked, token);
        return token.isCancellationRequested ? undefined : found;
      });
      if (compared === undefined) return undefined;
      const title = t('Comparison of retrievers');
      return pages.show({ title, make: () => comparisonPage(asked.question, compared) });
    },
  };
}

function readArgument(argument: unknown, offered: readonly OfferedSystem[]): Asked | undefined {
  if (!hasField(argument, 'question')) return undefined;
  const { question, systems } = check(object({ question: text(), systems: optional(list(text(100))) }), argument);
  const asked = [...new Set(systems ?? offered.slice(0, maxSystems).map(({ id }) => id))].map((id) => checkSystem(id, offered));
  if (asked.length < 1 || asked.length > maxSystems)
    throw new Error(t('{0} retrievers cannot be compared: choose one to {1}.', asked.length, maxSystems));
  if (question.trim() === '') throw new Error(t('There is no question: type one to compare retrievers.'));
  return { question, systems: asked };
}

async function askUser(history: QuestionHistory, offered: readonly OfferedSystem[]): Promise<Asked | undefined> {
  const question = await vscode.window.showInputBox({
    title: t('Compare retrievers'),
    prompt: t('The question to ask each of them'),
    value: history.list()[0] ?? '',
    ignoreFocusOut: true,
    validateInput: (typed) => (typed.trim() === '' ? t('There is no question: type one to compare retrievers.') : undefined),
  });
  if (question === undefined) return undefined;
  const systems = await pickSystems(offered);
  return systems && { question, systems };
}

/** Up to `maxSystems`; too many are asked for again. */
async function pickSystems(offered: readonly OfferedSystem[]): Promise<readonly string[] | undefined> {
  const current = currentSystem();
  let chosen = new Set([...new Set([current, ...offered.map(({ id }) => id)])].slice(0, maxSystems));
  for (;;) {
    const items = offered.map(({ id, description }) => ({ label: id, detail: description, picked: chosen.has(id) }));
    const picked = await vscode.window.showQuickPick(items, {
      title: t('Compare retrievers'),
      placeHolder: t('Choose up to {0}', maxSystems),
      canPickMany: true,
      ignoreFocusOut: true,
    });
    if (picked === undefined || picked.length === 0) return undefined;
    const ids = picked.map(({ label }) => label);
    if (ids.length <= maxSystems) return ids;
    chosen = new Set(ids);
    vscode.window.showWarningMessage(t('{0} retrievers cannot be compared: choose one to {1}.', ids.length, maxSystems));
  }
}
