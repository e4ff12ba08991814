// The same question through every entry point of VS Code, with and without a model: each leads to the same place. With
// MESHRAG_WALKTHROUGH=FILE the answers are written there, for docs/walkthroughs.md.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { standIn } from '../fixtures/modelProvider/standIn.cjs';
import { startLoopback } from '../models/loopbackServer.ts';
import { type Cards, decideOnCards } from './cards.ts';
import { type ChatOutput, mesh } from './participant.ts';
import { ask, callTool, closeEditors, whenReady } from './workspace.ts';

const question = 'Which kettle is heated first?';
const expected = 'docs/brewing.md';
const settings = () => vscode.workspace.getConfiguration('meshrag');

suite('every way to ask', () => {
  let server: Awaited<ReturnType<typeof startLoopback>>;
  let cards: Cards;
  const walkthrough: Record<string, object> = {};

  suiteSetup(async () => {
    await whenReady();
    const speak = async ({ messages }: { messages: readonly { content: string }[] }) => {
      const text = standIn(messages.at(-1)?.content ?? '');
      return { text, promptTokens: 1, answerTokens: 1 };
    };
    server = await startLoopback({ speak });
    cards = await decideOnCards(true);
  });
  suiteTeardown(async () => {
    cards.stop();
    for (const name of ['endpoint', 'name']) await settings().update(`model.${name}`, undefined, vscode.ConfigurationTarget.Global);
    for (const command of ['chooseModel', 'withdrawConsent', 'clearSent'])
      await vscode.commands.executeCommand(`meshrag.${command}`, 'none');
    await vscode.commands.executeCommand('meshragTest.received');
    await closeEditors();
    server.close();
    if (process.env.MESHRAG_WALKTHROUGH) fs.writeFileSync(process.env.MESHRAG_WALKTHROUGH, JSON.stringify(walkthrough));
  });

  test('the panel, quoting', async () => {
    const { answer, citations, model } = await ask(question);
    assert.equal(model, null);
    walkthrough.panel = { answer, sources: citations.map(({ n, path, startLine, endLine }) => ({ n, path, startLine, endLine })) };
    assert.ok(citations.some(({ path }) => path === expected));
  });

  test('the panel, with a model', async () => {
    await vscode.commands.executeCommand('meshrag.chooseModel', 'settings');
    await settings().update('model.endpoint', server.endpoint, vscode.ConfigurationTarget.Global);
    await settings().update('model.name', 'stand-in', vscode.ConfigurationTarget.Global);
    const { answer, citations, model } = await ask(question);
    assert.equal(model, 'stand-in');
    walkthrough.panelWithModel = { answer, sources: citations.map(({ n, path, startLine, endLine }) => ({ n, path, startLine, endLine })) };
    assert.ok(citations.some(({ path }) => path === expected));
  });

  test('@mesh, quoting and with a model', async () => {
    walkthrough.chat = outputOf(await mesh(question));
    walkthrough.chatWithModel = outputOf(await mesh(question, { model: 'stand-in' }));
    for (const { sources } of [walkthrough.chat, walkthrough.chatWithModel] as { sources: { path: string }[] }[])
      assert.ok(sources.some(({ path }) => path === expected));
  });

  test('a tool, and an agent that answers from its results', async () => {
    const text = await callTool('mesh_search', { question });
    walkthrough.tool = { text, answer: standIn(`${text}\n\nQuestion: ${question}`) };
    assert.match(text, new RegExp(expected));
  });
});

function outputOf({ text, references }: ChatOutput): object {
  const sources = references.map(({ uri, range }) => ({
    path: vscode.workspace.asRelativePath(uri),
    startLine: range.start.line + 1,
    endLine: range.end.line + 1,
  }));
  return { text, sources };
}
