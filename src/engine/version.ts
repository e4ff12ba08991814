/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = 'b1925823440450d7';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '08088480a5376250';

/** The file of derived data. */
export const derivedVersion = '7b900ae38fd4d2f7';

/** The kept listing of a folder. */
export const listingVersion = '5cc70da3bac43557';

/** An exported index. */
export const artifactVersion = '70850bfe2b89eeb3';

/** The rows of a published index. */
export const publishedVersion = '744bff226234532b';
