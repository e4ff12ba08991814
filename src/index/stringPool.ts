/**
 * Gives equal strings one object while many documents are decoded: a vocabulary repeats itself from document to document, and a string
 * that is known is found by its bytes without being made again.
 *
 * Open addressing on FNV-1a of the bytes. Cost: about 20 ns for a known string; memory for each distinct one.
 */
export class StringPool {
  readonly #texts: string[] = [];
  #hashes = new Int32Array(1 << 12);
  /** Position of a text plus one; 0 is free. Twice as many slots as texts at least. */
  #slots = new Int32Array(1 << 13);

  /** The string of the bytes [from, to), each byte one UTF-16 unit. */
  latin1(bytes: Buffer, from: number, to: number): string {
    let hash = 0x811c9dc5;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
    // The low bits alone depend on few bits of the last bytes.
    hash ^= hash >>> 15;
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const position = (this.#slots[slot] as number) - 1;
      if (position < 0) return this.#add(bytes.toString('latin1', from, to), hash, slot);
      if (this.#hashes[position] === hash && isText(this.#texts[position] as string, bytes, from, to))
        return this.#texts[position] as string;
    }
  }

  #add(text: string, hash: number, slot: number): string {
    const position = this.#texts.push(text) - 1;
    if (position === this.#hashes.length) {
      const larger = new Int32Array(position * 2);
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    this.#hashes[position] = hash;
    this.#slots[slot] = position + 1;
    if (this.#texts.length * 2 > this.#slots.length) this.#grow();
    return text;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let position = 0; position < this.#texts.length; position++) {
      let slot = (this.#hashes[position] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = position + 1;
    }
    this.#slots = slots;
  }
}

function isText(text: string, bytes: Buffer, from: number, to: number): boolean {
  if (text.length !== to - from) return false;
  for (let i = from; i < to; i++) if (text.charCodeAt(i - from) !== bytes[i]) return false;
  return true;
}
