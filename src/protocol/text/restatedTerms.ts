/** For code that may not import the engine: what is looked for beside a question. */

import { termsOf, withoutTerm } from '../../engine/answer/written/restatedTerms.ts';
import type { RestatedQuestion } from '../places.ts';

export function termsIn(restated: RestatedQuestion): readonly string[] {
  return termsOf(restated);
}

export function withoutTermIn(restated: RestatedQuestion, term: string): RestatedQuestion {
  const { line, names } = withoutTerm(restated, term);
  return { line, names: [...names] };
}
