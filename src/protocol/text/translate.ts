/** The one way from an English sentence to the user's language, wherever it is drawn: by the extension, the server or a panel. */

let texts: Readonly<Record<string, string>> = {};

/** Takes the sentences of the user's language, by their English. */
export function useTexts(bundle: Readonly<Record<string, string>> = {}): void {
  texts = bundle;
}

/** A sentence in the user's language. It is written literally where it is used, so that it can be extracted; `{0}`, `{1}` are filled in. */
export function t(sentence: string, ...values: readonly (string | number)[]): string {
  return fill(texts[sentence] ?? sentence, ...values);
}

/** Fills `{0}`, `{1}` in a sentence. Values are inserted verbatim and not filled again. */
export function fill(sentence: string, ...values: readonly (string | number)[]): string {
  return sentence.replace(/\{(\d)\}/g, (whole, digit: string) => String(values[Number(digit)] ?? whole));
}
