/**
 * Density-based clusters: cores are items with enough neighbours, clusters their connected components; an item near a core joins it.
 *
 * Source: Ester, Kriegel, Sander & Xu, "A density-based algorithm for discovering clusters", 1996 (DBSCAN). An item near cores of several
 * clusters joins the first core's in item order, so the result depends on that order alone; the rest is noise.
 * Cost: one neighbour list per item.
 */

/**
 * The members of each cluster, ascending. `neighbours` lists for each item those within the radius, ascending, without itself; `coreSize`
 * counts the item itself.
 */
export function dbscan(neighbours: readonly Int32Array[], coreSize: number): readonly Int32Array[] {
  const count = neighbours.length;
  const isCore = (item: number): boolean => (neighbours[item] as Int32Array).length + 1 >= coreSize;
  const clusterOf = new Int32Array(count).fill(-1);
  const members: number[][] = [];
  for (let item = 0; item < count; item++) {
    if (clusterOf[item] !== -1 || !isCore(item)) continue;
    const cluster = members.length;
    const found = [item];
    clusterOf[item] = cluster;
    for (let at = 0; at < found.length; at++) {
      for (const other of neighbours[found[at] as number] as Int32Array) {
        if (clusterOf[other] !== -1 || !isCore(other)) continue;
        clusterOf[other] = cluster;
        found.push(other);
      }
    }
    members.push(found);
  }
  for (let item = 0; item < count; item++) {
    if (clusterOf[item] !== -1) continue;
    const core = (neighbours[item] as Int32Array).find(isCore);
    if (core !== undefined) members[clusterOf[core] as number]?.push(item);
  }
  return members.map((list) => Int32Array.from(list).sort());
}
