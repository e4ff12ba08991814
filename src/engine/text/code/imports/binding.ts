/** Import and export statements as data. */

/** A name that a file imports or exports. */
export interface Binding {
  /** The module as written; '' for what the file itself declares, or imports by another statement. */
  readonly module: string;
  /** What it is called there: `default`; `*` for the module as a whole; '' if it is only loaded. */
  readonly name: string;
  /** What it is called here, or by importers if it is exported; `*` for all names under their own; '' for none. */
  readonly local: string;
  readonly isExport: boolean;
  /** 1-based. */
  readonly line: number;
}

/** Receives bindings; `at` is an offset in the text. */
export type AddBinding = (module: string, name: string, local: string, at: number, isExport?: boolean) => void;
