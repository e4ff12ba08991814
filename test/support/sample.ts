// Of the rounds that many tests draw, `npm test` runs a fixed sample and `npm test -- --full` all.

const isFull = process.env.MESHRAG_FULL === '1';

/** One of the choices, in turn; all of them in a full run. */
export function inTurn<T>(choices: readonly T[], turn: number): readonly T[] {
  return isFull ? choices : [choices[turn % choices.length] as T];
}
