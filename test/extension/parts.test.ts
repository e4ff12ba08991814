// The description of the workspace, through its command.
import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Page } from '../../src/extension/panels/answer/page.ts';
import type { AskResult, WirePlace } from '../../src/protocol/places.ts';
import { pageText } from '../support/pageText.ts';
import { until } from '../support/until.ts';
import { decideOnCards } from './cards.ts';
import { closeEditors, whenReady } from './workspace.ts';

const describe = () => vscode.commands.executeCommand<Page>('meshrag.describeWorkspace');
const placesOf = ({ links }: Page): readonly WirePlace[] => links.filter((target) => typeof target !== 'function');

suite('description of the workspace', () => {
  suiteSetup(whenReady);
  suiteTeardown(closeEditors);

  test('one page names the parts, and every place in it is a link to its line', async () => {
    const page = await describe();
    const text = pageText(page);
    assert.match(text, /^## .+\n/);
    assert.match(text, /\n### Start with\n/);
    assert.match(text, /\n#### .+ \(\d+ files?\)\n/);
    const places = placesOf(page);
    assert.ok(places.length > 5, `${places.length} links`);
    for (const { uri, path } of places) {
      assert.ok(uri.endsWith(`/${path}`), `${uri} for ${path}`);
      await vscode.workspace.fs.stat(vscode.Uri.parse(uri));
    }
    // Each quote is in the line that it names, or begins there.
    for (const part of page.parts) {
      const [quote, place] = part.kind === 'quote' ? part.pieces : [];
      const target = page.links[place?.link ?? -1];
      if (quote === undefined || target === undefined || typeof target === 'function') continue;
      const file = await vscode.workspace.openTextDocument(vscode.Uri.parse(target.uri));
      const beginning = quote.text.split(' ').slice(0, 2).join(' ');
      const lines = file
        .getText()
        .split('\n')
        .slice(target.startLine - 1, target.startLine + 4)
        .join('\n');
      assert.ok(lines.includes(beginning), `${target.path}:${target.startLine} ${beginning}`);
    }
  });

  test('if a model is chosen, it is asked for the same from what the page quotes', async () => {
    const buttonIn = (page: Page) => page.parts.find((part) => part.kind === 'button');
    assert.equal(buttonIn(await describe()), undefined);
    const cards = await decideOnCards(true);
    try {
      await until('the model', async () => (await vscode.lm.selectChatModels({ vendor: 'meshrag-test', id: 'well' }))[0]);
      await vscode.commands.executeCommand('meshrag.chooseModel', { vendor: 'meshrag-test', id: 'well' });
      const page = await describe();
      const run = page.links[buttonIn(page)?.link ?? -1];
      assert.ok(typeof run === 'function');
      const answer = (await run()) as AskResult;
      assert.ok(answer.written !== undefined, answer.notice);
      // The page quotes a sentence of the file that is given first.
      const quoted = placesOf(page).map(({ path }) => path);
      assert.ok(quoted.includes(answer.sources[0]?.path ?? ''), `${answer.sources[0]?.path} of ${quoted.join(', ')}`);
    } finally {
      cards.stop();
      await vscode.commands.executeCommand('meshrag.chooseModel', 'none');
    }
  });
});
