/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '00bee13ef75ba1d0';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '3e0aaf83b4282a5e';

/** The file of derived data. */
export const derivedVersion = '4c77894aa26a7ea1';

/** The kept listing of a folder. */
export const listingVersion = 'e1a17666bfa04428';

/** An exported index. */
export const artifactVersion = '911cb3a34f6e7fe0';

/** The rows of a published index. */
export const publishedVersion = '4b54545f5a889ff3';
