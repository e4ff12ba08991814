/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '7266e25e6b6230c4';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '33b736314c30aea0';

/** The file of derived data. */
export const derivedVersion = '442683d0317a58b8';

/** The kept listing of a folder. */
export const listingVersion = '699123be45987802';

/** An exported index. */
export const artifactVersion = 'ed5cfbe1f6fe86ca';

/** The rows of a published index. */
export const publishedVersion = '0c39cccf3abad32c';
