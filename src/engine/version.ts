/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '409856abd9cbeb23';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '062025a32c3a28f3';

/** The file of derived data. */
export const derivedVersion = '9bbd5ba86e8d19af';

/** The kept listing of a folder. */
export const listingVersion = '14fca854d162a211';

/** An exported index. */
export const artifactVersion = 'ada582f29e5e393d';

/** The rows of a published index. */
export const publishedVersion = '03e28188f4d68e2b';
