/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = 'a7c1409f09991bf2';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '6ec8fc67695c62d3';

/** The file of derived data. */
export const derivedVersion = '78d85b9eb8ac3f2a';

/** The kept listing of a folder. */
export const listingVersion = 'e1a17666bfa04428';

/** An exported index. */
export const artifactVersion = '6a30c9cd60b9abc5';

/** The rows of a published index. */
export const publishedVersion = '48ff020b7506e8dd';
