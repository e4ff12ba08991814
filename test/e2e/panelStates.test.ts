// Every state of the answer and the evidence panel in dark, light and both high-contrast themes, wide and narrow: axe finds nothing
// serious, and nothing scrolls sideways.
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { ask, inState } from '../support/answerPanel.ts';
import { seriousProblems } from '../support/axe.ts';
import type { Workbench } from '../support/host/workbench.ts';
import { answerStates, evidenceStates } from '../support/panelStates.ts';
import { sharedWindow } from '../support/sharedWindow.ts';
import { setTheme, themes } from '../support/theme.ts';
import { until } from '../support/until.ts';

const inWindow = sharedWindow();

async function check(frame: Frame, what: string): Promise<void> {
  // Colours are applied after the text; they must be legible too.
  if ((await frame.locator('.codeBox').count()) > 0) await frame.locator('.codeBox code > span:not(.omission)').first().waitFor();
  // Whether it scrolls is known a frame later.
  await frame.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.deepEqual(await seriousProblems(frame), [], what);
  const excess = await frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(excess, 0, `${what} scrolls sideways`);
}

/** Narrows the window until the panel has at most `width` pixels. */
async function narrow(window: Workbench, frame: Frame, width: number): Promise<void> {
  await window.page.setViewportSize({ width: width + 60, height: 900 });
  await until(`a panel of ${width} px`, async () => (await frame.evaluate(() => document.documentElement.clientWidth)) <= width + 4);
}

test('the answer panel', async () => {
  await inWindow('states-answer', async (window) => {
    await window.page.setViewportSize({ width: 1280, height: 900 });
    const frame = await ask(window, 'Which kettle is heated first?');
    for (const theme of themes) {
      await setTheme(window, frame, theme);
      for (const [name, messages] of Object.entries(answerStates)) {
        await inState(frame, messages, async () => {
          if (name === 'answer' || name === 'model') await unfold(frame);
          await check(frame, `${name} in ${theme.name}`);
          await window.screenshot(`state-${name}-${theme.file}`);
        });
      }
    }
    await window.page.keyboard.press('Control+B');
    for (const width of [400, 320, 260]) {
      await narrow(window, frame, width);
      for (const [name, messages] of Object.entries(answerStates)) {
        await inState(frame, messages, async () => {
          if (name === 'answer' || name === 'model') await unfold(frame);
          await check(frame, `${name} at ${width} px`);
          if (width !== 320) await window.screenshot(`state-${name}-${width}`);
        });
      }
    }
    // 200 % zoom halves the space and doubles the size of letters, which is the editor's setting.
    await frame.evaluate(() => document.documentElement.style.setProperty('--vscode-font-size', '26px'));
    await check(frame, 'large letters');
    await window.screenshot('state-large');
  });
});

test('the evidence panel', async () => {
  await inWindow('states-evidence', async (window) => {
    await window.page.setViewportSize({ width: 1280, height: 900 });
    const answer = await ask(window, 'Which kettle is heated first?');
    await answer.locator('.why summary').first().click();
    await answer.locator('.why[open] .actions .link').click();
    const frame = await window.webviewFrame('.sides');
    for (const theme of themes) {
      await setTheme(window, frame, theme);
      for (const [name, message] of Object.entries(evidenceStates)) {
        await inState(frame, [message], async () => {
          await check(frame, `${name} in ${theme.name}`);
          await window.screenshot(`evidence-${name}-${theme.file}`);
        });
      }
    }
    await window.page.keyboard.press('Control+B');
    await narrow(window, frame, 400);
    await inState(frame, [evidenceStates.pair as object], async () => {
      await check(frame, 'evidence at 400 px');
      const [left, right] = await frame.locator('.side').evaluateAll((sides) => sides.map((side) => side.getBoundingClientRect().left));
      assert.equal(left, right, 'the sides are stacked');
      await window.screenshot('evidence-400');
    });
  });
});

test('the texts of an unsure answer, and which of many sources are listed', async () => {
  await inWindow('states-said', async (window) => {
    const frame = await ask(window, 'Which kettle is heated first?');
    const show = (name: string, expected: readonly string[], body: () => Promise<void>): Promise<void> =>
      inState(frame, answerStates[name] ?? [], async () => {
        const text = await frame.locator('.turn').last().innerText();
        for (const part of expected) assert.ok(text.includes(part), text);
        await body();
      });
    await show('closest', ['Nothing in this workspace mentions upload.', 'It may not answer the question.'], async () =>
      assert.equal(await frame.locator('.quote').count(), 3),
    );
    const numbers = frame.locator('.sourceList > .sources .number');
    await show('many', ['2 of 8 sources · 0.1 s', '4 more'], async () => assert.equal((await numbers.allInnerTexts()).join(), '1,2,3,6'));
  });
});

/** Unfolds the first source; its lines come from the extension, which knows nothing of an injected state. */
async function unfold(frame: Frame): Promise<void> {
  await frame.locator('.why summary').first().click();
  await frame.locator('.link-steps').first().waitFor();
}
