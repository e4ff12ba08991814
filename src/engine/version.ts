/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '8512112b68e32f4c';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '452a8148bec30d1d';

/** The file of derived data. */
export const derivedVersion = '1c6b1f702d85596c';

/** The kept listing of a folder. */
export const listingVersion = '197b7e8bad0c335d';

/** An exported index. */
export const artifactVersion = '1c3f2496c30295f2';

/** The rows of a published index. */
export const publishedVersion = 'c50a64c2a9cba70d';
