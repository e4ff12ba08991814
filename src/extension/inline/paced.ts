/** Throttles drawing, always ending with the last state: a stream is faster than comment threads can be drawn. */

/** A throttled drawing. */
export interface Paced {
  /** Draws now if the last drawing is long enough ago, otherwise as soon as it is. */
  draw(): void;
  /** Stops drawing. */
  stop(): void;
}

/** `draw` is called at once, and again no sooner than `minMs` milliseconds after it last returned. */
export function paced(draw: () => void, minMs: number): Paced {
  let lastMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const run = () => {
    timer = undefined;
    draw();
    lastMs = performance.now();
  };
  return {
    draw() {
      if (timer !== undefined || isStopped) return;
      const waitMs = lastMs + minMs - performance.now();
      if (waitMs <= 0) run();
      else timer = setTimeout(run, Math.ceil(waitMs) + 1);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
