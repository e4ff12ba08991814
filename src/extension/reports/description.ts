/**
 * **Describe This Workspace**: one page of the answer panel on the structure of the workspace, every sentence quoted from a file and linked
 * to its line. If a model is chosen, a button has it describe the workspace in its own words: the page's sentences are the context of the
 * question, so that the passages they come from rank best.
 */

import * as vscode from 'vscode';
import { t } from '../../protocol/text/translate.ts';
import { overviewRequest, type WireOverview, type WireQuote } from '../../protocol/treeRows.ts';
import type { ServerClient } from '../client/client.ts';
import type { Answerer } from '../models/answerer.ts';
import { Page } from '../panels/answer/page.ts';
import type { PageSource, Pages } from '../panels/answer/pages.ts';
import { cornerName, inFiles, partName } from '../views/partNames.ts';

const maxStart = 10;

export interface Description extends vscode.Disposable {
  show(): Promise<Page>;
}

/** @param answerer names the model that was chosen, if any. */
export function createDescription(
  client: ServerClient,
  answerer: Pick<Answerer, 'modelName' | 'onDidChangeModel'>,
  pages: Pages,
): Description {
  const source: PageSource = {
    title: t('What this workspace is'),
    async make() {
      const { folders } = await client.request(overviewRequest, {});
      return createPage(folders, answerer.modelName);
    },
  };
  const following = answerer.onDidChangeModel(() => void pages.redraw(source).catch(() => undefined));
  return { show: () => pages.show(source), dispose: () => following.dispose() };
}

function createPage(folders: readonly WireOverview[], model: string | undefined): Page {
  const page = new Page();
  const described = folders.filter(({ parts }) => parts.length > 0);
  if (described.length === 0) {
    page.line(t('No file in this workspace is indexed, so there is nothing to describe. The index report explains why.'));
    return page;
  }
  if (model !== undefined) {
    // Through the panel, which asks for permission and cites.
    const question = t('What is this workspace, how is it organised, and where should I start reading?');
    const context = described.flatMap(quotesOf).map(({ text }) => text);
    page.button(t('Have {0} write it', model), () =>
      vscode.commands.executeCommand('meshrag.ask', { question, context: context.join('\n') }),
    );
  }
  for (const folder of described) describeFolder(folder, page);
  return page;
}

function quotesOf({ says, parts }: WireOverview): readonly WireQuote[] {
  return [says, ...parts.map((part) => part.says)].filter((quote) => quote !== undefined);
}

function describeFolder({ name: title, files, says, entryPoints, startWith, parts, corners }: WireOverview, page: Page): void {
  page.heading(2, title);
  if (says !== undefined) page.quote(says.text, says.place);
  else page.line(t('No README or manifest says what it is for.'));
  page.line(t('{0} in {1} parts', inFiles(files), parts.length));
  if (entryPoints.length > 0) {
    page.heading(3, t('Entry points'));
    page.list(entryPoints.map(({ name, place }) => [`${name}: `, place]));
  }
  page.heading(3, t('Start with'));
  page.list(startWith.slice(0, maxStart).map((place) => [place]));
  page.heading(3, t('Parts'));
  for (const part of parts) {
    page.heading(4, `${partName(part)} (${inFiles(part.files)})`);
    if (part.says !== undefined) page.quote(part.says.text, part.says.place);
    else if (part.holds.length > 0) page.line(part.holds.join(', '));
    page.line(...part.first.flatMap((place, i) => (i === 0 ? [place] : [', ', place])));
  }
  if (corners.length === 0) return;
  page.heading(3, t('Other'));
  page.list(corners.map(({ corner, files: left }) => [`${cornerName(corner)}: ${inFiles(left)}`]));
}
