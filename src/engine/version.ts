/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = 'cc03592a76e74b0b';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '7e8cfdc7939b53a9';

/** The file of derived data. */
export const derivedVersion = 'ce3b0f0f96b35c4e';

/** The kept listing of a folder. */
export const listingVersion = '7c381dc7f05c5636';

/** An exported index. */
export const artifactVersion = 'cf764b1d08a58e72';

/** The rows of a published index. */
export const publishedVersion = 'ff7648aa05fae180';
