/** What tools show of files: one line, a place, lines of a passage; secrets are masked. */

import type { Place } from '../../engine/place.ts';
import { maskSecrets, maskSpans } from '../../engine/text/secrets/secrets.ts';
import { visible } from '../../engine/text/visible.ts';
import type { SearchResult } from '../types/results.ts';
import type { Service } from '../types/service.ts';
import { absoluteOf, type ToolContext, visiblePath } from './toolContext.ts';

const maxLineLength = 300;

/** Masks secrets in what a model is shown, and counts them. */
export class SecretMask {
  count = 0;

  /** A text of files as one short line. */
  readonly line = (text: string): string => {
    const masked = maskSecrets(oneLine(text));
    this.count += masked.count;
    return masked.text;
  };
}

/** A text of files as one short line, without secrets. */
export function safeLine(text: string): string {
  return maskSecrets(oneLine(text)).text;
}

/** `src/a.ts:3-9`, with columns if a long line was split. */
export function placeText(place: Place, context: Pick<ToolContext, 'folders'>): string {
  const { startLine, endLine, startColumn, endColumn } = place;
  const lines = startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
  return `${visiblePath(place, context)}:${lines}${endColumn === undefined ? '' : ` columns ${startColumn ?? 0}-${endColumn}`}`;
}

/** The text of a passage without secrets; undefined where it is not on this machine. */
export function textOfPassage({ content }: Pick<SearchResult, 'content'>): string | undefined {
  return content === undefined ? undefined : maskSpans(content.text, content.secrets).text.trimEnd();
}

/** Whole lines of a file without secrets; undefined where they cannot be read. */
export function linesOfFile(
  place: Pick<Place, 'folder' | 'path' | 'startLine' | 'endLine'>,
  max: number,
  service: Service,
): string | undefined {
  try {
    const { text, secrets } = service.lines({ ...place, file: absoluteOf(place) }, max);
    return maskSpans(text, secrets).text.trimEnd();
  } catch {
    return undefined;
  }
}

/** Text of files on one line, with control and reordering characters shown by their code points. */
export function oneLine(text: string): string {
  return visible(text.replace(/[\r\n\t]+/g, ' ').slice(0, maxLineLength));
}
