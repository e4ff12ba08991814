/**
 * **Describe This Workspace**: one page on the structure of the workspace, every sentence quoted from a file and linked to its line. A
 * read-only document, regenerated each time it is opened. If a model is chosen, a code lens lets it describe the workspace in its own
 * words: the page's sentences are the context of the question, so that the passages they come from rank best.
 */

import * as vscode from 'vscode';
import type { WirePlace } from '../../protocol/places.ts';
import { overviewRequest, type WireOverview, type WireQuote } from '../../protocol/treeRows.ts';
import type { ServerClient } from '../client/client.ts';
import type { Answerer } from '../models/answerer.ts';
import { cornerName, inFiles, partName } from '../views/partNames.ts';

const scheme = 'meshrag-description';
const uri = vscode.Uri.from({ scheme, path: '/Description of this workspace.md' });
const maxStart = 10;

export interface Description extends vscode.Disposable {
  show(): Promise<void>;
}

/** @param answerer names the model that was chosen, if any. */
export function createDescription(client: ServerClient, answerer: Pick<Answerer, 'modelName' | 'onDidChangeModel'>): Description {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let page = new Page();
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: async (_, token) => {
      const { folders } = await client.request(overviewRequest, {}, token);
      page = createPage(folders);
      return page.text;
    },
  });
  const lenses = vscode.languages.registerCodeLensProvider(
    { scheme },
    {
      onDidChangeCodeLenses: answerer.onDidChangeModel,
      provideCodeLenses: () => (answerer.modelName === undefined ? [] : [createLens(answerer.modelName, page)]),
    },
  );
  const links = vscode.languages.registerDocumentLinkProvider({ scheme }, { provideDocumentLinks: () => [...page.links] });
  return {
    async show() {
      changed.fire(uri);
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document, { preview: true });
    },
    dispose() {
      lenses.dispose();
      links.dispose();
      provider.dispose();
      changed.dispose();
    },
  };
}

/** Asks the model through the answer panel, which asks for permission and cites. */
function createLens(model: string, { quotes }: Page): vscode.CodeLens {
  const { t } = vscode.l10n;
  const question = t('What is this workspace, how is it made, and where does one begin to read?');
  return new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
    command: 'meshrag.ask',
    title: t('Have {0} write it', model),
    arguments: [{ question, context: quotes.join('\n') }],
  });
}

/** Lines with linked places. */
class Page {
  readonly links: vscode.DocumentLink[] = [];
  /** The sentences, without their places. */
  readonly quotes: string[] = [];
  readonly #lines: string[] = [];

  get text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  /** Adds a line of texts and places, each place as a link. */
  line(...parts: readonly (string | WirePlace)[]): void {
    let line = '';
    for (const part of parts) {
      if (typeof part === 'string') {
        line += part;
        continue;
      }
      const shown = part.startLine > 1 ? `${part.path}:${part.startLine}` : part.path;
      const range = new vscode.Range(this.#lines.length, line.length, this.#lines.length, line.length + shown.length);
      this.links.push(new vscode.DocumentLink(range, vscode.Uri.parse(part.uri, true).with({ fragment: `L${part.startLine}` })));
      line += shown;
    }
    this.#lines.push(line);
  }

  heading(depth: number, text: string): void {
    if (this.#lines.length > 0) this.line('');
    this.line(`${'#'.repeat(depth)} ${text}`);
    this.line('');
  }

  quote({ text, place }: WireQuote): void {
    this.quotes.push(text);
    this.line(`> ${text}  `);
    this.line('> ', place);
  }
}

function createPage(folders: readonly WireOverview[]): Page {
  const page = new Page();
  const described = folders.filter(({ parts }) => parts.length > 0);
  if (described.length === 0) {
    page.line(vscode.l10n.t('No file of this workspace is indexed, so there is nothing to describe. The report of the index says why.'));
    return page;
  }
  for (const folder of described) describeFolder(folder, page);
  return page;
}

function describeFolder({ name: title, files, says, entryPoints, startWith, parts, corners }: WireOverview, page: Page): void {
  const { t } = vscode.l10n;
  page.heading(1, title);
  if (says !== undefined) page.quote(says);
  else page.line(t('No README or manifest says what it is for.'));
  page.line('');
  page.line(t('{0} in {1} parts', inFiles(files), parts.length));
  if (entryPoints.length > 0) {
    page.heading(2, t('Entry points'));
    for (const { name, place } of entryPoints) page.line(`- ${name}: `, place);
  }
  page.heading(2, t('Start with'));
  for (const place of startWith.slice(0, maxStart)) page.line('- ', place);
  page.heading(2, t('Parts'));
  for (const part of parts) {
    page.line(`### ${partName(part)} (${inFiles(part.files)})`);
    page.line('');
    if (part.says !== undefined) page.quote(part.says);
    else if (part.holds.length > 0) page.line(part.holds.join(', '));
    page.line('');
    page.line('- ', ...part.first.flatMap((place, i) => (i === 0 ? [place] : [', ', place])));
    page.line('');
  }
  if (corners.length === 0) return;
  page.line(`## ${t('Other')}`);
  page.line('');
  for (const { corner, files: left } of corners) page.line(`- ${cornerName(corner)}: ${inFiles(left)}`);
}
