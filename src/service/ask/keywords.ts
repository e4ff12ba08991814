import { tokenize, wordsOf } from '../../engine/index.ts';

/** Whether a question is just keywords, as typed into a search box: "sencha", "plugin order". */
export function isKeywords(question: string): boolean {
  const { count } = tokenize(question);
  return count > 0 && wordsOf(question).length === count;
}
