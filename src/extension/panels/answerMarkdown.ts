/** An answer as markdown to be pasted elsewhere: the question, the answer with its numbers, and the sources as links relative to the workspace. */

import type { PanelTurn } from '../../protocol/panelThread.ts';
import type { AskResult, WirePlace } from '../../protocol/places.ts';
import { shownQuote } from '../../protocol/segments.ts';
import { shown } from '../../protocol/visible.ts';

export function answerMarkdown({ question, text, result }: PanelTurn): string {
  const cited = (result?.citations ?? []).map((citation) => `${citation.n}. ${placeLink(citation)}`);
  const parts = [`**${plain(question)}**`, shown(saidIn(result) ?? text, { lines: true })];
  if (cited.length > 0) parts.push([...new Set(cited)].join('\n'));
  return `${parts.join('\n\n')}\n`;
}

/** The answer, the quotes of comments in it without the marks of their lines. */
function saidIn(result: AskResult | undefined): string | undefined {
  const comments = result?.citations.filter(({ form }) => form === 'comment' || form === 'example') ?? [];
  return comments.reduce((said, citation) => said?.replace(citation.quote, () => shownQuote(citation)), result?.answer);
}

function placeLink({ path, startLine, endLine }: WirePlace): string {
  const target = path
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));
  const lines = startLine === endLine ? `L${startLine}` : `L${startLine}-L${endLine}`;
  return `[${plain(path)}:${startLine}](${target}#${lines})`;
}

/** Text of which no markdown is made. */
function plain(text: string): string {
  return shown(text).replace(/[\\`*_[\]<>]/g, (sign) => `\\${sign}`);
}
