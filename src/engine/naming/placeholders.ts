/** Placeholder names in examples and tests: they are about nothing. */

/** Meaningless words. */
const meaningless =
  'foo|bar|baz|foobar|qux|quux|blah|hello|world|hello_?world|tmp|temp|dummy|fake|mock|stub|lorem|ipsum|alice|bob|jane|john|doe';
/**
 * With or without a number; a possessive (`myStore`), which in examples is nobody's; a run of one character (`AAAA`); one or two
 * characters.
 */
const placeholder = new RegExp(String.raw`^(?:_?(?:${meaningless}|my[A-Z_]\w*)\d*|(.)\1{2,}|.{1,2})$`, 'i');
/** A meaningless word of a name; one that starts with a digit is a version, a size or a date. */
const meaninglessWord = new RegExp(String.raw`^(?:(?:${meaningless})\d*|(.)\1{2,}|v?\d.*)$`);

export function isPlaceholder(symbol: string): boolean {
  return placeholder.test(symbol);
}

/** Whether a folded word of a name is meaningless. */
export function isMeaninglessWord(word: string): boolean {
  return meaninglessWord.test(word);
}
