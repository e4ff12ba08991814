/** What is looked for beside a question: the terms of its restated line, each of which can be taken out. */

import { cutAt } from '../../util/strings.ts';

/** A question in the words of those who wrote the texts. */
export interface Restated {
  /** The restated question, a colon, and further terms. */
  readonly line: string;
  /** Names that may stand in the code, as written; may be empty. */
  readonly names: readonly string[];
}

/** How many seconds a model may take to restate a question. */
export const restateSeconds = { min: 1, max: 120, usual: 15 } as const;

/** What the line says before its colon, its further terms, the names. */
export function termsOf({ line, names }: Restated): readonly string[] {
  return [...new Set([...termsOfLine(line), ...names])];
}

function termsOfLine(line: string): readonly string[] {
  const subject = cutAt(line, colon);
  const terms = subject === line ? line.split(',') : [subject, ...line.slice(subject.length + 1).split(',')];
  return terms.map((term) => term.trim()).filter((term) => term !== '');
}
const colon = ':';

/** The same without a term; both are empty where it was the last. */
export function withoutTerm({ line, names }: Restated, term: string): Restated {
  const [subject, ...terms] = termsOfLine(line).map((one) => (one === term ? '' : one));
  const others = terms.filter((one) => one !== '').join(', ');
  return {
    line: subject && others !== '' ? `${subject}${colon} ${others}` : subject || others,
    names: names.filter((name) => name !== term),
  };
}
