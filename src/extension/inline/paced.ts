/** Draws at most so often, the last state always: a stream arrives faster than comment threads can be drawn. */

/** Something that wants to be drawn. */
export interface Paced {
  /** Draws now where the last drawing is long enough ago, and as soon as it is otherwise. */
  draw(): void;
  /** Draws nothing any more. */
  stop(): void;
}

/** `draw` is called at once, and then at most every `leastMs` milliseconds. */
export function paced(draw: () => void, minMs: number): Paced {
  let lastMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const run = () => {
    timer = undefined;
    lastMs = performance.now();
    draw();
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
