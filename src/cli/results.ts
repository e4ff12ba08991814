/** Search results on the command line: JSON for programs, aligned lines for people. */

import { explainEvidence } from '../service/ask/explain.ts';
import type { SearchResult, ShownEvidence } from '../service/results.ts';
import { clean, type Output } from './output.ts';

/** The stable fields for programs. */
export function resultJson(result: SearchResult): object {
  const { rank, path, startLine, endLine, startColumn, endColumn, title, score } = result;
  const columns = endColumn === undefined ? {} : { startColumn, endColumn };
  return { rank, path, startLine, endLine, ...columns, title, score, evidence: result.evidence.map(evidenceJson) };
}

/**
 * One aligned line each, starting with `path:line` so that terminals turn it into a link; with `isExplained` also the path of links to
 * each.
 */
export function printResults(results: readonly SearchResult[], output: Output, isExplained: boolean, query?: string): void {
  const places = results.map(({ path, startLine }) => `${clean(path)}:${startLine}`);
  const width = Math.min(60, Math.max(0, ...places.map((place) => place.length)));
  for (const [i, result] of results.entries()) {
    const place = (places[i] as string).padEnd(width);
    const number = String(result.rank).padStart(String(results.length).length);
    output.line(`${output.style.dim(number)}  ${output.style.accent(place)}  ${output.style.strong(clean(result.title))}`.trimEnd());
    if (isExplained)
      for (const evidence of result.evidence) output.line(`    ${output.style.dim(clean(explainEvidence(evidence, { query })))}`);
  }
}

function evidenceJson({ kind, keys, via, line }: ShownEvidence): object {
  const place = via === undefined ? {} : { via: { path: via.path, startLine: via.startLine, endLine: via.endLine } };
  return { kind, keys, ...place, ...(line === undefined ? {} : { line }) };
}
