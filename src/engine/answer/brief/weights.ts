/** The tuned constants of the brief, chosen on the repositories that `bench/quality/newcomers.ts` names; its `--ablate` prints what each contributes. */

export const weights = {
  /** Share of its terms that a text has in common with one before it, from which it is a copy or variant of that and is not shown. */
  variant: 0.8,
  /** Min share of the question, and min words of it, that the first block of an answer matches; fewer words if its subject has this share. */
  sureShare: 0.65,
  sureWords: 3,
  /** Min share if the words of the question alone rank the block first as well, and min share in its heading or name. */
  agreedShare: 0.5,
  namedShare: 0.4,
  /** Min weight of names that occur nowhere for the question to be about something that is not here. */
  absentName: 0.2,
  /** Where most words occur nowhere, the same is so if the best block matches less than this. */
  nearShare: 0.3,
  /** Min share of what the best block matches that every other must match. */
  relativeMatch: 0.35,
  /** The same for places that rank below the first ten. */
  laterMatch: 0.85,
  /** A unit of a long section is shown if it holds at least this share of what the best one does. */
  alsoMatching: 0.5,
  /** Max lines of the first block of an answer, of that of the closest places, of each further block, and of all together. */
  firstLines: 25,
  closestLines: 16,
  furtherLines: 7,
  maxLines: 40,
  /** Max lines between two excerpts of a file that are one entry, and between lines shown together that no section or definition holds. */
  maxGap: 20,
};
