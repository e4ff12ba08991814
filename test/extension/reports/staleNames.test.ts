import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { until } from '../../support/until.ts';
import { closeEditors, fileUri, whenReady } from '../workspace.ts';

const spout = 'export function createSpout(angle: number): void {\n  bendIt(angle);\n  polishIt(angle);\n}\n';
const files: Record<string, string> = {
  'src/spout.ts': spout,
  'src/spoutUser.ts': "import { createSpout } from './spout.ts';\n\ncreateSpout(40);\n",
  'docs/spout.md': '# Spouts\n\nCall `createSpout` with an angle.\n',
};

suite('removed names', () => {
  suiteSetup(async () => {
    await whenReady();
    for (const [name, text] of Object.entries(files)) await vscode.workspace.fs.writeFile(fileUri(name), Buffer.from(text));
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'spouts');
    await write('src/spout.ts', spout.replace('createSpout', 'bendSpout'));
  });

  suiteTeardown(async () => {
    await closeEditors();
    await vscode.workspace.fs.delete(fileUri('.git'), { recursive: true });
    for (const name of Object.keys(files)) await vscode.workspace.fs.delete(fileUri(name));
  });

  test('each mention in documents and code is marked', async () => {
    const document = await until('a mark in the document', () => marksIn('docs/spout.md', 1));
    const [mark] = document;
    assert.equal(mark?.message, '`createSpout` no longer exists (was in src/spout.ts); renamed to `bendSpout`?');
    assert.equal(mark?.severity, vscode.DiagnosticSeverity.Information);
    assert.deepEqual([mark?.range.start.line, mark?.range.start.character, mark?.range.end.character], [2, 6, 17]);
    await until('marks in the code', () => marksIn('src/spoutUser.ts', 2));
  });

  test('a setting removes the marks', async () => {
    const settings = vscode.workspace.getConfiguration('meshrag');
    await until('a mark', () => marksIn('docs/spout.md', 1));
    await settings.update('drift', false, vscode.ConfigurationTarget.Workspace);
    try {
      await until('no mark', () => marksIn('docs/spout.md', 0));
      await until('no mark in the code', () => marksIn('src/spoutUser.ts', 0));
    } finally {
      await settings.update('drift', undefined, vscode.ConfigurationTarget.Workspace);
    }
    await until('the mark again', () => marksIn('docs/spout.md', 1));
  });

  test('a fix of all files shows the changes before they are made: those of code and of prose are ticked', async () => {
    const [mark] = await until('a mark', () => marksIn('docs/spout.md', 1));
    await until('marks in the code', () => marksIn('src/spoutUser.ts', 2));
    const document = await vscode.workspace.openTextDocument(fileUri('docs/spout.md'));
    const user = await vscode.workspace.openTextDocument(fileUri('src/spoutUser.ts'));
    const texts = (): readonly string[] => [document.getText(), user.getText()];
    const before = texts();
    const at = (mark as vscode.Diagnostic).range.start;
    await fixesAt(document.uri, at, 2);
    const preview = async (): Promise<void> => {
      // The preview shows editors of its own, so a second request has to go back to the document.
      await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
      await vscode.commands.executeCommand('editor.action.codeAction', { kind: 'quickfix.allFiles', apply: 'first' });
    };
    await preview();
    await sleep(1000);
    assert.deepEqual(texts(), before);
    await until('the preview to be accepted', async () => {
      await vscode.commands.executeCommand('refactorPreview.apply');
      const isDone = await until('the change', () => user.getText() !== before[1], 5000).catch(() => false);
      // The editor gives up a request for fixes when the cursor has moved or a provider registers.
      if (!isDone) await preview();
      return isDone;
    });
    const after = before.map((text) => text.replaceAll('createSpout', 'bendSpout'));
    await until('the new name in code and prose', () => texts().join() === after.join());
    // The editor saves what it has changed, which must be over before the next change.
    const saved = () => [document, user].map(({ uri }) => fs.readFileSync(uri.fsPath, 'utf8'));
    await until('the new name on disk', () => saved().join() === after.join());
    await vscode.window.showTextDocument(user);
    await vscode.commands.executeCommand('undo');
    await until('one step to undo all', () => texts().join() === before.join());
    // A save that comes while the editor is still writing what it has saved itself is dropped, or taken for a conflict: the files are then written here.
    const isSaved = async (): Promise<boolean> => {
      await vscode.workspace.saveAll();
      return saved().join() === before.join();
    };
    if (!(await until('the old name on disk', isSaved, 10_000).catch(() => false))) {
      for (const [i, one] of [document, user].entries()) {
        fs.writeFileSync(one.uri.fsPath, before[i] as string);
        await vscode.window.showTextDocument(one);
        await vscode.commands.executeCommand('workbench.action.files.revert');
      }
      await until('the old name in files that are saved', () => texts().join() === before.join() && !document.isDirty && !user.isDirty);
    }
  });

  test('a quick fix writes the new name, once or everywhere, and the marks go', async () => {
    const [mark] = await until('a mark', () => marksIn('docs/spout.md', 1));
    const uri = fileUri('docs/spout.md');
    const document = await vscode.workspace.openTextDocument(uri);
    const actions = await fixesAt(uri, (mark as vscode.Diagnostic).range.start, 2);
    const titles = actions.map(({ title }) => title);
    assert.deepEqual(titles, ['Replace with `bendSpout`', 'Fix in All Files: replace 3 mentions with `bendSpout`…']);

    const [one] = actions;
    assert.equal(one?.isPreferred, true);
    assert.ok(one?.edit);
    await vscode.workspace.applyEdit(one.edit);
    assert.match(document.getText(), /Call `bendSpout` with/);
    await document.save();
    await until('no mark in the document', () => marksIn('docs/spout.md', 0));

    const [inCode] = await until('marks in the code', () => marksIn('src/spoutUser.ts', 2));
    const user = await vscode.workspace.openTextDocument(fileUri('src/spoutUser.ts'));
    const every = await until('the fix for all', async () => {
      const offered = await fixesAt(user.uri, (inCode as vscode.Diagnostic).range.start, 2);
      return offered.find(({ title }) => title === 'Fix in All Files: replace 2 mentions with `bendSpout`…');
    });
    assert.ok(every.edit);
    await vscode.workspace.applyEdit(every.edit);
    assert.equal(user.getText(), files['src/spoutUser.ts']?.replaceAll('createSpout', 'bendSpout'));
    await vscode.window.showTextDocument(user);
    await vscode.commands.executeCommand('undo');
    assert.equal(user.getText(), files['src/spoutUser.ts'], 'one step undoes all');
    await vscode.commands.executeCommand('redo');
    await user.save();
    await until('no mark in the code', () => marksIn('src/spoutUser.ts', 0));
  });

  test('a commit makes the new state the one to compare with', async () => {
    await write('docs/spout.md', '# Spouts\n\n`createSpout` makes one.\n');
    await until('a mark', () => marksIn('docs/spout.md', 1));
    git('commit', '-qam', 'bend');
    await until('no mark', () => marksIn('docs/spout.md', 0));
  });

  test('what could not be determined is determined later, though nothing has changed since', async () => {
    await write('src/spout.ts', spout.replace('createSpout', 'turnSpout'));
    await until('marks in the code', () => marksIn('src/spoutUser.ts', 2));
    git('add', '.');
    const tree = git('write-tree');
    const commit = git('commit-tree', tree, '-p', 'HEAD', '-m', 'turn');
    const object = fileUri(`.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`).fsPath;
    fs.renameSync(object, `${object}.away`);
    git('update-ref', 'HEAD', commit);
    // Git cannot list the commit. All automatic reactions to a commit are over by then.
    await sleep(5000);
    assert.ok(marksIn('src/spoutUser.ts', 2));
    fs.renameSync(`${object}.away`, object);
    await until('no mark in the code', () => marksIn('src/spoutUser.ts', 0));
  });
});

async function write(name: string, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(fileUri(name), Buffer.from(text));
}

/** The diagnostics of a file once there are that many. */
function marksIn(name: string, count: number): vscode.Diagnostic[] | undefined {
  const marks = vscode.languages.getDiagnostics(fileUri(name)).filter(({ source, code }) => source === 'MeshRAG' && code === 'stale-name');
  return marks.length === count ? marks : undefined;
}

/** Our fixes at a place, once there are that many. */
function fixesAt(uri: vscode.Uri, at: vscode.Position, count: number): Promise<vscode.CodeAction[]> {
  return until('the fixes', async () => {
    const range = new vscode.Range(at, at);
    const offered = await vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', uri, range);
    const own = offered.filter(({ title }) => title.includes('bendSpout'));
    return own.length >= count && own;
  });
}

function git(...args: string[]): string {
  const env = {
    PATH: process.env.PATH,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.org',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.org',
  };
  return execFileSync('git', args, { cwd: fileUri('.').fsPath, env, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }).trim();
}
