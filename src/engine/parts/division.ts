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
const minShares = [1 / 40, 1 / 80, 1 / 160];
/** A folder of fewer files is no part. */
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
  weight: number;
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
    found = partsOf(treeOf(paths, weights), paths.length, share);
    if (found.length >= enough) break;
  }
  return found
    .map((part) => ({ path: part.path, files: filesOf(part).sort((a, b) => a - b) }))
    .filter(({ files }) => files.length > 0)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function partsOf(root: Tree, files: number, share: number): readonly Tree[] {
  const wanted = files >= fullSize ? wantedParts : Math.max(2, Math.ceil(files / 5));
  const max = files >= fullSize ? maxParts : wanted + 3;
  const whole = sizeOf(root);
  let parts: readonly Tree[] = [root];
  const done = new Set<Tree>();
  for (;;) {
    const [largest] = parts
      .filter((part) => !done.has(part) && part.children.size > 0)
      .sort((a, b) => sizeOf(b) - sizeOf(a) || (a.path < b.path ? -1 : 1));
    if (largest === undefined || (parts.length >= wanted && sizeOf(largest) < whole * maxShare)) return parts;
    const split = splitOf(largest, whole * share, max - parts.length + 1);
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

function treeOf(paths: readonly string[], weights: readonly number[]): Tree {
  const root: Tree = { path: '', own: [], weight: 0, children: new Map() };
  for (const [at, path] of paths.entries()) {
    let tree = root;
    const names = path.split('/').slice(0, -1);
    for (const name of names) {
      const child = tree.children.get(name) ?? {
        path: tree.path === '' ? name : `${tree.path}/${name}`,
        own: [],
        weight: 0,
        children: new Map(),
      };
      tree.children.set(name, child);
      tree = child;
    }
    tree.own.push(at);
    tree.weight += weights[at] as number;
  }
  return root;
}

/** The folders of a part that are large enough, up to `max`, and what is left of it. */
function splitOf(tree: Tree, minSize: number, max: number): Tree[] {
  const children = [...tree.children].sort((a, b) => sizeOf(b[1]) - sizeOf(a[1]) || (a[0] < b[0] ? -1 : 1));
  // A folder whose only content is a folder is that one.
  const [only] = children;
  if (only !== undefined && children.length === 1 && tree.own.length === 0) return [only[1]];
  const large = children
    .filter(([, child]) => sizeOf(child) >= minSize && filesOf(child).length >= minFiles)
    .slice(0, Math.max(0, max - 1));
  const kept = new Set(large.map(([name]) => name));
  const rest: Tree = {
    path: tree.path,
    own: tree.own,
    weight: tree.weight,
    children: new Map([...tree.children].filter(([name]) => !kept.has(name))),
  };
  const left = filesOf(rest).length;
  // A folder of one large folder and a file or two is not divided.
  if (large.length === 0 || (large.length === 1 && left > 0 && left <= minFiles && tree.path !== '')) return [tree];
  return left > 0 ? [...large.map(([, child]) => child), rest] : large.map(([, child]) => child);
}

const sizes = new WeakMap<Tree, number>();

function sizeOf(tree: Tree): number {
  const known = sizes.get(tree);
  if (known !== undefined) return known;
  const size = tree.weight + [...tree.children.values()].reduce((sum, child) => sum + sizeOf(child), 0);
  sizes.set(tree, size);
  return size;
}

function filesOf(tree: Tree): number[] {
  return [...tree.own, ...[...tree.children.values()].flatMap(filesOf)];
}
