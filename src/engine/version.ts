/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index holds of a folder: segments, and the rows of its files. An export has the same. */
export const indexVersion = '429ea0ec1fcea026';

/** The past of a folder. */
export const pastVersion = 'f939a15dc4d2d14f';

/** The file of derived data. */
export const derivedVersion = '95c3bb2d475f2b26';

/** The kept listing of a folder. */
export const listingVersion = '089cdd90f1ef9290';

/** The rows of a published index. */
export const publishedVersion = '7cbaa2e782c92c6b';
