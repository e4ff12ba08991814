/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index holds of a folder: segments, and the rows of its files. An export has the same. */
export const indexVersion = 'd9f7d92278e93a60';

/** The past of a folder. */
export const pastVersion = '3fdf48f0943d579d';

/** Derived data. */
export const derivedVersion = '950b59c53a1c9de7';

/** The kept listing of a folder. */
export const listingVersion = '9bea5c188ddd7844';

/** The rows of a published index. */
export const publishedVersion = 'fc9975dcd60d2160';
