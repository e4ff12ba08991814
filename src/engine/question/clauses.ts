/**
 * The clauses of a question, each of which may be a question by itself: "I am new here, which file should I read first?" The last one comes first, as what comes
 * before tells the circumstances; the whole question comes last. Cost: one pass over a short question.
 */

/** Longer questions are reports. UTF-16 units. */
const maxLength = 200;

const ends = /[,;:!?](?=\s|$)|\.(?=\s+\p{Lu})|\s[–—-]\s|[，。；：？！、]/u;

/** What links a clause to the one before it. */
const leadIn = /^(?:(?:i\.e\.|e\.g\.|and|or|but|so|und|aber|et|mais|y|pero|e|mas)\s+)+/i;

export function clausesOf(question: string): readonly string[] {
  const clauses = question.length > maxLength ? [] : question.split(ends).map((clause) => clause.trim().replace(leadIn, ''));
  const asked = clauses.filter((clause) => clause.includes(' ') || /[^\p{ASCII}]/u.test(clause));
  return asked.length < 2 ? [question] : [...asked.reverse().map((clause) => `${clause}?`), question];
}
