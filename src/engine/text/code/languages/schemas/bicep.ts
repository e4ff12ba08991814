import type { Row } from '../../syntax.ts';
import { cBlock } from '../marks.ts';

export const bicep: Row = {
  id: 'bicep',
  names: '.bicep',
  layout: 'braces',
  lines: true,
  declares: { value: 'param var resource module output', alias: 'type', function: 'func' },
  statements: 'targetScope import using metadata',
  comments: { line: ['//'], block: cBlock, quotes: "'", raw: [["'''", "'''"]], holes: { open: '${' } },
};
