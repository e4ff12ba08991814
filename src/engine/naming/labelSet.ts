/** The labels of one name, without redundant ones. */

/** Drops the labels that repeat an earlier one. */
export function withoutRepeats(labels: readonly string[]): readonly string[] {
  const chosen = new LabelSet();
  for (const label of labels) if (!chosen.covers(label)) chosen.add(label);
  return chosen.texts;
}

/** Labels that do not repeat each other. */
export class LabelSet {
  readonly texts: string[] = [];
  readonly #bare: string[] = [];

  add(text: string): void {
    this.texts.push(text);
    this.#bare.push(bare(text));
  }

  /** Whether a text repeats a label: one contains the other, ignoring case and joining characters. */
  covers(text: string): boolean {
    if (this.texts.length === 0) return false;
    const words = bare(text);
    return this.#bare.some((other) => other.includes(words) || words.includes(other));
  }
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[\s_$~./-]/g, '');
}
