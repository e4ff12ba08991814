/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '5814d8c56983ea6c';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = 'cab30ff8de8e72c2';

/** The file of derived data. */
export const derivedVersion = 'b2f7b5f2820f64b9';

/** The kept listing of a folder. */
export const listingVersion = '7c381dc7f05c5636';

/** An exported index. */
export const artifactVersion = '5a3bffd994e51d3b';

/** The rows of a published index. */
export const publishedVersion = '70e76fecd93e871b';
