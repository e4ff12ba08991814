/** Where the chunks of a community lie, as its name tells it. */

/** Share of the chunks that must lie in one place for it to be told. */
const placeShare = 0.6;

/** A name with the place where what it names lies. */
export function placed(name: string, place: string | undefined): string {
  return place === undefined ? name : `${name} · ${place}`;
}

/**
 * The file, or else the deepest folder, that holds most of the paths, by its last two names; undefined where that is the root.
 * @param paths ascending: what holds more than half of them holds the middle one.
 */
export function commonPlace(paths: readonly string[]): string | undefined {
  const middle = paths[paths.length >> 1] ?? '';
  for (let end = middle.length; end > 0; end = middle.lastIndexOf('/', end - 1)) {
    const place = middle.slice(0, end);
    let count = 0;
    for (const path of paths) if (path === place || (path.startsWith(place) && path[end] === '/')) count++;
    if (count >= paths.length * placeShare) return place.split('/').slice(-2).join('/');
  }
  return undefined;
}
