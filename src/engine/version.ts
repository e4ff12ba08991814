/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '094311047952d522';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = '6552328f33e7edaf';

/** The file of derived data. */
export const derivedVersion = 'f13b0c7653381e80';

/** The kept listing of a folder. */
export const listingVersion = '7c381dc7f05c5636';

/** An exported index. */
export const artifactVersion = '9f9483ce91ececec';

/** The rows of a published index. */
export const publishedVersion = 'd9268992617ea2b0';
