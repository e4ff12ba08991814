// Of the rounds that many tests draw, `npm test` runs a fixed sample and `npm test -- --full` all.

const isFull = process.env.MESHRAG_FULL === '1';

/** One of the choices, in turn; all of them in a full run. */
export function inTurn<T>(choices: readonly T[], turn: number): readonly T[] {
  return isFull ? choices : [choices[turn % choices.length] as T];
}

/** `count` of the choices, spread over all of them; all in a full run. */
export function some<T>(choices: readonly T[], count: number): readonly T[] {
  return isFull
    ? choices
    : choices.filter((_, i) => Math.floor((i * count) / choices.length) !== Math.floor(((i - 1) * count) / choices.length));
}

/** How many rounds of a property to draw, and how many in a full run. */
export function rounds(sampled: number, all: number): number {
  return isFull ? all : sampled;
}
