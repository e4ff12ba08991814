import type { Row } from '../../syntax.ts';
import { cBlock } from '../marks.ts';

export const thrift: Row = {
  id: 'thrift',
  names: '.thrift',
  layout: 'braces',
  lines: true,
  fields: 'colon',
  declares: { type: 'struct union exception service', enum: 'enum' },
  modifiers: 'typedef const required optional oneway',
  statements: 'namespace include',
  continues: 'extends throws',
  typed: true,
  comments: { line: ['//', '#'], block: cBlock, quotes: '"\'' },
};
