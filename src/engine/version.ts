/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '69e2cb85cae85722';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '5be91d10d86eccd6';

/** The file of derived data. */
export const derivedVersion = 'a6d4d9773595b4a0';

/** The kept listing of a folder. */
export const listingVersion = 'e1a17666bfa04428';

/** An exported index. */
export const artifactVersion = '558fcae507365059';

/** The rows of a published index. */
export const publishedVersion = 'd2cd847207c4ddbc';
