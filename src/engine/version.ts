/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '86c4eb829ea5762e';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = 'c7eaf2b01551ce87';

/** The file of derived data. */
export const derivedVersion = '67b02c478950b145';

/** The kept listing of a folder. */
export const listingVersion = '699123be45987802';

/** An exported index. */
export const artifactVersion = '1dd0dbf422e8022a';

/** The rows of a published index. */
export const publishedVersion = '9f6af735d8b6e030';
