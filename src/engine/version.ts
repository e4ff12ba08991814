/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '00b733e00f321df6';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = 'b38e549a1e328bc1';

/** The file of derived data. */
export const derivedVersion = '31c9b7988a023f61';

/** The kept listing of a folder. */
export const listingVersion = '7c381dc7f05c5636';

/** An exported index. */
export const artifactVersion = '622d8d0437aafe9e';

/** The rows of a published index. */
export const publishedVersion = 'bb6ed5a7d84fb7b1';
