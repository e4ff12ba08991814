/** Recognises that a model says the sources do not answer: by the token that it is asked for, or by a sentence in the languages of questions. */

import { skip, startsWithAny, trimEndOf, wordsOf } from '../../util/strings.ts';
import { denials } from '../../vocabulary/replies/replyWords.ts';

/** What the model is asked to begin with; it is shown as a sentence in the user's language. */
export const notFoundToken = 'NOT_FOUND';

const around = ' *_#`"\'>\n';

/** Whether the sentence says that the sources do not answer: a longer one says something beside that. */
export function isDenial(sentence: string): boolean {
  const text = sentence.toLowerCase();
  if (withoutToken(sentence) !== undefined) return true;
  if (denials.unspaced.some((one) => isDeniedIn(text, one))) return true;
  // "don't", "can't".
  const spelled = text.replaceAll('’', "'").replaceAll("n't", ' not').replaceAll("'", ' ');
  const words = wordsOf(spelled).map((word) => trimEndOf(word.slice(skip(word, around)), '.,;:!?*_'));
  if (words.length > maxWords) return false;
  const subject = words.findLastIndex((word) => denials.subjects.has(word));
  const begins = (stems: readonly string[], word: string): boolean => stems.some((stem) => word.startsWith(stem));
  return (
    subject >= 0 &&
    words.some((word) => denials.negations.has(word)) &&
    words.some((word, i) => (begins(denials.verbs, word) && !denials.subjects.has(word)) || (i < subject && begins(denials.findings, word)))
  );
}
const maxWords = 24;

/** Whether one of the first and one of the second texts follow a subject, close to each other. */
function isDeniedIn(text: string, { subjects, first, second, between }: (typeof denials.unspaced)[number]): boolean {
  const starts = subjects.map((subject) => text.indexOf(subject)).filter((at) => at >= 0);
  const after = starts.length === 0 ? '' : text.slice(Math.min(...starts));
  return first.some((one) => {
    const near = after.split(one).slice(1);
    return near.some((rest) => second.some((other) => rest.slice(0, between + other.length).includes(other)));
  });
}

/** What follows the token with which a reply begins, or the same in other letters before a stop; undefined if it begins otherwise. */
export function withoutToken(reply: string): string | undefined {
  const start = reply.slice(skip(reply, around));
  const { length } = notFoundToken;
  const after = start.slice(length);
  const isLoosely = spelled(start.slice(0, length)) === notFoundToken && (after === '' || startsWithAny(after, endsToken));
  return isLoosely || start.startsWith(notFoundToken) ? after.slice(skip(after, `${around}.:`)) : undefined;
}
const endsToken = '.:!*\n';

/** A text with the letters and the joint of the token. */
function spelled(text: string): string {
  return text.toUpperCase().replaceAll(' ', '_').replaceAll('-', '_');
}

/** Whether a reply may yet begin with the token. */
export function mayBeToken(reply: string): boolean {
  const start = reply.slice(skip(reply, around));
  // What follows the token is part of it until words begin.
  return withoutToken(start) === '' || notFoundToken.startsWith(spelled(start));
}
