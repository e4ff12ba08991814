/** Every constant of the brief that was weighed, on questions to repositories that `bench/quality/newcomers.ts` names; `--ablate` prints what each is worth. */

export const weights = {
  /** Blocks of which one holds so much of the terms of the other are variants: one is shown. */
  variant: 0.8,
  /** The best block of a sure answer holds so much of the question, and so many of its words or all of them. */
  sureShare: 0.55,
  sureWords: 3,
  /** Where no block holds more than so much of the question, and each one word at most, its subject is not there. */
  nearShare: 0.12,
  /** Lines of the first block where steps are asked for, a place, or anything else; of each further one; of all together. */
  stepsLines: 20,
  placeLines: 6,
  firstLines: 12,
  furtherLines: 6,
  maxLines: 28,
  /** Lines that a place may take with all that it needs to be understood. */
  neededLines: 12,
};
