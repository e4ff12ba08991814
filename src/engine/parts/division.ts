/**
 * Divides the files of a folder into parts: the folders that people know. Starting from the root, the part with the most files is split into its
 * folders until there are enough and none is too large; folders with few files stay with the files beside them.
 *
 * Cost: the tree once for each split.
 */

/** Numbers of parts from `fullSize` files on. */
const minParts = 8;
export const maxParts = 25;
const wantedParts = 14;
const fullSize = 60;
/** The least share of the whole that a folder must have to be a part: the first that gives enough parts. */
const minShares = [1 / 40, 1 / 80, 1 / 160, 0];
/** Folders that are too small hold at most this share of the files together. */
const maxRest = 1 / 3;
/** A folder of fewer files is not a part. */
const minFiles = 2;
/** A part of more than this share is split although there are enough. */
const maxShare = 1 / 5;

export interface Division {
  /** The folder, relative, with `/` and without one at the end; '' for the root. */
  readonly path: string;
  /** Positions of its files; files of its folders that are parts are not among them. */
  readonly files: readonly number[];
}

interface Tree {
  readonly path: string;
  readonly own: number[];
  /** Of its files and those of its folders. */
  size: number;
  count: number;
  readonly children: Map<string, Tree>;
}

/**
 * @param paths of the files, ascending.
 * @param weights how much each file counts for the size of its part.
 */
export function divide(paths: readonly string[], weights: readonly number[]): readonly Division[] {
  const enough = minPartsOf(paths.length);
  let found: readonly Tree[] = [];
  for (const share of minShares) {
    found = divideTree(buildTree(paths, weights), paths.length, share);
    if (found.length >= enough && restOf(found) <= paths.length * maxRest) break;
  }
  return found
    .map((part) => ({ path: part.path, files: filesBelow(part).sort((a, b) => a - b) }))
    .filter(({ files }) => files.length > 0)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The files of the root whose folders are too small to be parts. */
function restOf(parts: readonly Tree[]): number {
  const rest = parts.find(({ path }) => path === '');
  return rest === undefined ? 0 : rest.count - rest.own.length;
}

function divideTree(root: Tree, files: number, share: number): readonly Tree[] {
  const wanted = files >= fullSize ? wantedParts : Math.max(2, Math.ceil(files / 5));
  const max = files >= fullSize ? maxParts : wanted + 3;
  const whole = root.size;
  let parts: readonly Tree[] = [root];
  const done = new Set<Tree>();
  for (;;) {
    const [largest] = parts
      .filter((part) => !done.has(part) && part.children.size > 0)
      .sort((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1));
    if (largest === undefined || (parts.length >= wanted && largest.size < whole * maxShare)) return parts;
    const split = splitTree(largest, whole * share, max - parts.length + 1);
    if (split.length < 2 && split[0]?.path === largest.path) {
      done.add(largest);
      continue;
    }
    parts = parts.flatMap((part) => (part === largest ? split : [part]));
    for (const part of split) if (part.path === largest.path) done.add(part);
  }
}

/** The least number of parts that a folder with so many files should have. */
export function minPartsOf(files: number): number {
  return files >= fullSize ? minParts : files >= 12 ? 3 : 1;
}

function buildTree(paths: readonly string[], weights: readonly number[]): Tree {
  const root: Tree = { path: '', own: [], size: 0, count: 0, children: new Map() };
  for (const [at, path] of paths.entries()) {
    let tree = root;
    grow(root, weights[at] as number);
    for (let from = 0, end = path.indexOf('/'); end >= 0; from = end + 1, end = path.indexOf('/', from)) {
      const name = path.slice(from, end);
      const child = tree.children.get(name) ?? { path: path.slice(0, end), own: [], size: 0, count: 0, children: new Map() };
      tree.children.set(name, child);
      tree = child;
      grow(tree, weights[at] as number);
    }
    tree.own.push(at);
  }
  return root;
}

function grow(tree: Tree, weight: number): void {
  tree.size += weight;
  tree.count++;
}

/** The folders of a part that are large enough, up to `max`, and what is left of it. */
function splitTree(tree: Tree, minSize: number, max: number): Tree[] {
  const children = [...tree.children].sort((a, b) => b[1].size - a[1].size || (a[0] < b[0] ? -1 : 1));
  // A folder whose only content is a folder is that one.
  const [only] = children;
  if (only !== undefined && children.length === 1 && tree.own.length === 0) return [only[1]];
  const large = children.filter(([, child]) => child.size >= minSize && child.count >= minFiles).slice(0, Math.max(0, max - 1));
  const kept = new Set(large.map(([name]) => name));
  const rest: Tree = {
    path: tree.path,
    own: tree.own,
    size: tree.size - large.reduce((sum, [, { size }]) => sum + size, 0),
    count: tree.count - large.reduce((sum, [, { count }]) => sum + count, 0),
    children: new Map([...tree.children].filter(([name]) => !kept.has(name))),
  };
  // A folder of one large folder and a file or two is not divided.
  if (large.length === 0 || (large.length === 1 && rest.count > 0 && rest.count <= minFiles && tree.path !== '')) return [tree];
  return rest.count > 0 ? [...large.map(([, child]) => child), rest] : large.map(([, child]) => child);
}

function filesBelow(tree: Tree): number[] {
  return [...tree.own, ...[...tree.children.values()].flatMap(filesBelow)];
}
