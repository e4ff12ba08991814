/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '2b166986b6ac69bd';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = 'b65bce2b9e3d90ea';

/** The file of derived data. */
export const derivedVersion = 'b6f123cc6c3ccbff';

/** The kept listing of a folder. */
export const listingVersion = '14fca854d162a211';

/** An exported index. */
export const artifactVersion = '05e9893fe62c690c';

/** The rows of a published index. */
export const publishedVersion = '2defb53a0d517a99';
