/** The tuned constants of the brief, chosen on the repositories that `bench/quality/newcomers.ts` names; its `--ablate` prints what each contributes. */

export const weights = {
  /** Overlap coefficient from which two blocks are near-duplicates, so that only one is shown. */
  variant: 0.8,
  /** Min share of the question, and min words of it, that the first block of a sure answer matches; fewer words if its subject has this share. */
  sureShare: 0.65,
  sureWords: 3,
  /** Min share of what the best block matches that every other must match. */
  relativeMatch: 0.35,
  /** If every block matches at most this share of the question, and at most one word, the subject is not in the workspace. */
  nearShare: 0.12,
  /** Max lines of a block, and of all together. */
  blockLines: 12,
  maxLines: 28,
};
