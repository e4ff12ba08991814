// Actions on the answer panel for end-to-end tests.

import type { Frame } from 'playwright-core';
import type { Workbench } from './host/workbench.ts';
import { until } from './until.ts';

/** Puts a question into the open input box until its row is listed: the box may not have the focus yet. */
export async function typeQuestion(window: Workbench, text: string): Promise<void> {
  await window.page.locator('.quick-input-title', { hasText: 'Ask workspace' }).waitFor();
  const row = window.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
  await until('the question in the list', async () => {
    await window.fillQuickInput(text);
    return row.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
  });
}

/** Asks by the palette and waits for the answer. */
export async function ask(window: Workbench, text: string): Promise<Frame> {
  await window.palette('MeshRAG: Ask workspace');
  await typeQuestion(window, text);
  await window.page.keyboard.press('Enter');
  return answered(window, text);
}

/** Waits until the panel shows the answer to a question, which it did not show before. */
export async function answered(window: Workbench, text: string): Promise<Frame> {
  const frame = await window.webviewFrame('.turn');
  await frame.locator('.turn[data-state="done"] h2', { hasText: text }).last().waitFor();
  return frame;
}

/** Sends a panel a message like the extension: shows states that would need a model or a failure. Once it resolves, they are drawn. */
export async function postToPanel(frame: Frame, message: object): Promise<void> {
  await frame.evaluate((data) => void window.dispatchEvent(new MessageEvent('message', { data })), message);
}

/** Brings a panel into a state and runs `body` in it; once more if the extension, which may still send its own state, has replaced it. */
export async function inState(frame: Frame, messages: readonly object[], body: () => Promise<void>): Promise<void> {
  const drawn = '.thread > *, main > h1:not(.visuallyHidden)';
  const isThere = async (): Promise<boolean> => (await frame.locator(drawn).first().getAttribute('data-posted')) !== null;
  await until('a state that lasts', async () => {
    for (const message of messages) await postToPanel(frame, message);
    await frame.evaluate((one) => document.querySelector(one)?.setAttribute('data-posted', ''), drawn);
    try {
      await body();
    } catch (error) {
      if (await isThere()) throw error;
    }
    return isThere();
  });
}

/** Waits for the permission card, in the panel or the side bar. */
export async function cardOf(window: Workbench): Promise<Frame> {
  const frame = await window.webviewFrame('.consent');
  await frame.locator('.consent').last().waitFor();
  return frame;
}

/** Presses a button of the card. */
export async function decide(frame: Frame, label: 'Send' | 'Only my questions' | 'Don’t send'): Promise<void> {
  const button = frame.locator('.consent').last().getByRole('button', { name: label, exact: true });
  // Content arriving in the panel during the click may move the button away from the pointer.
  await until('the decision', async () => {
    await button.click({ timeout: 5000 }).catch(() => undefined);
    return (await button.count()) === 0;
  });
}
