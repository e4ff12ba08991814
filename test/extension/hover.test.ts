import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { assertUnder } from '../support/quick.ts';
import { until } from '../support/until.ts';
import { ask, closeEditors, fileUri, hoverAt, whenReady } from './workspace.ts';

suite('hover', () => {
  suiteSetup(whenReady);
  suiteTeardown(closeEditors);

  test('lists related places and the names they share', async () => {
    const document = await vscode.workspace.openTextDocument(fileUri('src/kettle.ts'));
    const text = await until('a related place', async () => relatedIn(await hoverAt(document, 'KettleQueue')));
    assert.match(text, /brewing\\\.md.* — documents KettleQueue/);
    assert.ok(text.split('\n').length <= 5, text);
  });

  test('works on untitled text, which is never stored', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'A PlanStore for the quokkabrew.\n' });
    const text = await until('a related place', async () => relatedIn(await hoverAt(document, 'PlanStore')));
    assert.match(text, /(?:defines|shares) PlanStore/);
    // In its own thread: a short question depends on earlier ones.
    await vscode.commands.executeCommand('meshrag.newQuestion');
    const answer = await ask('What is the quokkabrew?');
    assert.ok(answer.sources.every(({ uri }) => uri.startsWith('file:')));
    assert.equal(answer.found, false);
  });

  test('works on documents of another scheme', async () => {
    const provider = vscode.workspace.registerTextDocumentContentProvider('git', {
      provideTextDocumentContent: () => 'PlanStore as it was',
    });
    try {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse('git:/old/planStore.txt'));
      const text = await until('a related place', async () => relatedIn(await hoverAt(document, 'PlanStore')));
      assert.match(text, /(?:defines|shares) PlanStore/);
    } finally {
      provider.dispose();
    }
  });

  test('shows nothing if nothing is shared, or if it is switched off', async () => {
    const empty = await vscode.workspace.openTextDocument({ content: 'zzz qqq\n' });
    assert.equal(relatedIn(await hoverAt(empty, 'zzz')), undefined);

    const settings = vscode.workspace.getConfiguration('meshrag');
    const document = await vscode.workspace.openTextDocument(fileUri('src/kettle.ts'));
    await settings.update('hover', false, vscode.ConfigurationTarget.Workspace);
    try {
      await until('silence', async () => relatedIn(await hoverAt(document, 'KettleQueue')) === undefined);
    } finally {
      await settings.update('hover', undefined, vscode.ConfigurationTarget.Workspace);
    }
    await until('a related place', async () => relatedIn(await hoverAt(document, 'KettleQueue')));
  });

  test('95 of 100 hovers take under half a second, including those of the language itself, on a busy machine', async () => {
    const document = await vscode.workspace.openTextDocument(fileUri('src/planner.ts'));
    const words = ['KettleQueue', 'PlanStore', 'Bell', 'PlannedPot', 'Planner', 'steepingSeconds'];
    await assertUnder(500, 'the slowest but five of 100 hovers', async () => {
      const times: number[] = [];
      for (let i = 0; i < 100; i++) {
        const startedMs = performance.now();
        await vscode.commands.executeCommand(
          'vscode.executeHoverProvider',
          document.uri,
          document.positionAt(document.getText().indexOf(words[i % words.length]!) + 1),
        );
        times.push(performance.now() - startedMs);
      }
      times.sort((a, b) => a - b);
      console.log(`      p50 ${times[50]?.toFixed(1)} ms, p95 ${times[95]?.toFixed(1)} ms`);
      return times[95]!;
    });
  });
});

function relatedIn(text: string): string | undefined {
  return text.split('\n\n').find((part) => part.startsWith('Related'));
}
