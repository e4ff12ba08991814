/** The server's own messages. The extension provides them in the user's language; `{0}` and `{1}` are filled in. */

/** English; lists the texts to translate. */
export const defaultWords = {
  related: 'Related',
  notInSources: 'The sources do not say.',
  knownOf: 'Who uses {0}',
  peek: 'Peek',
  mentions: 'mentions {0}',
  defines: 'defines {0}',
  uses: 'uses {0}',
  documents: 'documents {0}',
  shares: 'shares {0}',
  linkedThrough: 'linked through {0} to {1}',
  changedWith: 'changed with {0}',
  andMore: '{0} and {1} more',
  indexing: 'Indexing {0}',
  filesOf: '{0} of {1} files',
  filesLeft: '{0} of {1} files · {2} files/s · {3} left',
  exampleStart: 'Where do I start reading?',
  exampleDoc: 'What is “{0}” about?',
  exampleUses: 'Where is {0} used?',
  exampleNew: 'What is new in the latest version?',
} as const;

/** The same messages in the user's language. */
export type ServerWords = Readonly<Record<keyof typeof defaultWords, string>>;

/** Fills `{0}`, `{1}` in a sentence. Values are inserted verbatim and not filled again. */
export function fill(sentence: string, ...values: readonly (string | number)[]): string {
  return sentence.replace(/\{(\d)\}/g, (whole, digit: string) => String(values[Number(digit)] ?? whole));
}
