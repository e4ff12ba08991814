/** How well a question names a file by the words of the file's name, for files that the index does not hold. */

import { fold } from '../text/words/terms.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { askedWords, heldShare, heldWeight, type Rarity, termSet } from './askedWords.ts';

/** Share of the question, by rarity, or of the name that the two must have in common. */
const minShare = 0.5;
/** Their common words must be as rare together as one word that hardly any passage holds. */
const minRarity = 0.7;
/** A word of a question occurs in a name, in whatever form, only if these first characters do. */
const beginning = 4;

/** Rates the name of a file, without folders: 0 if the question does not name it. @param rarity from 0 to 1 */
export function createNameRating(question: string, rarity: Rarity, vocabulary: Vocabulary): (name: string) => number {
  const words = askedWords(question, rarity, vocabulary);
  const beginnings = words.flatMap(({ terms }) => terms.slice(0, 1).map((term) => term.slice(0, beginning)));
  const asked = termSet(words.flatMap(({ terms, forms }) => [...terms, ...forms]));
  const text = fold(question);
  return (name) => {
    const folded = fold(name);
    if (!beginnings.some((start) => folded.includes(start))) return 0;
    if (name.includes('.') && text.includes(folded)) return 1;
    const dot = name.lastIndexOf('.');
    const stem = dot > 0 ? name.slice(0, dot) : name;
    const own = askedWords(stem, () => 1, vocabulary).filter(({ text: word }) => Number.isNaN(Number(word)));
    const held = termSet(own.flatMap(({ terms }) => terms));
    const common = words.reduce((sum, word) => sum + heldShare(word, held) * Math.max(...word.terms.map(rarity)), 0);
    const ownWeight = own.reduce((sum, { weight }) => sum + weight, 0);
    const share = Math.max(heldWeight(words, held), ownWeight === 0 ? 0 : heldWeight(own, asked) / ownWeight);
    return common < minRarity || share < minShare ? 0 : share;
  };
}
