/** Labels of one name, none of which repeats another. */

/** The labels that say something that those before do not say. */
export function withoutRepeats(labels: readonly string[]): readonly string[] {
  const chosen = new LabelSet();
  for (const label of labels) if (!chosen.hold(label)) chosen.add(label);
  return chosen.texts;
}

/** Labels none of which repeats another. */
export class LabelSet {
  readonly texts: string[] = [];
  readonly #bare: string[] = [];

  add(text: string): void {
    this.texts.push(text);
    this.#bare.push(bare(text));
  }

  /** Whether a text says nothing that a label does not say: the one is within the other, but for case and joining characters. */
  hold(text: string): boolean {
    if (this.texts.length === 0) return false;
    const words = bare(text);
    return this.#bare.some((other) => other.includes(words) || words.includes(other));
  }
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[\s_$~./-]/g, '');
}
