import { wordsOf } from '../../util/strings.ts';
import { commonStopWords } from '../../vocabulary/en.ts';

/** Words that carry no subject in texts, though they may in a question, and the ends of contractions. */
const ofTexts = `above again against below between both d down during few further herself himself itself ll m myself o ours ourselves
re s t theirs themselves upon ve yours yourself yourselves`;

/** English words that carry no subject. They are no terms, and a name does not begin with one. */
export const stopWords: ReadonlySet<string> = new Set(wordsOf(`${commonStopWords} ${ofTexts}`));
