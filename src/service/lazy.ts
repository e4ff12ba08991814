/** A part of the program that is loaded with its first use, so that what does not need it does not wait for it. */
export class Lazy<T> {
  readonly #load: () => Promise<T>;
  #loading: Promise<T> | undefined;
  /** `undefined` until it is loaded. */
  loaded: T | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  async get(): Promise<T> {
    this.#loading ??= this.#load();
    this.loaded = await this.#loading;
    return this.loaded;
  }
}

/** Functions that load what they belong to with their first call. */
export function loadedWhenCalled<T extends object, Name extends keyof T>(lazy: Lazy<T>, names: readonly Name[]): Pick<T, Name> {
  const call =
    (name: Name) =>
    async (...args: readonly unknown[]): Promise<unknown> => {
      const loaded = await lazy.get();
      return (loaded[name] as (...given: readonly unknown[]) => unknown)(...args);
    };
  return Object.fromEntries(names.map((name) => [name, call(name)])) as Pick<T, Name>;
}
