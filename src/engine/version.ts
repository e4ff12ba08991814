/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = 'f696486d7e3a6428';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '5cd51067f48df179';

/** The past of a folder. */
export const pastVersion = 'e48d41483d1db10e';

/** The file of derived data. */
export const derivedVersion = '275bc3b9a0f70042';

/** The kept listing of a folder. */
export const listingVersion = '089cdd90f1ef9290';

/** An exported index. */
export const artifactVersion = '4c031334d4dcdf72';

/** The rows of a published index. */
export const publishedVersion = '488d6489c3c9e8bf';
