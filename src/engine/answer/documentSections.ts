/** The sections of a document, as units. Cost: one pass over the units. */

import type { ParsedSource } from './brief/parsedSource.ts';
import type { Unit } from './brief/units/unit.ts';

/** Consecutive units under one heading. */
export function sectionsIn({ units }: ParsedSource): readonly (readonly Unit[])[] {
  const sections: Unit[][] = [];
  for (const unit of units) {
    const last = sections.at(-1);
    if (last?.[0]?.scope[0] === unit.scope[0] && last[0].subject.join() === unit.subject.join()) last.push(unit);
    else sections.push([unit]);
  }
  return sections;
}
