/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '242fae2ed144abf4';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '09597ebcd45285ec';

/** The file of derived data. */
export const derivedVersion = 'a84415d36925b373';

/** The kept listing of a folder. */
export const listingVersion = '197b7e8bad0c335d';

/** An exported index. */
export const artifactVersion = 'b6fb15e45258a4a4';

/** The rows of a published index. */
export const publishedVersion = 'a2f843947c2e759a';
