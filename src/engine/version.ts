/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '403cf6172104a8b1';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '10bd10f5cb388472';

/** The file of derived data. */
export const derivedVersion = 'eb993be8a24fb30a';

/** The kept listing of a folder. */
export const listingVersion = '7c381dc7f05c5636';

/** An exported index. */
export const artifactVersion = '6efb9235ef95cdb5';

/** The rows of a published index. */
export const publishedVersion = '665373d6d6cd9c9e';
