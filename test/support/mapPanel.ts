// The map's list, from the user's point of view.
import type { Frame, Locator } from 'playwright-core';
import type { Workbench } from './host/workbench.ts';
import { until } from './until.ts';

/** Unfolds the first part of the list that has communities, unless one is unfolded. */
export async function unfoldPart(frame: Frame): Promise<void> {
  const parts = frame.locator('.part');
  await parts.first().waitFor();
  for (const part of await parts.all()) {
    if ((await frame.locator('.area').count()) > 0) break;
    if ((await part.getAttribute('aria-expanded')) === 'false') await part.click();
    if ((await frame.locator('.area').count()) === 0) await part.click();
  }
  await frame.locator('.area').first().waitFor();
}

/** Unfolds the first community of the list. */
export async function unfoldCommunity(frame: Frame): Promise<void> {
  await unfoldPart(frame);
  await frame.locator('.area').first().click();
  await frame.locator('.inside .chunk').first().waitFor();
}

/** Points at a row of the list until its card is shown: a row that comes to lie under a mouse at rest is not pointed at. */
export async function pointAt(window: Workbench, row: Locator, card: Locator): Promise<void> {
  await until('the card of a row', async () => {
    await window.page.mouse.move(0, 0);
    await row.hover();
    return card.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
  });
}

/** A name on the canvas, in its pixels. */
export interface DrawnName {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly alpha: number;
}

/** What the canvas was last drawn with. */
export interface Drawn {
  readonly names: readonly DrawnName[];
  readonly circles: readonly { readonly x: number; readonly y: number; readonly r: number }[];
  readonly links: readonly { readonly colour: string; readonly alpha: number }[];
  readonly width: number;
  readonly height: number;
}

/** Records what the canvas of the map is drawn with from now on; the result reads the latest picture. */
export async function recordDrawing(frame: Frame): Promise<() => Promise<Drawn>> {
  await frame.evaluate(() => {
    const { clearRect, fillText, arc, lineTo, stroke } = CanvasRenderingContext2D.prototype;
    const drawn = { names: [] as object[], circles: [] as object[], links: [] as object[] };
    let isLine = false;
    Object.assign(window, { drawn });
    Object.assign(CanvasRenderingContext2D.prototype, {
      clearRect(this: CanvasRenderingContext2D, ...box: Parameters<typeof clearRect>) {
        drawn.names.length = 0;
        drawn.circles.length = 0;
        drawn.links.length = 0;
        clearRect.apply(this, box);
      },
      fillText(this: CanvasRenderingContext2D, text: string, x: number, y: number) {
        drawn.names.push({ text, x, y, alpha: this.globalAlpha });
        fillText.call(this, text, x, y);
      },
      arc(this: CanvasRenderingContext2D, ...circle: Parameters<typeof arc>) {
        const [x, y, r] = circle;
        drawn.circles.push({ x, y, r });
        isLine = false;
        arc.apply(this, circle);
      },
      lineTo(this: CanvasRenderingContext2D, x: number, y: number) {
        isLine = true;
        lineTo.call(this, x, y);
      },
      stroke(this: CanvasRenderingContext2D) {
        if (isLine) drawn.links.push({ colour: this.strokeStyle, alpha: this.globalAlpha });
        Reflect.apply(stroke, this, []);
      },
    });
  });
  return () =>
    frame.evaluate(() => {
      const { width, height } = (document.querySelector('canvas') as HTMLCanvasElement).getBoundingClientRect();
      return { ...(window as unknown as { drawn: Drawn }).drawn, width, height };
    });
}
