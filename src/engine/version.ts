/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '46bfd058a127a999';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '70f17fd0127d34c4';

/** The file of derived data. */
export const derivedVersion = 'b2e5d2f7932e8342';

/** The kept listing of a folder. */
export const listingVersion = '7c381dc7f05c5636';

/** An exported index. */
export const artifactVersion = '90fdea1e2ddbc084';

/** The rows of a published index. */
export const publishedVersion = '2efc6c1f2c52c33a';
