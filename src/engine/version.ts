/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = 'c657f67bee70c2fc';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '1c6fd045d11b12d0';

/** The file of derived data. */
export const derivedVersion = 'f6dff3e14a9e4a7d';

/** The kept listing of a folder. */
export const listingVersion = '7c381dc7f05c5636';

/** An exported index. */
export const artifactVersion = 'c06841f70027b0ae';

/** The rows of a published index. */
export const publishedVersion = '3557ea5d96021a65';
