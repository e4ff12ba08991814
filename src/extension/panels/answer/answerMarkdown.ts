/**
 * An answer as markdown for pasting elsewhere, and a thread as a document: the question, the answer, and its sources as links, one item for
 * each number. Numbers are plain text, so that no renderer renumbers them; code is fenced, with its language.
 */

import type { PanelTurn } from '../../../protocol/panels/panelThread.ts';
import type { WireBlock, WirePlace } from '../../../protocol/places.ts';
import { codeBlock } from '../../../protocol/text/markdown.ts';
import { shownText } from '../../../protocol/text/omissions.ts';
import { stateTexts } from '../../../protocol/text/stateTexts.ts';
import { shown } from '../../../protocol/text/visible.ts';

/** The path that a link to a file has; by default that in the workspace. */
export type PathTo = (place: WirePlace) => string;

const inWorkspace: PathTo = ({ path }) => path;

export function answerMarkdown(turn: PanelTurn): string {
  return `${[`**${plain(turn.question)}**`, ...answerAndSources(turn, inWorkspace)].join('\n\n')}\n`;
}

/** Each question is a heading; those that follow the first are below it. */
export function threadMarkdown(turns: readonly PanelTurn[], pathTo: PathTo = inWorkspace): string {
  const parts = turns.flatMap((turn, i) => [`${i === 0 ? '#' : '##'} ${plain(turn.question)}`, ...answerAndSources(turn, pathTo)]);
  return `${parts.join('\n\n')}\n`;
}

/** The answer and its sources. */
function answerAndSources({ text, result }: PanelTurn, pathTo: PathTo): readonly string[] {
  const blocks = result?.blocks ?? [];
  const isQuoted = result !== undefined && result.model === null;
  const body = isQuoted ? [...stateTexts(result).map(plain), ...blocks.map(blockMarkdown)] : [result?.answer ?? text];
  const parts = [...body.map((part) => shown(part, { lines: true })), sourcesMarkdown(result?.citations ?? [], pathTo)];
  return parts.filter((part) => part !== '');
}

function blockMarkdown(block: WireBlock): string {
  const { kind, path, subject, n, heading } = block;
  const parts = kind === 'doc' ? [path, subject] : heading === undefined ? [subject || path] : [subject, path];
  const about = parts.filter((part) => part !== '').join(kind === 'doc' ? ' › ' : ' · ');
  const body = kind === 'code' ? codeBlock(shownText(block), block.language) : shownText(block);
  return `**${plain(about)}** \\[${n}\\]\n\n${body}`;
}

/** One item for each number, with all its places. */
function sourcesMarkdown(citations: readonly (WirePlace & { readonly n: number })[], pathTo: PathTo): string {
  const numbers = [...new Set(citations.map(({ n }) => n))];
  const linksOf = (n: number): string[] => citations.filter((citation) => citation.n === n).map((place) => placeLink(place, pathTo(place)));
  return numbers.map((n) => `- \\[${n}\\] ${[...new Set(linksOf(n))].join(', ')}`).join('\n');
}

function placeLink({ path, startLine, endLine }: WirePlace, linked: string): string {
  const target = linked
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));
  const lines = startLine === endLine ? `L${startLine}` : `L${startLine}-L${endLine}`;
  return `[${plain(path)}:${startLine}](${target}#${lines})`;
}

/** Text escaped from markdown. */
function plain(text: string): string {
  return shown(text).replace(/[\\`*_[\]<>]/g, (sign) => `\\${sign}`);
}
