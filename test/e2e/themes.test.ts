// The map, the figures and the answer in the side bar in all four kinds of themes, and every panel with reduced motion.
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { ask, inState } from '../support/answerPanel.ts';
import { seriousProblems } from '../support/axe.ts';
import type { Workbench } from '../support/host/workbench.ts';
import { answerStates } from '../support/panelStates.ts';
import { sharedWindow } from '../support/sharedWindow.ts';
import { setTheme, themes } from '../support/theme.ts';

const inWindow = sharedWindow();

/** Unfolds the first part of the map, unless it is unfolded. */
async function unfoldPart(map: Frame): Promise<void> {
  const part = map.locator('.list .part').first();
  if ((await part.getAttribute('aria-expanded')) === 'false') await part.click();
  await map.locator('.box.file').first().waitFor();
}

async function inAllThemes(window: Workbench, frame: Frame, what: string): Promise<void> {
  for (const theme of themes) {
    await setTheme(window, frame, theme);
    assert.deepEqual(await seriousProblems(frame), [], `${what} in ${theme.name}`);
    await window.screenshot(`${what}-${theme.file}`);
  }
}

test('axe finds nothing serious in the map and the figures in any kind of theme', async () => {
  await inWindow('themes', async (window) => {
    await window.palette('MeshRAG: Show Map');
    const map = await window.webviewFrame('.map svg');
    await unfoldPart(map);
    await inAllThemes(window, map, 'map');
    await window.listed('Show Figures');
    const figures = await window.webviewFrame('#sketches svg');
    await figures.locator('summary').click();
    await inAllThemes(window, figures, 'figures');
  });
});

test('axe finds nothing serious in the side bar in any kind of theme', async () => {
  await inWindow('themes-side', async (window) => {
    await window.openSidebar('MeshRAG');
    const frame = await window.webviewFrame('.empty');
    await inState(frame, answerStates.model ?? [], () => inAllThemes(window, frame, 'side'));
  });
});

/** Animated properties and keyframes, including those inside the toolkit's elements. */
function moving(frame: Frame): Promise<string[]> {
  return frame.evaluate(() =>
    document
      .getAnimations()
      .map((one) => ('transitionProperty' in one ? String(one.transitionProperty) : String((one as CSSAnimation).animationName))),
  );
}

/** Unfolds a source and checks before its arrow could have turned. */
async function movingWhileUnfolding(frame: Frame): Promise<string[]> {
  return frame.evaluate(async () => {
    document.querySelector<HTMLElement>('.why summary')?.click();
    const seen: string[] = [];
    for (let i = 0; i < 3; i++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      seen.push(...document.getAnimations().map(({ id }) => `animation ${id}`));
    }
    return seen;
  });
}

test('nothing moves with reduced motion', async () => {
  await inWindow('still', async (window) => {
    await window.page.emulateMedia({ reducedMotion: 'no-preference' });
    const frame = await ask(window, 'Which kettle is heated first?');
    assert.notDeepEqual(await movingWhileUnfolding(frame), [], 'the arrow turns where motion is welcome');
    await window.page.emulateMedia({ reducedMotion: 'reduce' });
    assert.deepEqual(await movingWhileUnfolding(frame), []);
    await frame.locator('.why summary').first().click();
    await frame.locator('.why[open] .actions .link').first().click();
    const evidence = await window.webviewFrame('.sides');
    await evidence.locator('.nameRow').first().click();
    await evidence.locator('mark.chosen').first().waitFor();
    assert.deepEqual(await moving(evidence), []);
    for (const [name, messages] of Object.entries(answerStates)) {
      await inState(frame, messages, async () => assert.deepEqual(await moving(frame), [], name));
    }
    await window.palette('MeshRAG: Show Map');
    const map = await window.webviewFrame('.map svg');
    await unfoldPart(map);
    assert.deepEqual(await moving(map), []);
    await window.listed('Show Figures');
    assert.deepEqual(await moving(await window.webviewFrame('#sketches svg')), []);
  });
});
