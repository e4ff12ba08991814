// The panel's own script in a browser, with threads as another version may have stored them.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { panelTurn } from '../../src/protocol/panels/panelThread.ts';
import { check } from '../../src/protocol/schema.ts';
import { startBrowser } from '../support/host/browser.ts';
import { answerStates } from '../support/panelStates.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { wrongValues } from '../support/wrongValues.ts';

const script = path.resolve(import.meta.dirname, '../../dist/webview/answer.js');

test('whatever a stored turn contains, it is rejected or drawn, and never breaks the panel', async (t) => {
  const shows = Object.values(answerStates).flatMap((messages) => messages.filter((message) => message.type === 'show'));
  const wrong = shows.flatMap((message) =>
    message.state.turns.flatMap((turn) =>
      [...wrongValues(turn)].filter(isTaken).map((one) => ({ ...message, state: { ...message.state, turns: [one] } })),
    ),
  );
  assert.ok(wrong.length > 1000, `${wrong.length} turns`);
  const context = await startBrowser(temporaryDirectory(t));
  t.after(() => context.close());
  const page = await context.newPage();
  await page.addInitScript('window.acquireVsCodeApi = () => ({ postMessage() {}, setState() {} }); window.meshragTexts = {}');
  await page.goto('about:blank');
  await page.addScriptTag({ content: fs.readFileSync(script, 'utf8') });
  const broken = await page.evaluate((messages) => {
    const found: string[] = [];
    let problem = '';
    window.addEventListener('error', (event) => {
      problem = event.message;
    });
    for (const message of messages) {
      problem = '';
      window.dispatchEvent(new MessageEvent('message', { data: message }));
      const drawn = document.querySelectorAll('.turn h2').length;
      if (problem !== '' || drawn !== 1) found.push(`${problem}: ${drawn} drawn`);
    }
    return found;
  }, wrong);
  assert.deepEqual([...new Set(broken)], []);
});

function isTaken(turn: unknown): boolean {
  try {
    check(panelTurn, turn, 'turn');
    return true;
  } catch {
    return false;
  }
}
