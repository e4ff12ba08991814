/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = 'd5f2bdbd06d46650';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '6c74ef23119a6939';

/** The file of derived data. */
export const derivedVersion = '986c6f99175ab524';

/** The kept listing of a folder. */
export const listingVersion = '699123be45987802';

/** An exported index. */
export const artifactVersion = '518cdf6d44be11bb';

/** The rows of a published index. */
export const publishedVersion = 'd53264cd2fd5d8af';
