/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index holds of a folder: segments, and the rows of its files. An export has the same. */
export const indexVersion = '12d4f053f875b379';

/** The past of a folder. */
export const pastVersion = 'a89e58b2388a3efb';

/** The file of derived data. */
export const derivedVersion = 'f1cb751c3593c600';

/** The kept listing of a folder. */
export const listingVersion = '089cdd90f1ef9290';

/** The rows of a published index. */
export const publishedVersion = '3e6ce3063fa7f8c7';
