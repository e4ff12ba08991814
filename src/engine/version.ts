/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '3c36d93683631bd6';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '8c13fd85e391a604';

/** The file of derived data. */
export const derivedVersion = '1cf683f31283839e';

/** The kept listing of a folder. */
export const listingVersion = '5cc70da3bac43557';

/** An exported index. */
export const artifactVersion = '67e09ed2f802ff18';

/** The rows of a published index. */
export const publishedVersion = 'c74981248cc798ce';
