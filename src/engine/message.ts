/** A sentence, or a part of one, as data: it is worded where it is shown, in the language of its reader. */
export interface Message {
  readonly code: string;
  /** What is filled in: values as they are, and parts that are worded too. */
  readonly arguments: readonly (string | number | Message)[];
}
