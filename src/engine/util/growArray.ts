/** A copy of twice the size. */
export function grown<T extends Int32Array | Uint16Array | Uint8Array | Float64Array>(array: T): T {
  const larger = new (array.constructor as new (size: number) => T)(array.length * 2);
  larger.set(array);
  return larger;
}
