// A model and a workspace that try to make the editor load, link or run something, wherever it reads our markdown.
import * as assert from 'node:assert/strict';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { loopbackServer } from '../models/loopbackServer.ts';
import { certificate, privateKey } from '../models/selfSigned.ts';
import { ask, cardOf, decide } from '../support/answerPanel.ts';
import { copyFixture } from '../support/fixture.ts';
import { installHost } from '../support/host/install.ts';
import type { Workbench } from '../support/host/workbench.ts';
import { statusItem, withMeshrag } from '../support/meshrag.ts';
import { until } from '../support/until.ts';

const root = path.resolve(import.meta.dirname, '../..');
const question = 'Which kettle is heated first?';

/** An image server over https, since the editor's own rules forbid loading images over http. */
async function imageServer(t: TestContext): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = https.createServer({ key: privateKey, cert: certificate }, (request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** An answer that ends its code where one markdown reader does and another does not, and is truncated inside code. */
function attack(url: string): string {
  const outside = `command:meshrag.openPlace?${encodeURIComponent(JSON.stringify([{ uri: 'file:///etc/passwd', startLine: 1, endLine: 1 }]))}`;
  const active = (n: number): string => `![p](${url}/${n}.png?q=DATA) [open](${outside}) <img src="${url}/${n}.svg">`;
  return [
    'The kettle that waits longest [1].',
    ...['```', 'code', '```~', active(1), '```'],
    ...['~~~text', 'code', '~~~`', active(2), '~~~'],
    `Done. ${url}/bare`,
    `\`\`\`${active(3)}`,
  ].join('\n');
}

/** Links, images and frames in a part of the window that are not ours, as HTML. */
async function intruders(within: Locator, folder: string): Promise<string[]> {
  const found = await within
    .locator('a, img, iframe, object, video')
    .evaluateAll((all) => all.map((one) => ({ html: one.outerHTML, link: one.getAttribute('data-href') ?? one.getAttribute('href') })));
  return found.filter(({ html, link }) => !html.startsWith('<a') || (link && !isOurs(link, folder))).map(({ html }) => html);
}

/** Whether a link leads to places in the folder or a name: a command of ours, or a link of the chat, for which the editor makes a URI. */
function isOurs(link: string, folder: string): boolean {
  const [command, encoded = ''] = link.split('?');
  if (command === 'command:meshrag.showPlace') {
    const [argument] = JSON.parse(decodeURIComponent(decodeURIComponent(encoded)));
    return Object.keys(argument).join() === 'name' && typeof argument.name === 'string';
  }
  const isPeek = command === 'command:meshrag.peek';
  if (!isPeek && command !== 'command:meshrag.openPlace')
    return link.startsWith('vscode-remote://') && new URL(link).pathname.startsWith(`${folder}/`);
  const [argument] = JSON.parse(decodeURIComponent(decodeURIComponent(encoded)));
  const places: { folder: number; path: string }[] = isPeek ? argument.places : [argument];
  return places.every(
    (place) => place.folder === 0 && !('uri' in place) && fs.existsSync(path.join(folder, place.path)) && !place.path.includes('..'),
  );
}

test('the version of marked that answers are fuzzed against is the editor’s', async () => {
  const server = path.dirname(path.dirname(path.dirname(await installHost())));
  const editor = fs.readFileSync(path.join(server, 'lib/vscode/out/vs/code/browser/workbench/workbench.js'), 'utf8');
  const ours = fs.readFileSync(path.join(root, 'node_modules/marked-1.101/lib/marked.esm.js'), 'utf8');
  // Its rules are spelled out in both; the versions before and after, which have the same rules, reference these two.
  const rules = [...ours.matchAll(/^const \w+ = (?:edit\()?\/(.{20,})\/[a-z]*[);]/gm)].map(([, rule = '']) => rule);
  assert.ok(rules.length > 10, `${rules.length} rules`);
  assert.deepEqual(
    rules.filter((rule) => !editor.includes(rule)),
    [],
  );
  for (const name of ['useNewRenderer', 'provideLexer']) assert.ok(!editor.includes(name) && !ours.includes(name), name);
});

test('nothing from a model or a file is loaded, linked or run: under a line, in the chat, the panel and a hover', async (t) => {
  const images = await imageServer(t);
  const model = await loopbackServer(t);
  model.answer = attack(images.url);
  const folder = copyFixture('workspace');
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  // If headings lose their markup, twice, an image remains.
  const hostile = `!![[[q](r)](r)p](${images.url}/h)`;
  fs.writeFileSync(path.join(folder, 'attack.md'), `# ${hostile}\n\nThe KettleQueue of ${hostile}, and steepingSeconds.\n`);
  const settings = {
    'chat.disableAIFeatures': false,
    'meshrag.model.endpoint': model.endpoint,
    'meshrag.model.name': 'well',
    'meshragTest.endpoint': model.endpoint,
  };
  const extensions = [root, path.join(root, 'test/fixtures/modelProvider'), path.join(root, 'test/fixtures/plainMarkdown')];
  const options = { folder, extensions, settings, anyCertificate: true, viewport: { width: 1400, height: 900 } };
  await withMeshrag('attack', options, async (window) => {
    const { page } = window;
    const wanted: string[] = [];
    page.context().on('request', (request) => wanted.push(request.url()));
    const loaded = (): number => wanted.filter((url) => url.includes(images.url.slice('https:'.length))).length;
    const nothingLoaded = (where: string): void => {
      t.diagnostic(`${where}: ${loaded()} requests in the browser, ${images.asked.length} at the server`);
      assert.deepEqual([loaded(), images.asked], [0, []], where);
    };
    await window.statusBarText(statusItem, /\b17 files/);

    await window.quickOpen('src/kettle.ts');
    await window.goToLine(8);
    await page.keyboard.press('Control+Alt+J');
    await page.locator('.review-widget .edit-container .monaco-editor.focused').waitFor();
    await page.keyboard.insertText(question);
    await page.keyboard.press('Enter');
    await decide(await cardOf(window), 'Send');
    const thread = page.locator('.review-widget');
    await until('the whole answer', async () => /Done/.test(await thread.innerText()));
    await thread.locator('.action-label[aria-label^="Stop"]').waitFor({ state: 'detached' });
    await window.screenshot('attack-inline');
    nothingLoaded('under a line');
    assert.deepEqual(await intruders(thread.locator('.review-comment .comment-body'), folder), []);
    assert.ok((await thread.innerText()).includes(`![p](${images.url}/1.png?q=DATA)`));

    const frame = await ask(window, question);
    assert.match(await frame.locator('.facts').innerText(), /well/);
    await window.screenshot('attack-panel');
    nothingLoaded('in the panel');
    assert.deepEqual(await intruders(frame.locator('main'), folder), []);

    const response = await inChat(window, `loopback: @mesh ${question}`);
    await window.screenshot('attack-chat');
    nothingLoaded('in the chat');
    assert.deepEqual(await intruders(response.locator('.value'), folder), []);
    assert.match(await response.innerText(), /Done\.[\s\S]*Sources[\s\S]*written by Test loopback/);

    await window.palette('View: Close All Editors');
    await window.quickOpen('src/kettle.ts');
    const hover = await window.hoverText('KettleQueue', /Related[\s\S]*attack\.md/);
    await window.screenshot('attack-hover');
    assert.ok(hover.includes(`![qp](${images.url}/h)`), hover);
    nothingLoaded('in a hover');
    const related = page.locator('.monaco-hover:not(.hidden) .hover-contents', { hasText: 'Related' });
    assert.deepEqual(await intruders(related, folder), []);

    // The control: the same image is loaded, and counted, where markdown is rendered as it is.
    await page.keyboard.press('Escape');
    await window.palette('View: Close All Editors');
    await window.quickOpen('src/kettle.ts');
    await window.palette('Show plain markdown');
    await window.fillQuickInput(`![p](${images.url}/control.png?q=DATA)`);
    await page.keyboard.press('Enter');
    await until('the image of the control', () => images.asked.length > 0 && loaded() > 0);
    t.diagnostic(`control: ${loaded()} requests in the browser, ${images.asked.length} at the server`);
    assert.deepEqual(images.asked, ['/control.png?q=DATA']);
  });
});

/** Asks in the chat and agrees to sending; resolves with the complete answer. */
async function inChat(window: Workbench, query: string): Promise<Locator> {
  const { page } = window;
  await window.palette('Say in the chat');
  await window.fillQuickInput(query);
  await page.keyboard.press('Enter');
  await decide(await cardOf(window), 'Send');
  const response = page.locator('.interactive-item-container.interactive-response').last();
  await until('the answer of the chat', async () => /written by/.test(await response.innerText().catch(() => '')));
  return response;
}
