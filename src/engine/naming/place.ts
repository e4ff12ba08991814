/** The common place of a community's chunks, as shown in its name. */

/** Minimum share of the chunks in the place. */
const minPlaceShare = 0.6;

/** A name followed by its place. */
export function addPlace(name: string, place: string | undefined): string {
  return place === undefined ? name : `${name} · ${place}`;
}

/**
 * The file, or else the deepest folder, of most paths, by its last two names; undefined for the root.
 * @param paths ascending, so that a place of more than half of them contains the middle one.
 */
export function commonPlace(paths: readonly string[]): string | undefined {
  const middle = paths[paths.length >> 1] ?? '';
  for (let end = middle.length; end > 0; end = middle.lastIndexOf('/', end - 1)) {
    const place = middle.slice(0, end);
    let count = 0;
    for (const path of paths) if (path === place || (path.startsWith(place) && path[end] === '/')) count++;
    if (count >= paths.length * minPlaceShare) return place.split('/').slice(-2).join('/');
  }
  return undefined;
}
