/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = 'f2a30b868940afb1';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '84b2a9ce3295807d';

/** The file of derived data. */
export const derivedVersion = '0b32e2e4f9003a4f';

/** The kept listing of a folder. */
export const listingVersion = '5fc092b34cb5e4c7';

/** An exported index. */
export const artifactVersion = 'a37bb87f5fc7b745';

/** The rows of a published index. */
export const publishedVersion = '84ee7752c3aa4ef6';
