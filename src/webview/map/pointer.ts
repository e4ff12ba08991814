/** Mouse, pen, wheel and keyboard on the canvas. */

import type { Camera } from './camera.ts';

export interface PointerActions {
  /** The camera has moved. */
  moved(): void;
  hover(x: number, y: number): void;
  leave(): void;
  click(x: number, y: number, isShifted: boolean): void;
}

/** A press that moves less than this, in pixels, is a click. */
const clickReach = 4;
const keyStep = 60;

export function followPointer(canvas: HTMLCanvasElement, camera: Camera, actions: PointerActions): void {
  let pressed: { x: number; y: number; moved: number } | undefined;
  canvas.addEventListener('pointerdown', (event) => {
    pressed = { x: event.offsetX, y: event.offsetY, moved: 0 };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (pressed === undefined) {
      actions.hover(event.offsetX, event.offsetY);
      return;
    }
    const [dx, dy] = [event.offsetX - pressed.x, event.offsetY - pressed.y];
    pressed = { x: event.offsetX, y: event.offsetY, moved: pressed.moved + Math.abs(dx) + Math.abs(dy) };
    camera.pan(dx, dy);
    actions.moved();
  });
  canvas.addEventListener('pointerup', (event) => {
    if (pressed !== undefined && pressed.moved < clickReach) actions.click(event.offsetX, event.offsetY, event.shiftKey);
    pressed = undefined;
  });
  canvas.addEventListener('pointerleave', () => actions.leave());
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      camera.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
      actions.moved();
    },
    { passive: false },
  );
  canvas.addEventListener('keydown', (event) => {
    const steps: Record<string, () => void> = {
      ArrowLeft: () => camera.pan(keyStep, 0),
      ArrowRight: () => camera.pan(-keyStep, 0),
      ArrowUp: () => camera.pan(0, keyStep),
      ArrowDown: () => camera.pan(0, -keyStep),
      '+': () => camera.zoom(1.4),
      '-': () => camera.zoom(1 / 1.4),
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    step();
    actions.moved();
  });
}
