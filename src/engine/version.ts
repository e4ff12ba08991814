/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '3abf97e484661d40';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '03457d25fc1cbf27';

/** The file of derived data. */
export const derivedVersion = '29573813774f99c4';

/** The kept listing of a folder. */
export const listingVersion = 'e1a17666bfa04428';

/** An exported index. */
export const artifactVersion = '53cf771f6cecb5ac';

/** The rows of a published index. */
export const publishedVersion = '77a6a95a87960108';
