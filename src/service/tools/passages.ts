/** Ranked chunks as the items of a tool's result: place, title, reasons, text without secrets. */

import type { Place } from '../../engine/place.ts';
import { maskSecrets, maskSpans } from '../../engine/text/secrets/secrets.ts';
import { visible } from '../../engine/text/visible.ts';
import type { ToolItem, ToolResult } from '../../tools/toolResult.ts';
import { explainEvidence } from '../ask/explain.ts';
import type { RelatedResult, SearchResult } from '../types/results.ts';
import { type ToolContext, visiblePath } from './toolContext.ts';

/** Further reasons add little. */
const maxReasons = 4;
const maxLineLength = 300;

/** Masks secrets in what a tool returns, and counts them. */
export class SecretMask {
  count: number;

  constructor(count = 0) {
    this.count = count;
  }

  /** A text that is masked already. */
  readonly counted = (safe: { readonly text: string; readonly count: number }): string => {
    this.count += safe.count;
    return safe.text;
  };

  /** A text of files as one short line. */
  readonly line = (text: string): string => this.counted(maskSecrets(oneLine(text)));
}

/** A result of introductory sentences, which may be longer than a line of a file, and items without texts. */
export function maskedResult(intro: readonly string[], items: readonly ToolItem[]): ToolResult {
  const mask = new SecretMask();
  return {
    intro: intro.map((text) => mask.counted(maskSecrets(text.replace(/[\r\n\t]+/g, ' ')))),
    items: items.map(({ lines }) => ({ lines: lines.map(mask.line) })),
    masked: mask.count,
  };
}

/** The items, and the number of masked secrets; `query` is what was searched for. */
export function passages(
  results: readonly (SearchResult | RelatedResult)[],
  context: ToolContext,
  query?: string,
): { items: ToolItem[]; masked: number } {
  const mask = new SecretMask();
  const { line } = mask;
  const items = results.map((result): ToolItem => {
    const reasons = result.evidence
      .slice(0, maxReasons)
      .map((one) => explainEvidence(one, { query, nameOf: (place) => visiblePath(place, context) }));
    const relation = 'relation' in result && result.relation !== 'shares' ? [line(`${result.relation} ${result.subject ?? ''}`)] : [];
    const title = result.title === '' ? '' : ` ${JSON.stringify(result.title)}`;
    const lines = [
      line(`${placeText(result, context)}${title}`),
      ...relation,
      ...(reasons.length === 0 ? [] : [line(`why: ${reasons.join('; ')}`)]),
    ];
    const { content } = result;
    return content === undefined ? { lines } : { lines, text: mask.counted(maskSpans(content.text, content.secrets)) };
  });
  return { items, masked: mask.count };
}

/** `src/a.ts:3-9`, with columns if a long line was split. */
export function placeText(place: Place, context: ToolContext): string {
  const { startLine, endLine, startColumn, endColumn } = place;
  const lines = startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
  return `${visiblePath(place, context)}:${lines}${endColumn === undefined ? '' : ` columns ${startColumn ?? 0}-${endColumn}`}`;
}

/** Text of files on one line, with control and reordering characters shown by their code points. */
export function oneLine(text: string): string {
  return visible(text.replace(/[\r\n\t]+/g, ' ').slice(0, maxLineLength));
}
