/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '980502376b60fb2d';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '6285904680c3bafd';

/** The file of derived data. */
export const derivedVersion = '2296d6195f0386d6';

/** The kept listing of a folder. */
export const listingVersion = 'e1a17666bfa04428';

/** An exported index. */
export const artifactVersion = '7a4743f9c121145e';

/** The rows of a published index. */
export const publishedVersion = '389d7e95c1ee29ce';
