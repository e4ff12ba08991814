import type { Row } from '../../syntax.ts';
import { cLike } from '../marks.ts';

export const v: Row = {
  id: 'r',
  name: 'v',
  names: '.v',
  layout: 'braces',
  lines: true,
  declares: { type: 'struct interface union', enum: 'enum', alias: 'type', function: 'fn', value: 'const' },
  modifiers: 'pub mut',
  statements: 'if else for match return import module defer go spawn lock',
  fields: 'name',
  comments: cLike,
};
