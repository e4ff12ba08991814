import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Page } from '../../src/extension/panels/answer/page.ts';
import type { AskResult } from '../../src/protocol/places.ts';
import { pageText } from '../support/pageText.ts';
import { until } from '../support/until.ts';
import { skip } from './skip.ts';
import { ask, askUntil, closeEditors, fileUri, whenReady } from './workspace.ts';

suite('commands of the index', () => {
  suiteSetup(whenReady);
  suiteTeardown(closeEditors);

  test('the report counts files, lists what was skipped and gives the location of the index', async () => {
    const text = pageText(await vscode.commands.executeCommand<Page>('meshrag.showReport'));
    assert.match(text, /^Files \| 1\d$/m);
    assert.match(text, /^data: 1\n- data\/prices\.csv: /m);
    assert.match(text, /^Index: .*index-[0-9a-f]{16}\.index$/m);
    assert.match(text, /^node \| \d+/m);
    await until('the tab of the report', () =>
      vscode.window.tabGroups.all.flatMap((group) => group.tabs).find((tab) => tab.label.includes('MeshRAG report')),
    );
  });

  test('diagnostics contain counts and versions, but no path, name or content', async () => {
    await vscode.commands.executeCommand('meshrag.copyDiagnostics');
    const text = await vscode.env.clipboard.readText();
    const diagnostics = JSON.parse(text);
    assert.ok(diagnostics.folders[0].files >= 16);
    assert.equal(diagnostics.versions['VS Code'], vscode.version);
    for (const word of ['kettle', 'docs', '.md', 'workspace-', fileUri('').fsPath]) assert.ok(!text.includes(word), word);
  });

  test('indexing is paused and resumed', async () => {
    await vscode.commands.executeCommand('meshrag.pause');
    await vscode.workspace.fs.writeFile(fileUri('docs/paused.md'), Buffer.from('# Paused\n\nWritten while Ottilie paused.\n'));
    const quotes = ({ citations }: AskResult) => citations.some(({ path }) => path === 'docs/paused.md');
    const question = 'What was written while Ottilie paused?';
    assert.equal(quotes(await ask(question)), false);
    await vscode.commands.executeCommand('meshrag.resume');
    await askUntil(question, quotes);
    await vscode.workspace.fs.delete(fileUri('docs/paused.md'));
    await askUntil(question, (result) => !quotes(result));
  });

  test('a rebuilt index answers as before', async () => {
    const before = await ask('Which kettle is heated first?');
    await vscode.commands.executeCommand('meshrag.rebuild');
    const after = await askUntil('Which kettle is heated first?', ({ partial }) => partial === undefined);
    assert.deepEqual(after.citations, before.citations);
  });

  test('an exported index is imported again', async () => {
    const directory = vscode.Uri.joinPath(fileUri(''), '..', `exported-${Date.now()}`);
    await vscode.commands.executeCommand('meshrag.exportIndex', directory);
    const head = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(directory, 'export.json'));
    assert.match(JSON.parse(Buffer.from(head).toString()).version, /^[0-9a-f]{16}$/);
    const before = await ask('Which kettle is heated first?');
    await vscode.commands.executeCommand('meshrag.importIndex', directory);
    const after = await askUntil('Which kettle is heated first?', ({ partial }) => partial === undefined);
    assert.deepEqual(after.citations, before.citations);
    await vscode.workspace.fs.delete(directory, { recursive: true });
  });

  test('a server that dies is started again and answers', async function () {
    if (process.platform === 'win32') skip(this, 'on Windows there is no ps to list processes');
    process.kill(serverPid(), 'SIGKILL');
    await askUntil('Which kettle is heated first?', ({ found }) => found);
  });
});

suite('the manifest', () => {
  test('its keybindings are not used by VS Code itself', async () => {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse('vscode://defaultsettings/keybindings.json'));
    const entries = document.getText().match(/\{[^{}]*\}/g) ?? [];
    assert.ok(entries.length > 500, `${entries.length} keybindings`);
    const ours: { key: string; when?: string }[] =
      vscode.extensions.getExtension('meshrag.meshrag')?.packageJSON.contributes.keybindings ?? [];
    // Escape, Enter and Tab are used everywhere; ours apply only in our threads and in our box.
    const isOwnPlace = ({ when = '' }) => when.includes('meshrag.inline') || when.startsWith('meshrag.askBox');
    const keys = ours.filter((one) => !isOwnPlace(one)).map(({ key }) => key);
    assert.ok(keys.length >= 2);
    for (const key of keys) {
      const taken = entries.filter((entry) => entry.includes(`"${key}"`) && !entry.includes('meshrag.'));
      assert.deepEqual(taken, [], key);
    }
  });
});

/** The language server is a child of the extension host; no other child runs our bundle. */
function serverPid(): number {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  for (const line of lines) {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (Number(parent) === process.pid && command?.includes('server.cjs')) return Number(pid);
  }
  throw new Error('There is no language server');
}
