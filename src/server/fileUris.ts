/** Converts between `file:` URIs and operating system paths; everything else about paths is in `workspace/systemPaths.ts`. */

import * as path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createPaths, type Paths, systemPaths } from '../workspace/systemPaths.ts';

export interface FileUris {
  /** The normalised absolute path of a `file:` URI; undefined for other schemes and invalid URIs. */
  toPath(uri: string): string | undefined;
  /** The `file:` URI of an absolute path, spelled as VS Code does, so that the editor's parts may compare it with those of documents. */
  toUri(file: string): string;
  /** The path of `file` below `folder` with `/`, empty for the folder itself; undefined if it lies outside. */
  below(folder: string, file: string): string | undefined;
  /** The deepest of some folders that contains a file, see `Paths.deepest`. */
  deepest: Paths['deepest'];
  /** The absolute path of a relative one with `/`; throws a RangeError if it would leave the folder. */
  join(folder: string, relative: string): string;
  /** The last name of a path. */
  baseName(file: string): string;
}

/** The conversions for one family of systems. */
export function createFileUris(windows: boolean): FileUris {
  const style = windows ? path.win32 : path.posix;
  const paths = windows === (process.platform === 'win32') ? systemPaths : createPaths(style, windows);
  return {
    toPath(uri) {
      if (!uri.startsWith('file:')) return undefined;
      try {
        return paths.normalise(fileURLToPath(uri, { windows }));
      } catch {
        return undefined;
      }
    },
    toUri(file) {
      const { host, pathname } = pathToFileURL(file, { windows });
      const decoded = decodeURIComponent(windows ? pathname.replace(/^\/[A-Z](?=:)/, (drive) => drive.toLowerCase()) : pathname);
      const segments = decoded.split('/').map(encodedSegment);
      return `file://${host}${segments.join('/')}`;
    },
    below: (folder, file) => paths.toRelative(folder, file),
    deepest: (folders, file) => paths.deepest(folders, file),
    join: (folder, relative) => paths.toAbsolute(folder, relative),
    baseName: (file) => style.basename(file),
  };
}

/** Everything but unreserved characters (RFC 3986, 2.3) is escaped. */
function encodedSegment(segment: string): string {
  return encodeURIComponent(segment).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
