/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '5845b36f4f97e9e6';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '297af819e9f153ea';

/** The file of derived data. */
export const derivedVersion = '0b6a8056ab843c0e';

/** The kept listing of a folder. */
export const listingVersion = '197b7e8bad0c335d';

/** An exported index. */
export const artifactVersion = '82494ed8837dc934';

/** The rows of a published index. */
export const publishedVersion = 'be1b04b7c66d1774';
