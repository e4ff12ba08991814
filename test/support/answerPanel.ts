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

/** Waits until the panel shows the answer to a question. */
export async function answered(window: Workbench, text: string): Promise<Frame> {
  const frame = await window.webviewFrame('.turn');
  await frame.locator('.turn[data-state="done"] h2', { hasText: text }).last().waitFor();
  return frame;
}

/** Sends the panel a message like the extension: shows states that would need a model or a failure. */
export async function postToPanel(frame: Frame, message: object): Promise<void> {
  await frame.evaluate((data) => window.postMessage(data, '*'), message);
}

/** Waits for the permission card, in the panel or the side bar. */
export async function cardOf(window: Workbench): Promise<Frame> {
  const frame = await window.webviewFrame('.consent');
  await frame.locator('.consent').last().waitFor();
  return frame;
}

/** Presses a button of the card. */
export async function decide(frame: Frame, label: 'Send' | 'Don’t send'): Promise<void> {
  const button = frame.locator('.consent').last().getByRole('button', { name: label, exact: true });
  // Content arriving in the panel during the click may move the button away from the pointer.
  await until('the decision', async () => {
    await button.click({ timeout: 5000 }).catch(() => undefined);
    return (await button.count()) === 0;
  });
}
