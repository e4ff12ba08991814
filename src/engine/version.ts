/**
 * The version of each stored form: a digest of the tables that decide it, and of what is made of a fixed corpus. What another version has
 * stored is built again.
 *
 * Written by `npm run versions`, never by hand: the build computes them anew, and a test refuses values that are out of date.
 */

/** What an index file holds of a folder: the analysis of each content, and the rows of its files. */
export const indexVersion = '4a02142de3c02e03';

/** The saved segments next to it, with what is made of paths. */
export const segmentsVersion = 'ec0b65d0475d4dfc';

/** The past of a folder. */
export const pastVersion = '3caf6b14201ad5bc';

/** The file of derived data. */
export const derivedVersion = '7605c011c2005887';

/** The kept listing of a folder. */
export const listingVersion = '089cdd90f1ef9290';

/** An exported index. */
export const artifactVersion = '532dab8812aa6244';

/** The rows of a published index. */
export const publishedVersion = '1a0b664256403a28';
