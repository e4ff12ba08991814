/** Names of things that examples and tests are made of: they stand for any other, so nothing is about them. */

/** Said of no subject at all. */
const empty = 'foo|bar|baz|foobar|qux|quux|blah|hello|world|hello_?world|tmp|temp|dummy|fake|mock|stub|lorem|ipsum|alice|bob|jane|john|doe';
/** Of a role in a function, which is the same in all of them. */
const roles =
  'some(?:thing)?|plugin|test|item|value|object|obj|arr|array|str|string|num|number|data|args?|opts?|params?|res|req|cb|fn|el|ctx|context|schema|instance|thing|example|child|parent';

/** With or without a number; somebody's own (`myStore`), which in examples is nobody's; a run of one sign (`AAAA`); a letter or two. */
const placeholder = new RegExp(String.raw`^(?:_?(?:${empty}|${roles}|my[A-Z_]\w*)\d*|(.)\1{2,}|.{1,2})$`, 'i');
/** A word of a name; one that begins with a digit is a version, a size, a date. */
const emptyWord = new RegExp(String.raw`^(?:(?:${empty})\d*|(.)\1{2,}|v?\d.*)$`);

/** Whether a symbol stands for any other. */
export function isPlaceholder(symbol: string): boolean {
  return placeholder.test(symbol);
}

/** Whether a folded word of a name says nothing. */
export function isEmptyWord(word: string): boolean {
  return emptyWord.test(word);
}
