/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '5f71d1a0b58d6ab1';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '1fa18ca10c7d1e62';

/** The file of derived data. */
export const derivedVersion = 'f504d50e6a28e0c7';

/** The kept listing of a folder. */
export const listingVersion = '197b7e8bad0c335d';

/** An exported index. */
export const artifactVersion = '5a23aff6f15968a6';

/** The rows of a published index. */
export const publishedVersion = '06833f06f916eaea';
