/**
 * The colours of code by highlight.js's grammars of the most common languages: what its scopes mean becomes one of our classes, the innermost
 * one where they are nested. A bundle of its own, loaded with the first code that is to be coloured.
 *
 * Deviation from the editor: grammars are line patterns, so a piece that begins inside a string or comment may be coloured as code.
 */

import { common, createLowlight } from 'lowlight';
import { type ColorClass, type ColorItem, type Colors, colorClasses, colorLimits } from '../../protocol/panels/colors.ts';

const lowlight = createLowlight(common);

/** Scopes that are left out here look like the text around them; those that are `undefined` like text. */
const classes: Readonly<Record<string, ColorClass | undefined>> = {
  comment: 'comment',
  quote: 'comment',
  keyword: 'keyword',
  'selector-tag': 'keyword',
  meta: 'keyword',
  name: 'keyword',
  string: 'string',
  regexp: 'string',
  link: 'string',
  code: 'string',
  number: 'number',
  literal: 'constant',
  symbol: 'constant',
  bullet: 'constant',
  'variable.language_': 'constant',
  'variable.constant_': 'constant',
  type: 'type',
  built_in: 'type',
  'title.class_': 'type',
  title: 'function',
  section: 'function',
  attr: 'name',
  attribute: 'name',
  property: 'name',
  variable: 'name',
  'template-variable': 'name',
  'selector-class': 'name',
  'selector-id': 'name',
  'selector-attr': 'name',
  'selector-pseudo': 'name',
  addition: 'inserted',
  deletion: 'deleted',
  subst: undefined,
};

/** The stretches of a text that have a colour; none for a language without a grammar, and none in what has very long lines. */
export function highlight({ text, language }: ColorItem): Colors {
  const name = language.toLowerCase();
  if (!lowlight.registered(name) || text.split('\n').some(({ length }) => length > colorLimits.line)) return [];
  const colors: number[] = [];
  let at = 0;
  const add = (length: number, own: ColorClass | undefined): void => {
    const from = at;
    at += length;
    if (own === undefined || length === 0) return;
    const position = colorClasses.indexOf(own);
    if (colors.at(-2) === from && colors.at(-1) === position) colors[colors.length - 2] = at;
    else colors.push(from, at, position);
  };
  // Not recursive: what is nested deeper than the stack is no reason to fail.
  const open: { readonly nodes: readonly Node[]; next: number; readonly own: ColorClass | undefined }[] = [];
  const enter = (nodes: readonly Node[], own: ColorClass | undefined): void => void open.push({ nodes, next: 0, own });
  enter(lowlight.highlight(name, text).children, undefined);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const node = top.nodes[top.next++];
    if (node === undefined) open.pop();
    else if (node.type === 'text') add(node.value.length, top.own);
    else if (node.type === 'element') enter(node.children, classOf(node, top.own));
  }
  return colors;
}

type Node = ReturnType<typeof lowlight.highlight>['children'][number];
type Element = Extract<Node, { type: 'element' }>;

/** The class of an element; `outer` is that of the element around it. */
function classOf({ properties }: Element, outer: ColorClass | undefined): ColorClass | undefined {
  const [first = '', second] = Array.isArray(properties.className) ? properties.className.map(String) : [];
  const scope = first.replace(/^hljs-/, '');
  const full = `${scope}.${second}`;
  const known = [full, scope].find((one) => Object.hasOwn(classes, one));
  return known === undefined ? outer : classes[known];
}
