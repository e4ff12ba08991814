/**
 * Names for communities: two to four of their most characteristic keys, that no other community has in the same combination.
 *
 * A key that only repeats the words of a chosen one is passed over. Where the keys do not tell two communities apart, the folder that
 * most of the members share, and at last a number, does. Cost: linear in the keys.
 */

export interface Unnamed {
  /** Keys with their space letter, most characteristic first. */
  readonly keys: readonly string[];
  /** Paths of the members. */
  readonly paths: readonly string[];
}

const fewest = 2;
const most = 4;

function repeats(key: string, chosen: readonly string[]): boolean {
  const words = key.toLowerCase();
  return chosen.some((other) => {
    const known = other.toLowerCase();
    return known.includes(words) || words.includes(known);
  });
}

function candidates({ keys }: Unnamed): readonly string[] {
  const chosen: string[] = [];
  for (const key of keys) {
    const text = key.slice(2);
    if (/^[ns]:/.test(key) && text.length <= 40 && !repeats(text, chosen)) chosen.push(text);
  }
  return chosen.length > 0 ? chosen : keys.slice(0, 1).map((key) => key.slice(2));
}

/** The folder that more than half of the paths lie in, without the levels above it. */
function commonFolder(paths: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = path.split('/').slice(0, -1).join('/');
    if (folder !== '') counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const best = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0];
  return best !== undefined && best[1] * 2 > paths.length ? best[0] : undefined;
}

/** A name without case and order: "b, A" is "a, b" to a reader. */
function canonical(name: string): string {
  return name.toLowerCase().split(', ').sort().join(', ');
}

/** One name each, no two alike, in the order given. */
export function nameCommunities(communities: readonly Unnamed[]): readonly string[] {
  const taken = new Set<string>();
  return communities.map((community) => {
    const list = candidates(community);
    const options: string[] = [];
    for (let length = fewest; length <= most; length++) options.push(list.slice(0, length).join(', '));
    const folder = commonFolder(community.paths);
    if (folder !== undefined) options.push(`${options[0]} in ${folder}`);
    let name = options.find((option) => !taken.has(canonical(option)));
    for (let number = 2; name === undefined; number++) {
      const numbered = `${options[0]} (${number})`;
      if (!taken.has(canonical(numbered))) name = numbered;
    }
    taken.add(canonical(name));
    return name;
  });
}
