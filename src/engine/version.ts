/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '5dc3440e77ac4a56';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = 'd8d4ae6ba93fcf88';

/** The file of derived data. */
export const derivedVersion = 'f4686fdb9568b2bf';

/** The kept listing of a folder. */
export const listingVersion = '14fca854d162a211';

/** An exported index. */
export const artifactVersion = '9e822c0e0dd975af';

/** The rows of a published index. */
export const publishedVersion = '2340229038abaa0d';
