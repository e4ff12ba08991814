/** Opens published indexes by their addresses: on PostgreSQL, or as exports on a web server or in a folder. What an address needs is loaded with its first. */

import type { Lexicons } from '../../../engine/text/words/lexicon.ts';
import type { PublishedName } from '../../../storage/published.ts';
import { isFolderAddress, isWebAddress } from '../../../storage/served/exportAddress.ts';
import { yieldInSlices, yieldToEventLoop } from '../../scheduling/timeSlices.ts';
import type { SharedOptions } from '../../types/options.ts';

/** Throws `SharedIndexError` for an address or a name that is none. */
export type PublishedOpener = (options: SharedOptions) => Promise<PublishedName>;

/**
 * The published indexes of a process, whose folders share its connections.
 *
 * @param lexicons of its folders.
 */
export function createOpener(lexicons: Lexicons): PublishedOpener {
  const connections = once(async () => new (await import('../../../storage/postgres/openPublished.ts')).SharedConnections());
  return async (options) => {
    const isExport = isWebAddress(options.address) || isFolderAddress(options.address);
    if (!isExport) return (await connections()).name(options, options.environment);
    const { ServedName } = await import('../../../storage/served/servedName.ts');
    return new ServedName(
      options,
      lexicons,
      yieldInSlices(() => yieldToEventLoop()),
    );
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
