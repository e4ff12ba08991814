/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index holds of a folder: segments, and the rows of its files. An export has the same. */
export const indexVersion = '10ce924f50dcba09';

/** The past of a folder. */
export const pastVersion = 'abef056ed2239f72';

/** Derived data. */
export const derivedVersion = '072b0dbfc159f289';

/** The kept listing of a folder. */
export const listingVersion = '9bea5c188ddd7844';

/** The rows of a published index. */
export const publishedVersion = '2f06bc3a8a51fa74';
