/**
 * Syntax colours from highlight.js's grammars of the most common languages: scopes map to our classes, the innermost one if nested. A
 * bundle of its own, loaded with the first code to colour.
 *
 * Deviation from the editor: grammars are line patterns, so a piece that begins inside a string or comment may be coloured as code.
 */

import { common, createLowlight } from 'lowlight';
import { type ColorClass, type ColorItem, type Colors, colorClasses, colorLimits } from '../../protocol/panels/colors.ts';

const lowlight = createLowlight(common);

/** Scopes that are missing here inherit their surroundings; those that are `undefined` look like plain text. */
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

/** The coloured ranges of a text; none for a language without a grammar, or with very long lines. */
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
  // Iterative, so that deep nesting cannot overflow the stack.
  const open: { readonly nodes: readonly Node[]; next: number; readonly own: ColorClass | undefined }[] = [];
  const enter = (nodes: readonly Node[], own: ColorClass | undefined): void => void open.push({ nodes, next: 0, own });
  enter(lowlight.highlight(name, text).children, undefined);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const node = top.nodes[top.next++];
    if (node === undefined) open.pop();
    else if (node.type === 'text') add(node.value.length, top.own);
    else if (node.type === 'element') enter(node.children, findClass(node, top.own));
  }
  return colors;
}

type Node = ReturnType<typeof lowlight.highlight>['children'][number];
type Element = Extract<Node, { type: 'element' }>;

/** The class of an element; `outer` is that of its parent. */
function findClass({ properties }: Element, outer: ColorClass | undefined): ColorClass | undefined {
  const [first = '', second] = Array.isArray(properties.className) ? properties.className.map(String) : [];
  const scope = first.replace(/^hljs-/, '');
  const full = `${scope}.${second}`;
  const known = [full, scope].find((one) => Object.hasOwn(classes, one));
  return known === undefined ? outer : classes[known];
}
