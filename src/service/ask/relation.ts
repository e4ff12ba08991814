/** How a passage relates to a place: it defines what the place mentions, uses or documents what the place defines, or only shares names with it. */

import type { RelatedResult, SearchResult } from '../results.ts';

/** A result with its relation to a place that defines these symbols. */
export function related(result: SearchResult, defines: ReadonlySet<string>): RelatedResult {
  const symbols = result.evidence.filter(({ kind }) => kind === 'symbol').flatMap(({ keys }) => keys);
  const own = symbols.find((symbol) => defines.has(symbol));
  if (own !== undefined) return { ...result, relation: result.kind === 'doc' ? 'documents' : 'uses', subject: own };
  // A chunk of code is titled by the names that it defines.
  const titles = new Set(result.kind === 'code' ? result.title.split(/[,\s]+/) : []);
  const defined = symbols.find((symbol) => titles.has(symbol));
  return defined === undefined ? { ...result, relation: 'shares' } : { ...result, relation: 'defines', subject: defined };
}
