import type { Row } from '../../syntax.ts';

export const gleam: Row = {
  id: 'gleam',
  names: '.gleam',
  layout: 'braces',
  lines: true,
  declares: { alias: 'type', function: 'fn', value: 'const' },
  modifiers: 'pub opaque',
  statements: 'case if let use import assert panic todo as',
  comments: { line: ['//'], block: [], quotes: '"', multiline: '"' },
};
