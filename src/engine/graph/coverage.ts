/** The number of chunks in a group, as groups are added and removed. */

export class Coverage {
  /** Number of groups of each chunk. */
  #holders: Int32Array;
  #covered = 0;

  constructor(chunkCount: number) {
    this.#holders = new Int32Array(chunkCount);
  }

  /** Number of chunks in a group. */
  get covered(): number {
    return this.#covered;
  }

  add(chunks: Int32Array): void {
    for (let i = 0; i < chunks.length; i++) {
      const chunk = chunks[i] as number;
      const count = this.#holders[chunk] as number;
      if (count === 0) this.#covered++;
      this.#holders[chunk] = count + 1;
    }
  }

  /** Removed chunks have no groups any more, and may be in a group that was never listed. */
  remove(chunks: Int32Array): void {
    for (let i = 0; i < chunks.length; i++) {
      const chunk = chunks[i] as number;
      const count = this.#holders[chunk] ?? 0;
      if (count === 0) continue;
      this.#holders[chunk] = count - 1;
      if (count === 1) this.#covered--;
    }
  }

  /** Moves the chunks to their current ids; there are `chunkCount` from now on. */
  remap(chunkIds: Int32Array, chunkCount: number): void {
    const before = this.#holders;
    this.#holders = new Int32Array(chunkCount);
    for (let chunk = 0; chunk < chunkIds.length; chunk++) {
      const into = chunkIds[chunk] as number;
      if (into >= 0) this.#holders[into] = before[chunk] as number;
      else if (before[chunk] !== 0) this.#covered--;
    }
  }
}
