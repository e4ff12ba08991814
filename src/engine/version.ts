/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = 'e794707f613b3617';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '42498377545275d4';

/** The file of derived data. */
export const derivedVersion = 'fe7103e51d7a0bc9';

/** The kept listing of a folder. */
export const listingVersion = '14fca854d162a211';

/** An exported index. */
export const artifactVersion = '714922b6e910205d';

/** The rows of a published index. */
export const publishedVersion = '7c9e3831de3757de';
