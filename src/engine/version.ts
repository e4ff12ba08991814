/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '16cc1bcd4a5d5c3a';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = 'bfdbc674cb50167d';

/** The file of derived data. */
export const derivedVersion = 'ebdb51d7e909cb2a';

/** The kept listing of a folder. */
export const listingVersion = 'd0969f1828fa95e8';

/** An exported index. */
export const artifactVersion = '90b77b4f0941b396';

/** The rows of a published index. */
export const publishedVersion = 'ddc4e1b5ee0b58f7';
