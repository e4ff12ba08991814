/**
 * Markdown of quotes and models as elements. The text is parsed by markdown-it with HTML off; its tokens become elements of a short
 * allow-list, so no HTML string is ever made or parsed. Links and images become text that shows their target;
 * what leads out of the workspace leads nowhere.
 */

import MarkdownIt, { type Token } from 'markdown-it';
import { shown } from '../../protocol/text/visible.ts';
import { element } from './dom.ts';

/** How the caller draws text and code. */
export interface Drawer {
  /** A piece of plain text, possibly with markers. */
  readonly text: (text: string) => readonly (Node | string)[];
  /** A block of code; `language` is the first word of its fence, empty if there is none. */
  readonly code: (text: string, language: string) => HTMLElement;
  /** Opens a link within the workspace; without it, links lead nowhere. */
  readonly open?: (target: string) => void;
}

const reader = new MarkdownIt({ html: false, linkify: false, typographer: false });
// `[1]: target` would turn the numbers of sources into links.
reader.disable(['reference', 'html_block', 'html_inline', 'entity']);

const blocks: Readonly<Record<string, keyof HTMLElementTagNameMap>> = {
  paragraph_open: 'p',
  bullet_list_open: 'ul',
  ordered_list_open: 'ol',
  list_item_open: 'li',
  blockquote_open: 'blockquote',
  table_open: 'table',
  thead_open: 'thead',
  tbody_open: 'tbody',
  tr_open: 'tr',
  th_open: 'th',
  td_open: 'td',
  strong_open: 'strong',
  em_open: 'em',
  s_open: 's',
};

/** One block of the text and its source, by which it is recognised when the text has grown. */
export interface Block {
  readonly source: string;
  readonly draw: () => HTMLElement;
}

/** The top-level blocks of a text, in order. */
export function markdownBlocks(text: string, drawer: Drawer): Block[] {
  const tokens = reader.parse(text, {});
  const lines = text.split('\n');
  const found: Block[] = [];
  for (let from = 0, depth = 0, i = 0; i < tokens.length; i++) {
    depth += (tokens[i] as Token).nesting;
    if (depth !== 0) continue;
    const own = tokens.slice(from, i + 1);
    const [startLine, endLine] = own[0]?.map ?? [0, lines.length];
    found.push({ source: lines.slice(startLine, endLine).join('\n'), draw: () => drawBlock(own, drawer) });
    from = i + 1;
  }
  return found;
}

function drawBlock(tokens: readonly Token[], drawer: Drawer): HTMLElement {
  const holder = element('div', {});
  draw(tokens, holder, drawer);
  const [first] = holder.children;
  return holder.children.length === 1 && first instanceof HTMLElement ? first : holder;
}

function draw(tokens: readonly Token[], into: HTMLElement, drawer: Drawer): void {
  const open: HTMLElement[] = [into];
  const top = (): HTMLElement => open.at(-1) as HTMLElement;
  const enter = (made: HTMLElement): void => {
    top().append(made);
    open.push(made);
  };
  for (const token of tokens) {
    if (token.nesting === -1) open.pop();
    else if (token.nesting === 1) enter(container(token, drawer));
    else if (token.type === 'inline') draw(token.children ?? [], top(), drawer);
    else for (const part of leaf(token, drawer)) top().append(typeof part === 'string' ? shown(part, { lines: true }) : part);
  }
}

/** Addresses lead out of the workspace. */
const isAddress = /^[a-z][a-z\d+.-]*:|^\/\//i;

function container(token: Token, { open }: Drawer): HTMLElement {
  if (token.type === 'heading_open') return element('p', { class: 'heading' });
  if (token.type === 'link_open') {
    const target = String(token.attrGet('href') ?? '');
    if (open !== undefined && target !== '' && !isAddress.test(target))
      return element('button', { class: 'link', type: 'button', title: shown(target), onclick: () => open(target) });
    return element('span', { class: 'inert', title: target });
  }
  if (token.type === 'paragraph_open' && token.hidden) return element('span', {});
  if (token.type === 'ordered_list_open') return element('ol', { start: token.attrGet('start') ?? undefined });
  return element(blocks[token.type] ?? 'span', {});
}

function leaf(token: Token, drawer: Drawer): readonly (Node | string)[] {
  switch (token.type) {
    case 'text':
    case 'text_special':
      return drawer.text(token.content);
    case 'code_inline':
      return [element('code', {}, token.content)];
    case 'fence':
    case 'code_block':
      return [drawer.code(token.content.replace(/\n$/, ''), /^\s*([^\s{,]{1,40})/.exec(token.info)?.[1]?.toLowerCase() ?? '')];
    case 'softbreak':
      return [' '];
    case 'hardbreak':
      return [element('br', {})];
    case 'hr':
      return [element('hr', {})];
    case 'image':
      return [element('span', { class: 'inert', title: token.attrGet('src') ?? '' }, token.content || String(token.attrGet('src') ?? ''))];
    default:
      return [element('span', {}, token.content)];
  }
}
