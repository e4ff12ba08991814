// The map's list, from the user's point of view.
import type { Frame } from 'playwright-core';

/** Unfolds the first part of the list, unless it is unfolded. */
export async function unfoldPart(frame: Frame): Promise<void> {
  const part = frame.locator('.part').first();
  await part.waitFor();
  if ((await part.getAttribute('aria-expanded')) === 'false') await part.click();
  await frame.locator('.area').first().waitFor();
}

/** Unfolds the first community of the first part. */
export async function unfoldCommunity(frame: Frame): Promise<void> {
  await unfoldPart(frame);
  await frame.locator('.area').first().click();
  await frame.locator('.inside .chunk').first().waitFor();
}
