/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index holds of a folder: segments, and the rows of its files. An export has the same. */
export const indexVersion = '9740c419b5d38fd4';

/** The past of a folder. */
export const pastVersion = '5168157cbf36e195';

/** The file of derived data. */
export const derivedVersion = '2fa4026083499c82';

/** The kept listing of a folder. */
export const listingVersion = '089cdd90f1ef9290';

/** The rows of a published index. */
export const publishedVersion = '42bc9d6412ac50b7';
