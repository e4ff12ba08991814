import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Page } from '../../src/extension/panels/answer/page.ts';
import { intruders, lastParagraphs } from '../attack/secondReaders.ts';
import { pageText } from '../support/pageText.ts';
import { until } from '../support/until.ts';
import { wrongValues } from '../support/wrongValues.ts';
import { type Cards, decideOnCards } from './cards.ts';
import { mesh } from './participant.ts';
import { closeEditors, fileUri, untilFound, whenReady } from './workspace.ts';

const question = 'Which kettle is heated first?';
let cards: Cards;

interface Received {
  readonly messages: readonly string[];
  readonly cancelled: boolean;
}

const received = () => vscode.commands.executeCommand<Received[]>('meshragTest.received');

suite('@mesh', () => {
  suiteSetup(async () => {
    await whenReady();
    cards = await decideOnCards(true);
  });
  suiteTeardown(async () => {
    cards.stop();
    await vscode.commands.executeCommand('meshrag.withdrawConsent');
    await vscode.commands.executeCommand('meshrag.clearSent');
    await closeEditors();
  });
  teardown(async () => {
    cards.isAllowed = true;
    cards.look = undefined;
    await vscode.workspace.getConfiguration('meshrag').update('offline', undefined, vscode.ConfigurationTarget.Global);
    await received();
  });

  test('nothing is sent before the user agrees: the answer is quoted, with the reason', async () => {
    cards.isAllowed = false;
    const { text, anchors } = await mesh(question, { model: 'well' });
    assert.deepEqual(await received(), []);
    assert.match(text, /Nothing was sent to VS Code’s provider meshrag\\-test/);
    assert.match(text, /quoted, no model/);
    assert.ok(anchors.length > 0);
  });

  test('permission is asked for in the answer panel, the chat points there, and continues by itself', async () => {
    const { text, progress } = await mesh(question, { model: 'well' });
    assert.deepEqual(progress, ['Looking through the workspace', 'Waiting for your permission in the answer panel']);
    assert.match(text, /written by Test well$/);
    const card = cards.seen.at(-1);
    assert.deepEqual([card?.question, card?.model, card?.earlier, card?.leftOut], [question, 'Test well', 0, 0]);
    assert.deepEqual((await mesh(question, { model: 'well' })).progress, ['Looking through the workspace']);
  });

  test('several questions each wait with a card; permission for one applies to all with the same recipient', async () => {
    await vscode.commands.executeCommand('meshrag.withdrawConsent');
    cards.seen.length = 0;
    const { consent } = await whenReady();
    cards.look = async () => void (await until('both cards', () => consent?.waiting.length === 2));
    const outputs = await Promise.all([mesh(question, { model: 'well' }), mesh('Which tea needs boiling water?', { model: 'well' })]);
    for (const { text } of outputs) assert.match(text, /written by Test well$/);
    assert.equal(cards.seen.length, 1);
    assert.equal(consent?.waiting.length, 0);
  });

  test('the card counts the turns that are sent along, and those left out because files that they quote have changed', async () => {
    const first = await mesh(question, { model: 'well' });
    const cited = first.references[0]?.uri ?? fileUri('docs/brewing.md');
    const text = await vscode.workspace.fs.readFile(cited);
    const followUp = async () => {
      await vscode.commands.executeCommand('meshrag.withdrawConsent');
      await received();
      await mesh('Which of them is the last?', { model: 'well', history: [first] });
      const { earlier, leftOut } = cards.seen.at(-1) ?? {};
      const [entry] = await received();
      return { earlier, leftOut, isSent: entry?.messages.includes(question) };
    };
    assert.deepEqual(await followUp(), { earlier: 1, leftOut: 0, isSent: true });
    try {
      await vscode.workspace.fs.writeFile(cited, Buffer.concat([text, Buffer.from('\n')]));
      assert.deepEqual(await followUp(), { earlier: 0, leftOut: 1, isSent: false });
    } finally {
      await vscode.workspace.fs.writeFile(cited, text);
    }
  });

  test('the model of the request writes the answer; each number opens its source', async () => {
    const { text, anchors, references, result } = await mesh(question, { model: 'well' });
    // The sentence without a citation is marked in place.
    assert.match(text, /^The kettle of the queue ⟨1 \S+:\d+⟩\\\. No source says this at all\\\. \*\(no source\)\*/);
    assert.match(text, /Sources[\s\S]*1 ⟨\S+:\d+(-\d+)? \S+⟩[\s\S]*written by Test well$/);
    assert.ok(references.length > 0);
    for (const { uri, range } of [...anchors, ...references]) {
      const document = await vscode.workspace.openTextDocument(uri);
      assert.ok(range.start.line <= range.end.line && range.end.line < document.lineCount);
    }
    // The number in the text and the one in the list lead to the same, quoted lines.
    const [inText, inList] = anchors;
    assert.deepEqual([inText?.uri, inText?.range], [inList?.uri, inList?.range]);
    const quoted = (await vscode.workspace.openTextDocument(inText?.uri ?? fileUri('README.md'))).getText(inText?.range);
    assert.match(quoted, /kettle|queue/i);
    assert.ok(quoted.split('\n').length <= 6, quoted);
    const [entry] = await received();
    assert.match(entry?.messages.join('\n') ?? '', /Question: Which kettle is heated first\?/);
    assert.equal(result.errorDetails, undefined);
  });

  test('each look of the model is shown while it goes on, and opens the request with what was found', async () => {
    await received();
    const { text, progress, trusted } = await mesh(question, { model: 'looks' });
    assert.deepEqual(progress, ['Looking through the workspace', 'Looked for: steep', 'Read docs/brewing.md 1–4 (nothing new)']);
    const [list = ''] = trusted;
    assert.match(list, /^\n\nWhat the model looked for\n\n- \[Looked for\\: steep\]\(command:meshrag\.showSent\?/);
    const links = [...list.matchAll(/\]\(command:([\w.]+)\?([^)]+)\)/g)].map(([, command = '', args = '']) => ({ command, args }));
    assert.equal(links.length, 2);
    assert.ok(text.indexOf('What the model looked for') < text.indexOf('Sources'), text);
    const last = (await received()).at(-1);
    for (const { command, args } of links) {
      const [argument] = JSON.parse(decodeURIComponent(args)) as unknown[];
      const shown = pageText(await vscode.commands.executeCommand<Page>(command, argument));
      assert.ok(shown.includes(last?.messages.at(-1)?.slice(0, 40) ?? '?'), shown);
    }
  });

  test('data that another version stored with an answer breaks neither /why nor the next question', async () => {
    const place = { uri: fileUri('docs/brewing.md').toString(), path: 'docs/brewing.md', startLine: 1, endLine: 7 };
    const steps = [
      { kind: 'names', label: 'heated', names: [{ kind: 'term', list: ['heated'] }] },
      { kind: 'place', label: place.path, place },
    ];
    const kept = {
      question,
      answer: 'The first one [1].',
      sources: [{ ...place, n: 1, rank: 1, title: 'Brewing', kind: 'doc', why: 'heated', steps }],
      quoted: [{ uri: place.uri, fileHash: 'a' }],
    };
    const after = (meshrag: unknown, command?: string) =>
      mesh(command ? '' : 'And then?', {
        command,
        history: [{ text: '', anchors: [], references: [], progress: [], trusted: [], result: { metadata: { meshrag } } }],
      });
    assert.equal((await after(kept, 'why')).anchors.length, 2);
    for (const wrong of wrongValues(kept))
      for (const command of ['why', undefined])
        assert.equal((await after(wrong, command)).result.errorDetails, undefined, JSON.stringify(wrong));
  });

  test('if nothing can be quoted, the nearest places are listed', async () => {
    const { text, anchors } = await mesh('Who sells the kettle in Peru for marmalade and football?');
    assert.match(text, /^Nothing in this workspace mentions Peru/);
    assert.match(text, /Nearest places[\s\S]*⟨\S+:\d+/);
    assert.ok(anchors.length > 0 && anchors.length <= 3);
  });

  test('with no model it quotes blocks, each under its subject with a link to its lines, and code with its language', async () => {
    const { text, anchors } = await mesh('Which kettle does KettleQueue hand out next?');
    assert.deepEqual(await received(), []);
    assert.match(text, /\*\*KettleQueue\S*\*\* ⟨src\/kettle\.ts:\d+-\d+ kettle\.ts:\d+⟩\n\n```ts\n/);
    assert.match(text, /\*\*[^*]+ › [^*]+\*\* ⟨\S+\.md:\d+(-\d+)? \S+\.md:\d+⟩\n\n[^`]/);
    assert.match(text, /See also\\: {1,2}⟨\S+:\d+/);
    assert.match(text, /quoted, no model$/);
    const document = await vscode.workspace.openTextDocument(anchors[0]?.uri ?? fileUri('README.md'));
    assert.match(document.getText(anchors[0]?.range), /kettle/i);
  });

  test('an unsure answer is introduced as such', async () => {
    const { text } = await mesh('How many kettles may the planner heat before the harbour freezes over in winter?');
    assert.match(text, /It may not answer the question/);
    assert.match(text, /⟨\S+:\d+/);
  });

  test('nothing that a model writes becomes a link, an image or HTML', async () => {
    const { text } = await mesh(question, { model: 'hostile' });
    assert.doesNotMatch(text, /\]\(|<img|<script|command:/);
    assert.match(text, /⟨1 /);
    assert.match(text, /Cited numbers without a source\\: 99/);
  });

  test('code that a reader ends elsewhere, or that is cut off, stays code, followed by text and the sources', async () => {
    const { text } = await mesh(question, { model: 'fences' });
    assert.deepEqual(
      intruders(text, () => false),
      [],
    );
    for (const last of lastParagraphs(text)) assert.match(last ?? text, /written by Test fences$/);
  });

  test('a document cannot make a quoted answer show links or images', async () => {
    const name = 'docs/sloop.md';
    const hostile = 'The sloop Wilhelmina sails at ![dawn](https://evil.example/p.png) from [here](command:run) <img src=x>.';
    await vscode.workspace.fs.writeFile(fileUri(name), Buffer.from(`# Sloop Wilhelmina\n\n${hostile}\n`));
    try {
      await untilFound('sloop Wilhelmina', name);
      const { text } = await mesh('When does the sloop Wilhelmina sail?');
      assert.match(text, /sloop Wilhelmina sails at/);
      assert.doesNotMatch(text, /[^\\][[\]()<>]|https:/);
    } finally {
      await vscode.workspace.fs.delete(fileUri(name));
    }
  });

  test('follow-ups are understood from the chat', async () => {
    const first = await mesh('What does KettleQueue do?');
    const { anchors } = await mesh('And who uses it?', { history: [first] });
    assert.ok(anchors.some(({ uri }) => /planner|kettle/.test(uri.path)));
    await mesh('And who uses it?', { history: [first], model: 'well' });
    assert.match(JSON.stringify(await received()), /KettleQueue/);
  });

  test('attached files narrow the search, selections add to it', async () => {
    const file = { id: 'file', value: fileUri('docs/brewing.md') };
    const { anchors } = await mesh('How long does tea steep?', { references: [file] });
    assert.ok(anchors.length > 0 && anchors.every(({ uri }) => uri.path.endsWith('docs/brewing.md')));
    for (const id of ['vscode.implicit.file', 'vscode.instructions.file.root']) {
      const { anchors: all } = await mesh(question, { references: [{ id, value: fileUri('docs/storage.md') }] });
      assert.ok(
        all.some(({ uri }) => !uri.path.endsWith('storage.md')),
        id,
      );
    }
  });

  test('/why shows the path from the question to each source of the last answer', async () => {
    const first = await mesh(question);
    const why = await mesh('', { command: 'why', history: [first] });
    assert.match(why.text, /^How “Which kettle is heated first\?” leads to its sources\\:/);
    assert.match(why.text, /question → /);
    const cited = new Set(first.references.map(({ uri }) => uri.path));
    assert.ok([...cited].every((path) => why.anchors.some(({ uri }) => uri.path === path)));
    assert.match((await mesh('99', { command: 'why', history: [first] })).text, /has no source 99/);
    assert.match((await mesh('', { command: 'why' })).text, /no answer to explain yet/);
    assert.match((await mesh(question, { command: 'why' })).text, /leads to its sources/);
  });

  test('/related uses the cursor or a name', async () => {
    const document = await vscode.workspace.openTextDocument(fileUri('src/kettle.ts'));
    const position = document.positionAt(document.getText().indexOf('KettleQueue') + 2);
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
    const { text, anchors } = await mesh('', { command: 'related' });
    assert.match(text, /^Related to src\\\/kettle\\\.ts\\:\d+/);
    assert.ok(
      anchors.some(({ uri }) => uri.path.endsWith('docs/brewing.md')),
      text,
    );
    const named = await mesh('KettleQueue', { command: 'related' });
    assert.ok(
      named.anchors.some(({ uri }) => uri.path.endsWith('src/kettle.ts')),
      named.text,
    );
  });

  test('/communities lists subjects with places to begin at', async () => {
    const { text, anchors } = await mesh('', { command: 'communities' });
    assert.match(text, /^\d+ of \d+ communities/);
    assert.match(text, /\n\*\*\w.+\*\* · \d+ passages in \d+ files/);
    assert.ok(anchors.length > 0);
    assert.match((await mesh('zebra', { command: 'communities' })).text, /No community matches these words/);
  });

  test('a failure is an error of the chat, in a sentence; offline takes precedence', async () => {
    const { result } = await mesh(question, { model: 'blocked' });
    assert.match(result.errorDetails?.message ?? '', /Test blocked accepts no requests for now/);
    await vscode.workspace.getConfiguration('meshrag').update('offline', true, vscode.ConfigurationTarget.Global);
    await received();
    assert.match((await mesh(question, { model: 'well' })).text, /set to offline/);
    assert.deepEqual(await received(), []);
  });

  test('stopping a turn stops the model', async () => {
    await received();
    const stop = new vscode.CancellationTokenSource();
    const turn = mesh(question, { model: 'slow', token: stop.token });
    const [entry, ...others] = await until('the request', async () => {
      const entries = await received();
      return entries.length > 0 && entries;
    });
    assert.deepEqual(others, []);
    stop.cancel();
    assert.deepEqual((await turn).result, {});
    await until('the model to be stopped', () => entry?.cancelled);
  });
});
