/** A copy with `length` elements, by default twice as many. */
export function grown<T extends Int32Array | Uint32Array | Uint16Array | Uint8Array | Float64Array>(
  array: T,
  length = array.length * 2,
): T {
  const larger = new (array.constructor as new (length: number) => T)(Math.ceil(length));
  larger.set(array);
  return larger;
}
