/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '2e043c87ce829df4';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = 'e4ba062654489e4a';

/** The file of derived data. */
export const derivedVersion = '786e0d7b1df01c83';

/** The kept listing of a folder. */
export const listingVersion = '7c381dc7f05c5636';

/** An exported index. */
export const artifactVersion = '68096cfc4061bc08';

/** The rows of a published index. */
export const publishedVersion = '1c489c0a4b328de1';
