/** How many chunks are in some group, kept while groups come and go. */

export class Coverage {
  /** Groups that hold each chunk. */
  #holders: Int32Array;
  #covered = 0;

  constructor(chunkCount: number) {
    this.#holders = new Int32Array(chunkCount);
  }

  /** Chunks that some group holds. */
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

  /** Chunks that are gone are held by nobody already, and may be among those of a group that was not told yet. */
  remove(chunks: Int32Array): void {
    for (let i = 0; i < chunks.length; i++) {
      const chunk = chunks[i] as number;
      const count = this.#holders[chunk] ?? 0;
      if (count === 0) continue;
      this.#holders[chunk] = count - 1;
      if (count === 1) this.#covered--;
    }
  }

  /** Puts chunks where `carried` says, those that are gone nowhere; there are `chunkCount` from now on. */
  carry(carried: Int32Array, chunkCount: number): void {
    const before = this.#holders;
    this.#holders = new Int32Array(chunkCount);
    for (let chunk = 0; chunk < carried.length; chunk++) {
      const into = carried[chunk] as number;
      if (into >= 0) this.#holders[into] = before[chunk] as number;
      else if (before[chunk] !== 0) this.#covered--;
    }
  }
}
