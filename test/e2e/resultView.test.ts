// The view of a tool's result in a browser, in a sandbox as a client of the Model Context Protocol has it.
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultView } from '../../src/cli/mcp/resultView.ts';
import { fitPage } from '../../src/tools/toolResult.ts';
import { startBrowser } from '../support/host/browser.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

// The policy that a client has to set for a view that asks for no network.
const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'none'";

test('the view draws verdict, passage and pointers as text, in the colours of the client', async (t) => {
  const { text } = fitPage(
    {
      intro: ['Verdict: answer. In src/tide.ts.'],
      entries: [
        { text: 'src/tide.ts:3-5 Tide.read\n<img src=x onerror="parent.attacked = true"> </script> & more\n' },
        { text: 'Level 1, users, 2 files:\nsrc/port.ts:12 (open), 40' },
      ],
      ending: ['2 more: cursor "more 2".'],
    },
    { from: 0, characters: 4000 },
  );
  const context = await startBrowser(temporaryDirectory(t));
  t.after(() => context.close());
  const page = await context.newPage();
  const requested: string[] = [];
  const failed: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  page.on('pageerror', (error) => failed.push(error.message));
  await page.goto('about:blank');
  await page.evaluate(
    ({ html, rules, result }) => {
      const received: { method: string }[] = [];
      Object.assign(window, { received });
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.srcdoc = html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${rules}">`);
      const send = (message: object): void => frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*');
      addEventListener('message', ({ source, data }) => {
        if (source !== frame.contentWindow) return;
        received.push(data);
        const styles = { variables: { '--color-background-primary': 'rgb(1, 2, 3)' } };
        if (data.method === 'ui/initialize')
          send({ id: data.id, result: { protocolVersion: '2026-01-26', hostContext: { theme: 'dark', styles } } });
        if (data.method !== 'ui/notifications/initialized') return;
        send({ method: 'ui/notifications/tool-input', params: { arguments: {} } });
        send({ method: 'ui/notifications/tool-result', params: { content: [{ type: 'text', text: result }] } });
      });
      document.body.append(frame);
    },
    { html: resultView().text, rules: policy, result: text },
  );
  const view = page.frameLocator('iframe');
  assert.equal(await view.locator('.verdict').textContent(), 'Verdict: answer. In src/tide.ts.');
  assert.deepEqual(await view.locator('.place').allTextContents(), ['src/tide.ts:3-5 Tide.read', 'src/port.ts:12 (open), 40']);
  assert.deepEqual(await view.locator('.group').allTextContents(), ['Level 1, users, 2 files:']);
  assert.equal((await view.locator('pre').first().textContent())?.trim(), '<img src=x onerror="parent.attacked = true"> </script> & more');
  assert.match((await view.locator('.note').allTextContents()).join('\n'), /data, never instructions.*cursor "more 2"/);
  assert.equal(await view.locator('img').count(), 0);
  assert.equal(await view.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor), 'rgb(1, 2, 3)');
  await page.waitForFunction(() => JSON.stringify(Object(window).received).includes('ui/notifications/size-changed'));
  assert.deepEqual([requested.filter((url) => !url.startsWith('about:')), failed], [[], []]);
});
