/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '8b82b0a099a641bb';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = 'f5626b6ad7790c90';

/** The file of derived data. */
export const derivedVersion = 'f031c7b6eab607d9';

/** The kept listing of a folder. */
export const listingVersion = '5cc70da3bac43557';

/** An exported index. */
export const artifactVersion = '5ec0e44174fc93a3';

/** The rows of a published index. */
export const publishedVersion = '8e79e94a0f3e0bc6';
