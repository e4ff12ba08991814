/** The distinct numbers of lists, sorted or not, all in [0, limit); ascending. Cost: linear if there are many, else a sort. */
export function distinct(lists: readonly Int32Array[], limit: number): Int32Array {
  let size = 0;
  for (const list of lists) size += list.length;
  return size * 8 < limit ? distinctBySort(lists, size) : distinctByMarks(lists, limit);
}

function distinctBySort(lists: readonly Int32Array[], size: number): Int32Array {
  const all = new Int32Array(size);
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  all.sort();
  let kept = 0;
  for (let i = 0; i < size; i++) if (i === 0 || all[i] !== all[i - 1]) all[kept++] = all[i] as number;
  return all.slice(0, kept);
}

function distinctByMarks(lists: readonly Int32Array[], limit: number): Int32Array {
  const marks = new Uint8Array(limit);
  let kept = 0;
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      const id = list[i] as number;
      if (marks[id] === 0) kept++;
      marks[id] = 1;
    }
  }
  const ids = new Int32Array(kept);
  for (let id = 0, at = 0; id < limit; id++) if (marks[id] === 1) ids[at++] = id;
  return ids;
}
