import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Page } from '../../src/extension/panels/answer/page.ts';
import { pageText } from '../support/pageText.ts';
import { serveRanges } from '../support/rangeServer.ts';
import { until } from '../support/until.ts';
import { skip } from './skip.ts';
import { callTool, closeEditors, whenReady } from './workspace.ts';

const { MESHRAG_TEST_SHARED: address = '', MESHRAG_TEST_SHARED_PASSWORD: password = '' } = process.env;
const settings = () => vscode.workspace.getConfiguration('meshrag');
const shown = { ...vscode.window };
const asked: string[] = [];
let isAllowed = false;

async function report(): Promise<string> {
  return pageText(await vscode.commands.executeCommand<Page>('meshrag.showReport'));
}

async function setAddress(value: string | undefined): Promise<void> {
  const name = vscode.workspace.workspaceFolders?.[0]?.name as string;
  const shared = value === undefined ? undefined : { address: value, names: { [name]: 'fixture' } };
  await settings().update('shared', shared, vscode.ConfigurationTarget.Global);
}

async function setPassword(value: string): Promise<void> {
  Object.assign(vscode.window, {
    showQuickPick: async (items: readonly vscode.QuickPickItem[]) => items.find(({ label }) => label.includes(address)),
    showInputBox: async () => value,
  });
  await vscode.commands.executeCommand('meshrag.setSecret');
}

const mcpArguments = async () => (await whenReady()).mcpServers()[0]?.args ?? [];

/** Notes what is asked, and agrees while that is allowed. */
async function answerConsent(): Promise<void> {
  await whenReady();
  Object.assign(vscode.window, {
    showInformationMessage: async (text: string, ...choices: readonly string[]) => {
      asked.push(text);
      return isAllowed ? choices[0] : undefined;
    },
  });
}

suite('shared index', () => {
  suiteSetup(async function () {
    if (address === '') skip(this, 'no PostgreSQL can be had here');
    await answerConsent();
  });
  suiteTeardown(async () => {
    await setAddress(undefined);
    if (address !== '') await setPassword('');
    const { showInformationMessage, showQuickPick, showInputBox } = shown;
    Object.assign(vscode.window, { showInformationMessage, showQuickPick, showInputBox });
    await vscode.commands.executeCommand('meshrag.withdrawConsent');
    await whenReady();
    await closeEditors();
  });

  test('a workspace cannot name the server', async () => {
    await assert.rejects(async () => settings().update('shared', undefined, vscode.ConfigurationTarget.Workspace));
  });

  test('no server is contacted before the user agrees, and the request for consent names it without a user', async () => {
    await setAddress(address);
    const { host, pathname } = new URL(address);
    await until('the question', async () => asked.length > 0);
    assert.match(asked[0] ?? '', new RegExp(`postgres://${host}${pathname} `));
    assert.ok(!(await mcpArguments()).includes('--shared'));
    assert.doesNotMatch(await report(), /rejected the user/);
  });

  test('of a web server, the request for consent says that it gets requests for parts of the index', async () => {
    asked.length = 0;
    await setAddress('https://search.example.org/team');
    await until('the question', async () => asked.length > 0);
    assert.match(asked[0] ?? '', /https:\/\/search\.example\.org\/team .* requests for the parts of it that your questions need/);
    assert.ok(!(await mcpArguments()).includes('--shared'));
    asked.length = 0;
    await setAddress(address);
    await until('the question about the other server', async () => asked.length > 0);
  });

  test('a rejected password is reported while the local index answers; the right one is used without a restart', async () => {
    await setPassword('hunter2');
    isAllowed = true;
    await setAddress(undefined);
    await setAddress(address);
    await until('the refusal', async () => /rejected the user or the password/.test(await report()));
    assert.match(await callTool('mesh_search', { question: 'PlanStore' }), /PlanStore/);
    await setPassword(password);
    await until('the shared index', async () => {
      assert.match(await callTool('mesh_search', { question: 'PlanStore' }), /PlanStore/);
      return !/rejected the user/.test(await report());
    });
    const args = await mcpArguments();
    assert.deepEqual(args.slice(args.indexOf('--shared'), args.indexOf('--shared') + 4), ['--shared', address, '--name', 'fixture']);
    assert.doesNotMatch(JSON.stringify((await whenReady()).mcpServers()), new RegExp(password));
  });

  test('without consent the local index answers alone', async () => {
    await vscode.commands.executeCommand('meshrag.withdrawConsent');
    assert.ok(!(await mcpArguments()).includes('--shared'));
    await whenReady();
    assert.match(await callTool('mesh_search', { question: 'PlanStore' }), /PlanStore/);
  });
});

suite('shared index as files', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-web-'));
  const ends: (() => void)[] = [() => fs.rmSync(root, { recursive: true, force: true })];
  suiteTeardown(async () => {
    await setAddress(undefined);
    Object.assign(vscode.window, { showInformationMessage: shown.showInformationMessage });
    await vscode.commands.executeCommand('meshrag.withdrawConsent');
    await whenReady();
    for (const end of ends.reverse()) end();
  });

  test('on a web server, it is read once the user has agreed, by the editor', async () => {
    await answerConsent();
    await vscode.commands.executeCommand('meshrag.exportIndex', vscode.Uri.file(path.join(root, 'fixture')));
    const web = await serveRanges({ after: (end) => ends.push(end as () => void) }, root);
    asked.length = 0;
    isAllowed = false;
    await setAddress(web.address);
    await until('the question', async () => asked.length > 0);
    assert.equal(web.taken().requests, 0);
    isAllowed = true;
    await setAddress(undefined);
    await setAddress(web.address);
    let requests = 0;
    await until('requests for the index', async () => {
      requests += web.taken().requests;
      return requests > 2;
    });
    await until('the shared index', async () => {
      assert.match(await callTool('mesh_search', { question: 'PlanStore' }), /PlanStore/);
      return !/cannot be reached/.test(await report());
    });
  });

  test('in a folder, it is read once the user has agreed; a folder that is away is reported', async () => {
    const folder = vscode.Uri.file(root).toString();
    asked.length = 0;
    isAllowed = false;
    await setAddress(folder);
    await until('the question', async () => asked.length > 0);
    assert.match(asked[0] ?? '', /file:\/\/\/.* is read as files/);
    assert.ok(!(await mcpArguments()).includes('--shared'));
    isAllowed = true;
    await setAddress(undefined);
    await setAddress(folder);
    await until('the consent', async () => (await mcpArguments()).includes(folder));
    await until('the shared index', async () => {
      assert.match(await callTool('mesh_search', { question: 'PlanStore' }), /PlanStore/);
      return !/Entities/.test(await report());
    });
    await setAddress(`${folder}/away`);
    await until('the report of a folder that is away', async () => /cannot be read/.test(await report()));
    assert.match(await callTool('mesh_search', { question: 'PlanStore' }), /PlanStore/);
  });
});
