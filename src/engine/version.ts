/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '11daebaf837bdd0e';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '3e0342c6bf5abc87';

/** The file of derived data. */
export const derivedVersion = '0cb4f49ba1b6fe15';

/** The kept listing of a folder. */
export const listingVersion = '5cc70da3bac43557';

/** An exported index. */
export const artifactVersion = 'f6d7a0d9a5f8d418';

/** The rows of a published index. */
export const publishedVersion = '77b35685740862a5';
