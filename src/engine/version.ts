/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '847683783a8a0aab';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = 'f54a612b1aa2b8aa';

/** The file of derived data. */
export const derivedVersion = '43b53ca3c9cf6d44';

/** The kept listing of a folder. */
export const listingVersion = '529fa5e885554d46';

/** An exported index. */
export const artifactVersion = '84d313e141ea1619';

/** The rows of a published index. */
export const publishedVersion = 'f9b0f09bc7d26a28';
