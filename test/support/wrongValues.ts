// Storage written by another version or damaged: a value with one part missing or of another type.

const others: readonly unknown[] = [undefined, null, true, 5, -1, 1e9, 0.5, '', 'file', [], [null], {}, { label: 5 }];

/** Copies of a JSON value, each with one of `wrongs` in one place, including the whole. */
export function* wrongValues(value: unknown, wrongs: readonly unknown[] = others): Generator<unknown, void> {
  yield* wrongs;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const wrong of wrongValues(part, wrongs)) {
      const copy = structuredClone(value);
      Object.assign(copy, { [key]: wrong });
      yield copy;
    }
  }
}
